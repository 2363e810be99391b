public import Domain
public import Ports

/// Finds loans.
public struct FindLoans: Sendable {
    /// Which loans are wanted, as stated; the conditions all apply.
    public struct Query: Hashable, Sendable {
        /// Only loans that are open.
        public var isOpen = false
        /// Only open loans whose due day has passed.
        public var isOverdue = false
        /// Only this member's loans.
        public var member: Int64?
        /// Only loans of this book's copies.
        public var book: Int64?

        /// All loans.
        public init() {}
    }

    private let loans: any LoanReading
    private let calendar: any LibraryCalendar
    private let clock: any WallClock

    /// Works by way of these ports.
    public init(loans: any LoanReading, calendar: any LibraryCalendar, clock: any WallClock) {
        self.loans = loans
        self.calendar = calendar
        self.clock = clock
    }

    /// The library's day now.
    public var today: LibraryDay { calendar.day(of: clock.now()) ?? .latest }

    /// Gives the loans that match, in order of their numbers, page by page, until `use` gives false.
    ///
    /// Nothing of the store is held while a page is used.
    public func each(
        matching query: Query, as principal: Principal, _ use: ([Loan]) -> Bool
    ) throws(HoldingsFailure) {
        try HoldingsFailure.require(.borrow, of: principal)
        let filter = try HoldingsFailure.check(try self.filter(query))
        try eachPage(after: \Loan.id, use: use) { (after, limit) throws(StoreFailure) in
            try loans.loans(matching: filter, after: after, limit: limit)
        }
    }

    private func filter(_ query: Query) throws(InvalidRequest) -> LoanFilter {
        var filter = LoanFilter()
        filter.isOpen = query.isOpen
        if query.isOverdue { filter.overdueOn = today }
        if let member = query.member { filter.member = try MemberID(stated: member, as: .member) }
        if let book = query.book { filter.book = try BookID(stated: book, as: .book) }
        return filter
    }
}
