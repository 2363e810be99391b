public import Domain
public import Ports

/// What a caller states to borrow, not yet checked.
public struct BorrowOrder: Hashable, Sendable {
    /// What is to be lent.
    public enum Item: Hashable, Sendable {
        case book(Int64)
        case copy(String)
    }

    /// Who borrows.
    public enum Borrower: Hashable, Sendable {
        case member(Int64)
        case card(String)
    }

    /// The operation's ID.
    public var operation: String
    /// What is to be lent.
    public var item: Item
    /// Who borrows.
    public var borrower: Borrower
    /// For how many days; nil leaves it to the policy.
    public var days: Int?
    /// When it happened, if that is stated.
    public var at: TimeStatement?

    /// What a caller states.
    public init(operation: String, item: Item, borrower: Borrower, days: Int? = nil, at: TimeStatement? = nil) {
        self.operation = operation
        self.item = item
        self.borrower = borrower
        self.days = days
        self.at = at
    }
}

/// Lends a copy to a member, once for each operation ID.
public struct BorrowBook: Sendable {
    private let loans: any LoanBorrowing
    private let calendar: any LibraryCalendar
    private let clock: any WallClock

    /// Lends by way of these ports.
    public init(loans: any LoanBorrowing, calendar: any LibraryCalendar, clock: any WallClock) {
        self.loans = loans
        self.calendar = calendar
        self.clock = clock
    }

    /// Lends.
    ///
    /// After a failure of the store the same order may be sent again: it is executed once. A card is part of what is
    /// stated: the same order is known again though the card was changed since.
    /// `beforeAsking` is called when the order is permitted and valid, before a store is asked; what it throws ends the
    /// matter.
    public func callAsFunction(
        _ order: BorrowOrder, as principal: Principal, beforeAsking: () throws(BorrowFailure) -> Void = {}
    ) throws(BorrowFailure) -> Answer<BorrowReceipt> {
        try BorrowFailure.require(.borrow, of: principal)
        let now = clock.now()
        let request = try BorrowFailure.check(try checked(order, as: principal))
        guard let firstDay = calendar.day(of: request.at?.moment ?? now) else {
            throw .invalidRequest(InvalidRequest(.happenedAt, .malformed))
        }
        let rule = BorrowRule(now: now, firstDay: firstDay)
        try beforeAsking()
        return try BorrowFailure.ask(try loans.commitBorrow(request, under: rule)).answer()
    }

    private func checked(_ order: BorrowOrder, as principal: Principal) throws(InvalidRequest) -> BorrowRequest {
        let item: BorrowRequest.Item =
            switch order.item {
            case .book(let number): .book(try BookID(stated: number, as: .book))
            case .copy(let text): .copy(try Barcode(text))
            }
        let borrower: BorrowRequest.Borrower =
            switch order.borrower {
            case .member(let number): .member(try MemberID(stated: number, as: .member))
            case .card(let text): .card(try CardNumber(text))
            }
        var at: StatedTime?
        if let statement = order.at { at = try TimeReading(statement, in: calendar).only() }
        return try BorrowRequest(
            key: OperationKey(scope: principal.scope, id: try OperationID(order.operation)), item: item,
            borrower: borrower, days: order.days, at: at)
    }
}
