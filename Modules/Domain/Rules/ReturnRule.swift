/// Why a return is not applied.
public enum ReturnRefusal: OperationRefusal {
    case operationConflict(Payload.Field)
    case operationExpired
    /// The stated time may mean either of two moments, and the operation is known with neither.
    case ambiguousTime
    case futureTime
    case missingLoan
    case unknownCopy
    /// The copy was never lent.
    case notOnLoan
    /// The stated time is too close to the beginning of a loan to tell which one it speaks of: one of these two, the
    /// first nil if there was none before. A person decides and returns by loan.
    ///
    /// With no second one it speaks of a loan that is not known yet, and that the file lent before it; the first is then
    /// the loan that is still open and in its way, if one is. A person enters the loan, and the return is asked again.
    case uncertainLoan(LoanID?, LoanID?)
    /// The copy was lent only later.
    case staleReturn

    /// The stable name of the refusal.
    public var code: String {
        switch self {
        case .operationConflict: "operationConflict"
        case .operationExpired: "operationExpired"
        case .ambiguousTime: "ambiguousTime"
        case .futureTime: "futureTime"
        case .missingLoan: "missingLoan"
        case .unknownCopy: "unknownCopy"
        case .notOnLoan: "notOnLoan"
        case .uncertainLoan: "uncertainLoan"
        case .staleReturn: "staleReturn"
        }
    }
}

/// All that the rule of returning asks of a store, seen in one atomic step.
public struct ReturnFacts: Hashable, Sendable {
    /// What the ledger knows under the request's key.
    public var earlier: EarlierOperation?
    /// The loan named, or if a copy is, its newest loan that began no later than the late end of the question.
    public var loan: Loan?
    /// The copy named, or that of the loan named.
    public var copy: Copy?
    /// The newest loan of the copy named that began no later than the early end of the question.
    public var early: LoanID?
    /// The newest loan of the copy.
    public var newest: Loan?

    /// What a store found: none but what is named.
    @inlinable
    public init(
        earlier: EarlierOperation? = nil, loan: Loan? = nil, copy: Copy? = nil, early: LoanID? = nil,
        newest: Loan? = nil
    ) {
        self.earlier = earlier
        self.loan = loan
        self.copy = copy
        self.early = early
        self.newest = newest
    }
}

/// What a store is to look up for a return.
public enum ReturnQuestion: Hashable, Sendable {
    /// A loan, its copy, and that copy's newest loan.
    case loan(LoanID)
    /// A copy, its newest loan, and the newest that began no later than each of two moments.
    case copy(Barcode, early: Moment, late: Moment)
}

/// The rule of returning (design: operations and their promises), from the facts to a ruling.
public struct ReturnRule: Sendable {
    /// How far machines' clocks may be off, in milliseconds, unless another tolerance is set.
    public static let defaultTolerance: Int64 = 5 * 60_000
    /// The most that a tolerance may be set to, in milliseconds: a day.
    public static let maximumTolerance: Int64 = 24 * 3_600_000
    /// A newer loan that began so soon after a return may be the one that the return really ended.
    static let shortly: Int64 = 15 * 60_000

    /// The time of the call.
    public let now: Moment
    /// How far the clock behind a stated time may be off, in milliseconds.
    public let tolerance: Int64
    /// The import run, if it is one.
    public let run: RunID?

    /// The rule at a time, with a tolerance of 0 to `maximumTolerance` milliseconds.
    public init(
        now: Moment, tolerance: Int64 = ReturnRule.defaultTolerance, run: RunID? = nil
    ) throws(InvalidRequest) {
        guard (0...Self.maximumTolerance).contains(tolerance) else {
            throw InvalidRequest(.tolerance, .outOfRange(lowest: 0, highest: Int(Self.maximumTolerance / 60_000)))
        }
        self.now = now
        self.tolerance = tolerance
        self.run = run
    }

    /// What a store is to look up for a request.
    ///
    /// With no stated time both ends are the end of time.
    public func question(for request: ReturnRequest) -> ReturnQuestion {
        switch request.item {
        case .loan(let loan):
            return .loan(loan)
        case .copy(let copy):
            let end = Moment(milliseconds: .max)
            guard let at = request.at else { return .copy(copy, early: end, late: end) }
            return .copy(
                copy, early: at.moment.advanced(by: -tolerance),
                late: Self.lateEnd(of: at, tolerance: tolerance))
        }
    }

    /// The latest moment that a stated time may speak of, by a clock that may be off by so many milliseconds.
    public static func lateEnd(of at: StatedTime, tolerance: Int64) -> Moment {
        at.moment.advanced(by: at.resolution).advanced(by: tolerance)
    }

    /// Decides a request.
    ///
    /// The refusals come in the order of `ReturnRefusal`.
    public func ruling(on request: ReturnRequest, given facts: ReturnFacts) -> Ruling<ReturnReceipt, ReturnRefusal> {
        if let known: Ruling<ReturnReceipt, ReturnRefusal> = EarlierOperationRule.ruling(
            given: facts.earlier, payload: request.payload(as:), receipt: { ReturnReceipt(request.key, $0, $1) })
        {
            return known
        }
        if request.otherReading != nil { return .refuse(.ambiguousTime) }
        if let at = request.at, at.moment > now.advanced(by: futureAllowance) { return .refuse(.futureTime) }
        switch loanSpokenOf(request, facts) {
        case .failure(let why): return .refuse(why.refusal)
        case .success(let loan): return commit(request, loan, facts)
        }
    }

    /// A stated time speaks of the newest loan of the copy that began no later than it.
    private func loanSpokenOf(_ request: ReturnRequest, _ facts: ReturnFacts) -> Result<Loan, Refused> {
        switch request.item {
        case .loan:
            return facts.loan.map { .success($0) } ?? .failure(Refused(.missingLoan))
        case .copy:
            guard facts.copy != nil else { return .failure(Refused(.unknownCopy)) }
            guard let newest = facts.newest else { return .failure(Refused(.notOnLoan)) }
            guard request.at != nil else { return .success(newest) }
            guard facts.early == facts.loan?.id else {
                return .failure(Refused(.uncertainLoan(facts.early, facts.loan?.id)))
            }
            if let unknown = unknownLoan(before: request, facts.loan) { return .failure(Refused(unknown)) }
            return facts.loan.map { .success($0) } ?? .failure(Refused(.staleReturn))
        }
    }

    /// The refusal of a return that speaks of a loan which was stated before it and is not the one found: to end or match
    /// an older one would leave the newer open for ever once it is entered.
    private func unknownLoan(before request: ReturnRequest, _ found: Loan?) -> ReturnRefusal? {
        // Files may be put together of several: a loan that is stated before it and happened after says nothing of it.
        guard let lent = request.lastLent, let at = request.at,
            lent <= Self.lateEnd(of: at, tolerance: tolerance)
        else { return nil }
        if let found, found.began.happenedAt >= lent.advanced(by: -tolerance) { return nil }
        return .uncertainLoan(found.flatMap { $0.isOpen ? $0.id : nil }, nil)
    }

    private struct Refused: Error {
        let refusal: ReturnRefusal
        init(_ refusal: ReturnRefusal) { self.refusal = refusal }
    }

    private func commit(
        _ request: ReturnRequest, _ loan: Loan, _ facts: ReturnFacts
    ) -> Ruling<ReturnReceipt, ReturnRefusal> {
        let happenedAt = request.at?.moment ?? now
        let returned = Occurrence(happenedAt: max(happenedAt, loan.began.happenedAt), recordedAt: now)
        let ended = loan.changed(due: loan.due, returned: loan.returned ?? returned)
        let result = OperationResult(
            disposition: loan.isOpen ? .returned : .alreadyReturned, loan: loan.id, due: loan.due,
            notes: notes(request, loan, facts, happenedAt))
        let content = LedgerContent(payload: request.payload, result: result, recordedAt: now, run: run)
        let effects = Effects(
            loan: loan.isOpen ? .ends(ended) : nil, key: request.key, content: content,
            notice: loan.isOpen ? .returned : nil)
        return .commit(effects, ReturnReceipt(request.key, content, ended))
    }

    private func notes(
        _ request: ReturnRequest, _ loan: Loan, _ facts: ReturnFacts, _ happenedAt: Moment
    ) -> ReturnNotes {
        var notes: ReturnNotes = []
        if let here = request.branch, let home = facts.copy?.branch, here != home { notes.insert(.otherBranch) }
        if facts.copy?.isWithdrawn == true { notes.insert(.withdrawnCopy) }
        if let newest = facts.newest, newest.isOpen, newest.id != loan.id {
            notes.insert(.onLoanAgain)
            if newest.began.happenedAt <= happenedAt.advanced(by: Self.shortly) { notes.insert(.onLoanAgainShortly) }
        }
        return notes
    }
}
