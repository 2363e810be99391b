/// A wish to borrow, within the absolute limits.
public struct BorrowRequest: Hashable, Sendable {
    /// What is to be lent.
    public enum Item: Hashable, Sendable {
        /// Any copy of the book: the one with the lowest barcode that is free.
        case book(BookID)
        /// This copy.
        case copy(Barcode)
    }

    /// Who borrows, as the caller states it; the store finds the member in the same atomic step.
    public enum Borrower: Hashable, Sendable {
        case member(MemberID)
        case card(CardNumber)
    }

    /// The operation's key.
    public let key: OperationKey
    /// What is to be lent.
    public let item: Item
    /// To whom.
    public let borrower: Borrower
    /// For how many days, 1 to 365; nil leaves it to the policy.
    public let days: Int?
    /// When it happened, if that was stated.
    public let at: StatedTime?

    /// Checks a stated request; days are 1 to 365.
    public init(
        key: OperationKey, item: Item, borrower: Borrower, days: Int? = nil, at: StatedTime? = nil
    ) throws(InvalidRequest) {
        if let days { try LoanPolicy.check(days, in: LoanPolicy.absoluteDays, as: .days) }
        self.key = key
        self.item = item
        self.borrower = borrower
        self.days = days
        self.at = at
    }

    /// As above, for a member who is stated by number.
    public init(
        key: OperationKey, item: Item, member: MemberID, days: Int? = nil, at: StatedTime? = nil
    ) throws(InvalidRequest) {
        try self.init(key: key, item: item, borrower: .member(member), days: days, at: at)
    }

    /// What the caller stated.
    public var payload: Payload {
        let stated: Payload.Item =
            switch item {
            case .book(let book): .book(book)
            case .copy(let copy): .copy(copy)
            }
        switch borrower {
        case .member(let member):
            return Payload(kind: .borrow, item: stated, member: member, days: days, happenedAt: at?.moment)
        case .card(let card):
            return Payload(
                kind: .borrow, item: stated, card: CardDigest(of: card), days: days, happenedAt: at?.moment)
        }
    }
}

/// A wish to take a copy back, within the absolute limits.
public struct ReturnRequest: Hashable, Sendable {
    /// What comes back.
    public enum Item: Hashable, Sendable {
        /// This loan, whatever the time.
        case loan(LoanID)
        /// This copy: its loan at the stated time, or else the one it is out on.
        case copy(Barcode)
    }

    /// The operation's key.
    public let key: OperationKey
    /// What comes back.
    public let item: Item
    /// When it happened, if that was stated.
    public let at: StatedTime?
    /// Where it came back, if known; no part of the payload.
    public let branch: Branch?
    /// When the copy was last lent before, if whoever states the return says so; no part of the payload.
    ///
    /// The loan that ends began no earlier. A file says it of an offline day, whose loans the library may not know yet.
    public let lastLent: Moment?
    /// The other moment that the stated time may mean, where the clocks leave that open and nobody chose; or the stated one
    /// again, of a return that is closed.
    ///
    /// Such a request is never applied: it only asks what became of the operation, if it is known with either moment.
    public let otherReading: Moment?

    /// A request as it was stated.
    public init(
        key: OperationKey, item: Item, at: StatedTime? = nil, branch: Branch? = nil, lastLent: Moment? = nil,
        otherReading: Moment? = nil
    ) {
        self.key = key
        self.item = item
        self.at = at
        self.branch = branch
        self.lastLent = lastLent
        self.otherReading = otherReading
    }

    /// What the caller stated.
    public var payload: Payload { payload(at: at?.moment) }

    /// What the caller stated, with that reading of the time which an earlier operation has, if one is the same.
    func payload(as earlier: LedgerContent) -> Payload {
        let isOther = otherReading != nil && otherReading == earlier.payload.happenedAt
        return payload(at: isOther ? otherReading : at?.moment)
    }

    private func payload(at moment: Moment?) -> Payload {
        let stated: Payload.Item =
            switch item {
            case .loan(let loan): .loan(loan)
            case .copy(let copy): .copy(copy)
            }
        return Payload(kind: .return, item: stated, happenedAt: moment)
    }
}
