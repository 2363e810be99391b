public import Domain
public import Ports

/// What a caller states to return, not yet checked.
public struct ReturnOrder: Hashable, Sendable {
    /// What comes back.
    public enum Item: Hashable, Sendable {
        case loan(Int64)
        case copy(String)
    }

    /// The operation's ID.
    public var operation: String
    /// What comes back.
    public var item: Item
    /// When it happened, if that is stated.
    public var at: TimeStatement?
    /// Where it came back, if that is known.
    public var branch: String?

    /// What a caller states.
    public init(operation: String, item: Item, at: TimeStatement? = nil, branch: String? = nil) {
        self.operation = operation
        self.item = item
        self.at = at
        self.branch = branch
    }
}

/// Takes a copy back, once for each operation ID.
public struct ReturnBook: Sendable {
    private let loans: any LoanReturning
    private let calendar: any LibraryCalendar
    private let clock: any WallClock

    /// Takes back by way of these ports.
    public init(loans: any LoanReturning, calendar: any LibraryCalendar, clock: any WallClock) {
        self.loans = loans
        self.calendar = calendar
        self.clock = clock
    }

    /// Takes back.
    ///
    /// After a failure of the store the same order may be sent again: it is executed once.
    /// `beforeAsking` is called when the order is permitted and valid, before a store is asked; what it throws ends the
    /// matter.
    public func callAsFunction(
        _ order: ReturnOrder, as principal: Principal, beforeAsking: () throws(ReturnFailure) -> Void = {}
    ) throws(ReturnFailure) -> Answer<ReturnReceipt> {
        try ReturnFailure.require(.return, of: principal)
        let now = clock.now()
        let request = try ReturnFailure.check(try checked(order, as: principal))
        let rule = try ReturnFailure.check(try ReturnRule(now: now))
        try beforeAsking()
        let decisions = try ReturnFailure.ask(try loans.commitReturns([request], under: rule))
        precondition(decisions.count == 1, "a store answers each request once")
        return try decisions[0].answer()
    }

    private func checked(_ order: ReturnOrder, as principal: Principal) throws(InvalidRequest) -> ReturnRequest {
        let item: ReturnRequest.Item =
            switch order.item {
            case .loan(let number): .loan(try LoanID(stated: number, as: .loan))
            case .copy(let text): .copy(try Barcode(text))
            }
        var at: StatedTime?
        if let statement = order.at { at = try TimeReading(statement, in: calendar).only() }
        var branch: Branch?
        if let name = order.branch { branch = try Branch(name) }
        return ReturnRequest(
            key: OperationKey(scope: principal.scope, id: try OperationID(order.operation)), item: item, at: at,
            branch: branch)
    }
}
