public import Domain

/// What became of a line.
public struct LineOutcome: Hashable, Sendable {
    /// The line.
    public let line: ReturnLine
    /// What is said of it.
    public let verdict: Verdict
    /// The store's decision, if it was asked.
    public let decision: ReturnDecision?
    /// The moments a local time may mean, where a person is asked that or needs it to enter a loan.
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
    /// By place, the outcomes of lines that no store was asked about, or only whether it knows them.
    let undecided: [Int: LineOutcome]
    /// The store's decisions on the lines that it was asked about.
    let decisions: [ReturnDecision]
    let run: RunID

    /// Goes through the outcomes in the order of the lines.
    public func makeIterator() -> some IteratorProtocol<LineOutcome> {
        var decided = decisions.makeIterator()
        return lines.enumerated().lazy.compactMap { index, line in
            let early = undecided[index]
            // A store is asked of every return, if only whether it knows it.
            guard case .returned = line.content else { return early }
            return decided.next().map { decision in
                if let early, decision == .refused(.ambiguousTime) { return early }
                return outcome(of: line, decision)
            }
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
