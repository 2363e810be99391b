public import Domain
public import Ports

/// One line of a file, as its format read it.
public struct ReturnLine: Hashable, Sendable {
    /// What a line says.
    public enum Content: Hashable, Sendable {
        /// A copy came back.
        case returned(StatedReturn)
        /// The line is no return; it names its action, and the loan if it states one that a person can enter.
        case unsupported(action: String, loan: StatedLoan? = nil)
        /// The line cannot be read, and why.
        case malformed(reason: String)
    }

    /// The number of the file in this run, from 0.
    public let file: Int
    /// The line's number in its file, from 1.
    public let number: Int
    /// What it says.
    public let content: Content
    /// What else it holds, to be kept in a report.
    public let others: [OtherColumn]
    /// What the line is known by whenever it is read again, if it is no return.
    public let digest: OperationID?

    /// A line of a file; `digest` is made of the bytes of a line that is no return.
    public init(
        file: Int, number: Int, content: Content, others: [OtherColumn] = [], digest: OperationID? = nil
    ) {
        self.file = file
        self.number = number
        self.content = content
        self.others = others
        self.digest = digest
    }

    /// What the line is known by whenever it is read again.
    public var identity: OperationID? {
        if case .returned(let stated) = content { stated.operation } else { digest }
    }
}

/// A column that means nothing here: whoever made the file knows it again in the report.
public struct OtherColumn: Hashable, Sendable {
    /// Its name in the file.
    public let name: String
    /// What stands in it.
    public let text: String

    /// A column with its text.
    public init(name: String, text: String) {
        self.name = name
        self.text = text
    }
}

/// A return that a line states.
public struct StatedReturn: Hashable, Sendable {
    /// The line's identity: the same whenever the line is read again.
    public let operation: OperationID
    /// What came back.
    public let item: ReturnRequest.Item
    /// When.
    public let time: TimeStatement
    /// Where, if the line says so.
    public let branch: Branch?
    /// The time as it was written, if that is kept for a report.
    public let writtenTime: String?

    /// A return that a line states.
    public init(
        operation: OperationID, item: ReturnRequest.Item, time: TimeStatement, branch: Branch? = nil,
        writtenTime: String? = nil
    ) {
        self.operation = operation
        self.item = item
        self.time = time
        self.branch = branch
        self.writtenTime = writtenTime
    }
}

/// What became of a line.
public struct LineOutcome: Hashable, Sendable {
    /// The line.
    public let line: ReturnLine
    /// What is said of it.
    public let verdict: Verdict
    /// The store's decision, if it was asked.
    public let decision: ReturnDecision?
    /// The moments a local time may mean, where it is ambiguous.
    public let readings: [Moment]
    /// Whether an earlier run applied it: the verdict is its original one.
    public let isReplayed: Bool
    /// Whether an earlier line of this run applied it.
    public let isDuplicateInRun: Bool

    /// The receipt, if there is one.
    public var receipt: ReturnReceipt? {
        if case .done(let answer) = decision { answer.receipt } else { nil }
    }

    /// Whether nobody needs to look at it.
    public var isSettled: Bool { verdict.isSettled && receipt?.isSettled != false }

    init(
        _ line: ReturnLine, _ verdict: Verdict, decision: ReturnDecision? = nil, readings: [Moment] = [],
        isReplayed: Bool = false, isDuplicateInRun: Bool = false
    ) {
        self.line = line
        self.verdict = verdict
        self.decision = decision
        self.readings = readings
        self.isReplayed = isReplayed
        self.isDuplicateInRun = isDuplicateInRun
    }
}

/// What became of the lines of a chunk, one outcome a line, in order; each is made when it is asked for.
public struct LineOutcomes: Sequence, Sendable {
    let lines: [ReturnLine]
    /// The outcomes of lines that no store was asked about, by place.
    let undecided: [Int: LineOutcome]
    /// The store's decisions on the others.
    let decisions: [ReturnDecision]
    let run: RunID

    /// Goes through the outcomes in the order of the lines.
    public func makeIterator() -> some IteratorProtocol<LineOutcome> {
        var decided = decisions.makeIterator()
        return lines.enumerated().lazy.compactMap { index, line in
            undecided[index] ?? decided.next().map { outcome(of: line, $0) }
        }.makeIterator()
    }

    private func outcome(of line: ReturnLine, _ decision: ReturnDecision) -> LineOutcome {
        var isReplayed = false
        var isDuplicate = false
        if case .done(let answer) = decision, case .replayed(let earlier) = answer.origin {
            isDuplicate = earlier == run
            isReplayed = !isDuplicate
        }
        return LineOutcome(
            line, Verdict(decision), decision: decision, isReplayed: isReplayed, isDuplicateInRun: isDuplicate)
    }
}

/// Reconciles lines of returns with the loans, one chunk at a time.
public struct ReconcileReturns: Sendable {
    /// Which of its two moments a local time means that occurs twice.
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
        /// What to make of a local time that occurs twice; nil leaves it to a person.
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

    /// Reconciles a chunk: its effects are committed together, and are durable when this returns.
    ///
    /// One outcome a line, in order. After a failure nothing of the chunk is known to be applied; the same lines sent
    /// again are applied once.
    public func callAsFunction(
        _ lines: [ReturnLine], as principal: Principal
    ) throws(ReturnFailure) -> LineOutcomes {
        try ReturnFailure.require(.import, of: principal)
        let rule = try ReturnFailure.check(
            try ReturnRule(now: clock.now(), tolerance: settings.tolerance, run: settings.run))
        var requests: [ReturnRequest] = []
        requests.reserveCapacity(lines.count)
        var undecided: [Int: LineOutcome] = [:]
        for (index, line) in lines.enumerated() {
            switch request(for: line, scope: principal.scope) {
            case .success(let request): requests.append(request)
            case .failure(let early): undecided[index] = early.outcome
            }
        }
        var decisions: [ReturnDecision] = []
        if !requests.isEmpty { decisions = try ReturnFailure.ask(try loans.commitReturns(requests, under: rule)) }
        precondition(decisions.count == requests.count, "a store answers each request once")
        return LineOutcomes(lines: lines, undecided: undecided, decisions: decisions, run: settings.run)
    }

    /// The one moment that a written time means under the settings of the run; nil if there is none, or more than one.
    public func onlyMoment(of time: TimeStatement) -> Moment? {
        switch TimeReading(time.shifted(by: settings.clockOffset), in: calendar) {
        case .at(let only): only.moment
        case .ambiguous(let earlier, let later):
            settings.ambiguity.map { $0 == .later ? later.moment : earlier.moment }
        case .nonexistent: nil
        }
    }

    /// When a line happened, as far as that can be told: lines of several files are put in this order.
    public func moment(of time: TimeStatement) -> Moment? {
        switch TimeReading(time.shifted(by: settings.clockOffset), in: calendar) {
        case .at(let only): only.moment
        case .ambiguous(let earlier, let later): settings.ambiguity == .later ? later.moment : earlier.moment
        case .nonexistent: nil
        }
    }

    private struct Undecided: Error {
        let outcome: LineOutcome
    }

    private func request(for line: ReturnLine, scope: OperationScope) -> Result<ReturnRequest, Undecided> {
        switch line.content {
        case .malformed:
            return .failure(Undecided(outcome: LineOutcome(line, .malformed)))
        case .unsupported:
            return .failure(Undecided(outcome: LineOutcome(line, .unsupportedAction)))
        case .returned(let stated):
            let time: StatedTime
            switch TimeReading(stated.time.shifted(by: settings.clockOffset), in: calendar) {
            case .at(let only):
                time = only
            case .nonexistent:
                return .failure(Undecided(outcome: LineOutcome(line, .nonexistentTime)))
            case .ambiguous(let earlier, let later):
                switch settings.ambiguity {
                case .earlier: time = earlier
                case .later: time = later
                case nil:
                    let readings = [earlier.moment, later.moment]
                    return .failure(Undecided(outcome: LineOutcome(line, .ambiguousTime, readings: readings)))
                }
            }
            let key = OperationKey(scope: scope, id: stated.operation)
            return .success(ReturnRequest(key: key, item: stated.item, at: time, branch: stated.branch))
        }
    }
}
