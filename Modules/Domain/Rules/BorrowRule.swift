/// Why a copy is not lent.
public enum BorrowRefusal: OperationRefusal {
    case operationConflict(Payload.Field)
    case operationExpired
    case unknownMember
    case inactiveMember
    case unknownBook
    case unknownCopy
    case loanTooLong(maximumDays: Int)
    case futureTime
    case loanLimit(maximum: Int)
    case unavailableBook(Unavailability)

    /// Why no copy could be lent.
    public enum Unavailability: Hashable, Sendable {
        /// The copy is out on this loan.
        case onLoan(LoanID)
        /// The copy is withdrawn.
        case withdrawn
        /// The book has no copy that is free.
        case noFreeCopy
        /// It is free now, but at the stated time it was not: its last event came after.
        case notFreeThen(until: Moment)
    }

    /// The stable name of the refusal.
    public var code: String {
        switch self {
        case .operationConflict: "operationConflict"
        case .operationExpired: "operationExpired"
        case .unknownMember: "unknownMember"
        case .inactiveMember: "inactiveMember"
        case .unknownBook: "unknownBook"
        case .unknownCopy: "unknownCopy"
        case .loanTooLong: "loanTooLong"
        case .futureTime: "futureTime"
        case .loanLimit: "loanLimit"
        case .unavailableBook: "unavailableBook"
        }
    }
}

/// All that the rule of borrowing asks of a store, seen in one atomic step.
public struct BorrowFacts: Hashable, Sendable {
    /// What the ledger knows under the request's key.
    public var earlier: EarlierOperation?
    /// The member named.
    public var member: Member?
    /// The book named, or that of the copy named; nil if there is none or it was removed.
    public var book: Book?
    /// The copy named, or all copies of the book named, each with its newest loan, in any order.
    public var copies: [CopyStanding]
    /// The policy.
    public var policy: LoanPolicy
    /// How many open loans the member named has; 0 if there is no such member.
    public var openLoans: Int
    /// The loan counter: the number the next loan takes.
    public var nextLoan: LoanID

    /// Facts as a store found them.
    public init(
        earlier: EarlierOperation?, member: Member?, book: Book?, copies: [CopyStanding], policy: LoanPolicy,
        openLoans: Int, nextLoan: LoanID
    ) {
        self.earlier = earlier
        self.member = member
        self.book = book
        self.copies = copies
        self.policy = policy
        self.openLoans = openLoans
        self.nextLoan = nextLoan
    }
}

/// The rule of borrowing (design: lending, operations and their promises), from the facts to a ruling.
public struct BorrowRule: Sendable {
    /// The time of the call.
    public let now: Moment
    /// The day on which the loan begins, in the library's zone.
    public let firstDay: LibraryDay

    /// The rule at a time; `firstDay` is the day of the stated time, or else of now.
    public init(now: Moment, firstDay: LibraryDay) {
        self.now = now
        self.firstDay = firstDay
    }

    /// Decides a request.
    ///
    /// The refusals come in the order of `BorrowRefusal`.
    public func ruling(on request: BorrowRequest, given facts: BorrowFacts) -> Ruling<BorrowReceipt, BorrowRefusal> {
        if let known: Ruling<BorrowReceipt, BorrowRefusal> = EarlierOperationRule.ruling(
            given: facts.earlier, payload: { _ in request.payload },
            receipt: { BorrowReceipt(request.key, $0.result, $1) })
        {
            return known
        }
        guard let member = facts.member else { return .refuse(.unknownMember) }
        guard member.isActive else { return .refuse(.inactiveMember) }
        switch request.item {
        case .book: guard facts.book != nil else { return .refuse(.unknownBook) }
        case .copy: guard !facts.copies.isEmpty else { return .refuse(.unknownCopy) }
        }
        let days = request.days ?? facts.policy.defaultDays
        let tooLong = BorrowRefusal.loanTooLong(maximumDays: facts.policy.maximumDays)
        guard days <= facts.policy.maximumDays else { return .refuse(tooLong) }
        if let at = request.at, at.moment > now.advanced(by: futureAllowance) { return .refuse(.futureTime) }
        guard let due = firstDay.adding(days) else { return .refuse(tooLong) }
        if let limit = facts.policy.loanLimit, facts.openLoans >= limit { return .refuse(.loanLimit(maximum: limit)) }
        switch choice(for: request, among: facts.copies) {
        case .failure(let why):
            return .refuse(.unavailableBook(why.reason))
        case .success(let standing):
            return commit(request, standing, member.id, due, facts.nextLoan)
        }
    }

    /// The free copy with the lowest barcode.
    ///
    /// One that was busy after the stated time was not free then.
    private func choice(
        for request: BorrowRequest, among standings: [CopyStanding]
    ) -> Result<CopyStanding, Unavailable> {
        let free = standings.filter(\.isAvailable)
        let freeThen = free.filter { standing in
            guard let at = request.at, let last = standing.lastEvent else { return true }
            return last <= at.moment
        }
        if let lowest = freeThen.min(by: { $0.copy.barcode < $1.copy.barcode }) { return .success(lowest) }
        if let last = free.compactMap(\.lastEvent).min() { return .failure(Unavailable(.notFreeThen(until: last))) }
        guard case .copy = request.item, let only = standings.first else { return .failure(Unavailable(.noFreeCopy)) }
        return .failure(Unavailable(only.openLoan.map { .onLoan($0.id) } ?? .withdrawn))
    }

    private struct Unavailable: Error {
        let reason: BorrowRefusal.Unavailability
        init(_ reason: BorrowRefusal.Unavailability) { self.reason = reason }
    }

    /// A loan begins at least 1 ms after the last event of its copy, so that a copy's loans are in one order.
    private func commit(
        _ request: BorrowRequest, _ standing: CopyStanding, _ member: MemberID, _ due: LibraryDay, _ id: LoanID
    ) -> Ruling<BorrowReceipt, BorrowRefusal> {
        let stated = request.at?.moment ?? now
        let begins = standing.lastEvent.map { max(stated, $0.advanced(by: 1)) } ?? stated
        let loan = Loan(
            id: id, copy: standing.copy.barcode, book: standing.copy.book, member: member,
            began: Occurrence(happenedAt: begins, recordedAt: now), due: due)
        let result = OperationResult(disposition: .lent, loan: id, due: due)
        let content = LedgerContent(payload: request.payload, result: result, recordedAt: now, run: nil)
        let effects = Effects(loan: .begins(loan), key: request.key, content: content, notice: .loanBegan)
        return .commit(effects, BorrowReceipt(request.key, result, loan))
    }
}
