public import Domain
public import UseCases

/// What a person typed to lend a copy.
public struct BorrowForm: Hashable, Sendable {
    /// The field for what is to be lent.
    public enum Item: Hashable, Sendable {
        case book(String)
        case copy(String)
    }

    /// The field for who borrows.
    public enum Borrower: Hashable, Sendable {
        case member(String)
        case card(String)
    }

    /// What is to be lent.
    public var item: Item
    /// Who borrows.
    public var borrower: Borrower
    /// For how many days; nil leaves it to the policy.
    public var days: String?
    /// When it happened; nil means now.
    public var at: String?
    /// The operation's ID; nil lets one be made.
    public var operation: String?

    /// A form with its fields.
    public init(item: Item, borrower: Borrower, days: String? = nil, at: String? = nil, operation: String? = nil) {
        self.item = item
        self.borrower = borrower
        self.days = days
        self.at = at
        self.operation = operation
    }

    func order() throws(InvalidRequest) -> BorrowOrder {
        let stated: BorrowOrder.Item =
            switch item {
            case .book(let text): .book(try StatedText.number(text, as: .book))
            case .copy(let text): .copy(text)
            }
        let who: BorrowOrder.Borrower =
            switch borrower {
            case .member(let text): .member(try StatedText.number(text, as: .member))
            case .card(let text): .card(text)
            }
        return BorrowOrder(
            operation: operation ?? "", item: stated, borrower: who,
            days: try StatedText.optionalNumber(days, as: .days),
            at: try StatedText.optionalTime(at))
    }
}

/// What a person sees after lending, or trying to.
public enum BorrowView: Hashable, Sendable {
    /// A field cannot be read, or is outside the absolute limits.
    case invalidInput(InvalidRequest)
    /// It is lent.
    case lent(Slip<BorrowReceipt>)
    /// The member may not borrow.
    case inactiveMember
    /// Nothing is there to be lent.
    case unavailableBook(BorrowRefusal.Unavailability)
    /// Another rule refused.
    case refused(BorrowRefusal)
    /// The account may not lend.
    case notPermitted(Permission)
    /// The store failed; that says nothing about the book.
    case unavailable(StorageTrouble)

    /// Why nothing was lent, for those who say it in words; nil if it was.
    public var failure: BorrowFailure? {
        switch self {
        case .lent: nil
        case .invalidInput(let invalid): .invalidRequest(invalid)
        case .inactiveMember: .refused(.inactiveMember)
        case .unavailableBook(let why): .refused(.unavailableBook(why))
        case .refused(let refusal): .refused(refusal)
        case .notPermitted(let permission): .notPermitted(permission)
        case .unavailable(let trouble): .storage(trouble)
        }
    }
}

/// Turns what was typed into an order, and what came of it into what is seen.
///
/// It repeats no rule and knows no store.
public struct BorrowPresenter {
    private let borrow: (BorrowOrder) throws(BorrowFailure) -> Answer<BorrowReceipt>
    private let naming: () throws(BorrowFailure) -> String
    private let surroundings: (Loan) -> Surroundings

    /// Presents a use case.
    ///
    /// - Parameters:
    ///   - naming: makes an operation ID for a form without one.
    ///   - surroundings: reads what stands beside a receipt, after the commit.
    ///   - borrow: lends.
    public init(
        naming: @escaping () throws(BorrowFailure) -> String, surroundings: @escaping (Loan) -> Surroundings,
        borrow: @escaping (BorrowOrder) throws(BorrowFailure) -> Answer<BorrowReceipt>
    ) {
        self.borrow = borrow
        self.naming = naming
        self.surroundings = surroundings
    }

    /// Lends as a form says.
    public func submit(_ form: BorrowForm) -> BorrowView {
        var order: BorrowOrder
        do { order = try form.order() } catch { return .invalidInput(error) }
        do {
            if form.operation == nil { order.operation = try naming() }
            let answer = try borrow(order)
            return .lent(Slip(answer, surroundings(answer.receipt.loan)))
        } catch {
            return view(of: error)
        }
    }

    private func view(of failure: BorrowFailure) -> BorrowView {
        switch failure {
        case .invalidRequest(let invalid): .invalidInput(invalid)
        case .notPermitted(let permission): .notPermitted(permission)
        case .storage(let trouble): .unavailable(trouble)
        case .refused(.inactiveMember): .inactiveMember
        case .refused(.unavailableBook(let why)): .unavailableBook(why)
        case .refused(let refusal): .refused(refusal)
        }
    }
}
