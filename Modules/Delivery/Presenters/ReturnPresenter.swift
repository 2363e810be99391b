public import Domain
public import UseCases

/// What a person typed to take a copy back.
public struct ReturnForm: Hashable, Sendable {
    /// The field for what comes back.
    public enum Item: Hashable, Sendable {
        case loan(String)
        case copy(String)
    }

    /// What comes back.
    public var item: Item
    /// When it happened; nil means now.
    public var at: String?
    /// The operation's ID; nil lets one be made.
    public var operation: String?

    /// A form with its fields.
    public init(item: Item, at: String? = nil, operation: String? = nil) {
        self.item = item
        self.at = at
        self.operation = operation
    }

    func order() throws(InvalidRequest) -> ReturnOrder {
        let stated: ReturnOrder.Item =
            switch item {
            case .loan(let text): .loan(try StatedText.number(text, as: .loan))
            case .copy(let text): .copy(text)
            }
        return ReturnOrder(operation: operation ?? "", item: stated, at: try StatedText.optionalTime(at))
    }
}

/// What a person sees after taking a copy back, or trying to.
public enum ReturnView: Hashable, Sendable {
    /// A field cannot be read, or is outside the absolute limits.
    case invalidInput(InvalidRequest)
    /// It is back: its disposition tells whether this return ended the loan.
    case returned(Slip<ReturnReceipt>, daysLate: Int)
    /// There is no such loan.
    case missingLoan
    /// There is no such copy.
    case unknownCopy
    /// The copy was never lent.
    case notOnLoan
    /// A person must decide which of these loans it ends, by returning that one; the first is nil if there was none
    /// before.
    case uncertainLoan(LoanID?, LoanID?)
    /// Another rule refused.
    case refused(ReturnRefusal)
    /// The account may not take copies back.
    case notPermitted(Permission)
    /// The store failed; that says nothing about the loan.
    case unavailable(StorageTrouble)

    /// Why nothing was taken back, for those who say it in words; nil if it was.
    public var failure: ReturnFailure? {
        switch self {
        case .returned: nil
        case .invalidInput(let invalid): .invalidRequest(invalid)
        case .missingLoan: .refused(.missingLoan)
        case .unknownCopy: .refused(.unknownCopy)
        case .notOnLoan: .refused(.notOnLoan)
        case .uncertainLoan(let first, let second): .refused(.uncertainLoan(first, second))
        case .refused(let refusal): .refused(refusal)
        case .notPermitted(let permission): .notPermitted(permission)
        case .unavailable(let trouble): .storage(trouble)
        }
    }
}

/// Turns what was typed into an order, and what came of it into what is seen.
///
/// It repeats no rule and knows no store.
public struct ReturnPresenter {
    private let giveBack: (ReturnOrder) throws(ReturnFailure) -> Answer<ReturnReceipt>
    private let naming: () throws(ReturnFailure) -> String
    private let surroundings: (Loan) -> Surroundings
    private let daysLate: (Loan, Moment) -> Int

    /// Presents a use case.
    ///
    /// - Parameters:
    ///   - naming: makes an operation ID for a form without one.
    ///   - surroundings: reads what stands beside a receipt, after the commit.
    ///   - daysLate: says how late a return of a loan is, by the library's calendar.
    ///   - giveBack: takes back.
    public init(
        naming: @escaping () throws(ReturnFailure) -> String, surroundings: @escaping (Loan) -> Surroundings,
        daysLate: @escaping (Loan, Moment) -> Int,
        giveBack: @escaping (ReturnOrder) throws(ReturnFailure) -> Answer<ReturnReceipt>
    ) {
        self.giveBack = giveBack
        self.naming = naming
        self.surroundings = surroundings
        self.daysLate = daysLate
    }

    /// Takes back as a form says.
    public func submit(_ form: ReturnForm) -> ReturnView {
        var order: ReturnOrder
        do { order = try form.order() } catch { return .invalidInput(error) }
        do {
            if form.operation == nil { order.operation = try naming() }
            let answer = try giveBack(order)
            let loan = answer.receipt.loan
            let late = loan.returned.map { daysLate(loan, $0.happenedAt) } ?? 0
            return .returned(Slip(answer, surroundings(loan)), daysLate: late)
        } catch {
            return view(of: error)
        }
    }

    private func view(of failure: ReturnFailure) -> ReturnView {
        switch failure {
        case .invalidRequest(let invalid): .invalidInput(invalid)
        case .notPermitted(let permission): .notPermitted(permission)
        case .storage(let trouble): .unavailable(trouble)
        case .refused(.missingLoan): .missingLoan
        case .refused(.unknownCopy): .unknownCopy
        case .refused(.notOnLoan): .notOnLoan
        case .refused(.uncertainLoan(let first, let second)): .uncertainLoan(first, second)
        case .refused(let refusal): .refused(refusal)
        }
    }
}
