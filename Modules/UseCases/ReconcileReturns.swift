public import Domain
public import Ports

/// Reconciles lines of returns with the loans, one chunk at a time.
public struct ReconcileReturns: Sendable {
    /// Which of its two moments a local time means that occurs twice, or that a clock change skips.
    public enum Ambiguity: String, Hashable, Sendable {
        case earlier, later
    }

    /// How a run reads its files.
    public struct Settings: Hashable, Sendable {
        /// The run.
        public var run: RunID
        /// Milliseconds by which the machine's clock was behind; they are added to each time.
        public var clockOffset: Int64
        /// How far a machine's clock may be off, in milliseconds.
        public var tolerance: Int64
        /// What to make of a local time that occurs twice or never; nil leaves it to a person.
        public var ambiguity: Ambiguity?

        /// How a run reads its files.
        public init(
            run: RunID, clockOffset: Int64 = 0, tolerance: Int64 = ReturnRule.defaultTolerance,
            ambiguity: Ambiguity? = nil
        ) {
            self.run = run
            self.clockOffset = clockOffset
            self.tolerance = tolerance
            self.ambiguity = ambiguity
        }
    }

    private let loans: any LoanReturning
    private let calendar: any LibraryCalendar
    private let clock: any WallClock
    private let settings: Settings

    /// Reconciles by way of these ports; the calendar may be of another zone than the library's, for a file from there.
    public init(
        loans: any LoanReturning, calendar: any LibraryCalendar, clock: any WallClock, settings: Settings
    ) {
        self.loans = loans
        self.calendar = calendar
        self.clock = clock
        self.settings = settings
    }

    /// A chunk of lines, ready to be committed: all that can be told of them without the store.
    public struct Chunk: Sendable {
        /// The lines.
        public let lines: [ReturnLine]
        fileprivate let requests: [ReturnRequest]
        /// By place, the outcomes of lines that no store is asked about, or only whether it knows them.
        fileprivate let undecided: [Int: LineOutcome]
    }

    /// Reconciles a chunk: its effects are committed together, and are durable when this returns.
    ///
    /// One outcome a line, in order. After a failure nothing of the chunk is known to be applied; the same lines sent
    /// again are applied once.
    public func callAsFunction(
        _ lines: [ReturnLine], as principal: Principal
    ) throws(ReturnFailure) -> LineOutcomes {
        try commit(try prepare(lines, as: principal))
    }

    /// Makes a chunk ready, which needs no store and so may be done while another is committed.
    ///
    /// - Parameters:
    ///   - lines: the lines.
    ///   - principal: who imports, and from where.
    ///   - closed: whether a person settled a line so that it is never applied, whatever its time means now.
    public func prepare(
        _ lines: [ReturnLine], as principal: Principal, closed: (ReturnLine) -> Bool = { _ in false }
    ) throws(ReturnFailure) -> Chunk {
        try ReturnFailure.require(.import, of: principal)
        var requests: [ReturnRequest] = []
        requests.reserveCapacity(lines.count)
        var undecided: [Int: LineOutcome] = [:]
        for (index, line) in lines.enumerated() {
            switch line.content {
            case .malformed: undecided[index] = LineOutcome(line, .malformed)
            case .unsupported(_, let loan):
                undecided[index] = LineOutcome(line, .unsupportedAction, readings: readings(of: loan))
            case .returned(let stated):
                let reading = reading(of: stated.time)
                let time = reading.settled(by: settings.ambiguity)
                if closed(line) {
                    // The ledger is asked all the same: a run that was killed may have applied it before it was settled.
                    let moment = time?.moment ?? reading.moments[0]
                    requests.append(request(stated, at: StatedTime(moment), or: moment, scope: principal.scope))
                    undecided[index] = LineOutcome(line, .futureTime)
                } else if let time {
                    requests.append(request(stated, at: time, scope: principal.scope))
                } else {
                    // A run that was told what its time means may have applied it.
                    let moments = reading.moments
                    requests.append(
                        request(stated, at: StatedTime(moments[0]), or: moments[1], scope: principal.scope))
                    undecided[index] = LineOutcome(line, reading.verdict, readings: moments)
                }
            }
        }
        return Chunk(lines: lines, requests: requests, undecided: undecided)
    }

    /// Commits a chunk that was made ready; the rest is as in `callAsFunction`.
    public func commit(_ chunk: Chunk) throws(ReturnFailure) -> LineOutcomes {
        let rule = try ReturnFailure.check(
            try ReturnRule(now: clock.now(), tolerance: settings.tolerance, run: settings.run))
        var decisions: [ReturnDecision] = []
        if !chunk.requests.isEmpty {
            decisions = try ReturnFailure.ask(try loans.commitReturns(chunk.requests, under: rule))
        }
        precondition(decisions.count == chunk.requests.count, "a store answers each request once")
        return LineOutcomes(
            lines: chunk.lines, undecided: chunk.undecided, decisions: decisions, run: settings.run)
    }

    /// The one moment that a written time means under the settings of the run; nil if there is none, or more than one.
    public func onlyMoment(of time: TimeStatement) -> Moment? {
        reading(of: time).settled(by: settings.ambiguity)?.moment
    }

    /// When a line happened, as far as that can be told: lines of several files are put in this order.
    public func moment(of time: TimeStatement) -> Moment? {
        reading(of: time).settled(by: settings.ambiguity ?? .earlier)?.moment
    }

    /// Until when a line may really have happened, as far as that can be told: its machine's clock may be off.
    public func lateEnd(of time: TimeStatement) -> Moment? {
        reading(of: time).settled(by: settings.ambiguity ?? .later).map {
            ReturnRule.lateEnd(of: $0, tolerance: settings.tolerance)
        }
    }

    /// The moments at which a person may have to enter a loan; none if there is no doubt about it, or nothing to enter.
    private func readings(of loan: StatedLoan?) -> [Moment] {
        guard let loan, loan.card != nil else { return [] }
        let reading = reading(of: loan.time)
        return reading.settled(by: settings.ambiguity) == nil ? reading.moments : []
    }

    private func reading(of time: TimeStatement) -> TimeReading {
        TimeReading(time.shifted(by: settings.clockOffset), in: calendar)
    }

    private func request(
        _ stated: StatedReturn, at time: StatedTime, or other: Moment? = nil, scope: OperationScope
    ) -> ReturnRequest {
        ReturnRequest(
            key: OperationKey(scope: scope, id: stated.operation), item: stated.item, at: time, branch: stated.branch,
            lastLent: stated.lastLent, otherReading: other)
    }
}
