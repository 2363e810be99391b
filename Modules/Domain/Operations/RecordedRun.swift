/// A run of an import, as it is remembered.
public struct RecordedRun: Hashable, Sendable {
    /// How far a run is.
    ///
    /// The number is what stores keep.
    public enum State: Int, Hashable, Sendable {
        /// It goes on, or it was killed.
        case unfinished = 0
        /// It came to the end of its files.
        case finished = 1
        /// It was asked to stop before.
        case stopped = 2

        /// The stable name of the state.
        public var code: String {
            switch self {
            case .unfinished: "unfinished"
            case .finished: "finished"
            case .stopped: "stopped"
            }
        }
    }

    /// The run; later ones have higher numbers.
    public let id: RunID
    /// Whose lines they are: `source:NAME`.
    public let scope: OperationScope
    /// The names of its files, as they were stated.
    public let files: [String]
    /// When it began.
    public let startedAt: Moment
    /// When it came to its end, or was last known to go on.
    public var endedAt: Moment
    /// How far it is.
    public var state: State
    /// What its lines came to so far.
    public var counts: ImportCounts

    /// A run as a store keeps it.
    public init(
        id: RunID, scope: OperationScope, files: [String], startedAt: Moment, endedAt: Moment,
        state: State = .unfinished, counts: ImportCounts = ImportCounts()
    ) {
        self.id = id
        self.scope = scope
        self.files = files
        self.startedAt = startedAt
        self.endedAt = endedAt
        self.state = state
        self.counts = counts
    }
}

/// How many lines of an import came to what.
public struct ImportCounts: Hashable, Sendable {
    /// All lines.
    public var lines = 0
    /// Those that need a person.
    public var attention = 0
    /// How many of them each earlier run asked about already.
    public var askedIn: [RunID: Int] = [:]
    /// How many of them are not remembered, for too many lines of the source were open.
    public var unremembered = 0
    /// Those that would need a person, had none settled them.
    public var settledByPerson = 0
    /// Those that an earlier run had applied.
    public var replayed = 0
    /// Those that an earlier line of the run had applied.
    public var duplicates = 0
    /// Those of each verdict that occurred.
    public var verdicts: [Verdict: Int] = [:]

    /// Nothing yet.
    public init() {}

    /// Those that need a person and that an earlier run asked about already.
    public var seenBefore: Int { askedIn.values.reduce(0, +) }

    /// Those that need a person, and that the run remembers as its own.
    public var askedHere: Int { attention - seenBefore - unremembered }

    private static let unrememberedWord = "unremembered"

    /// The counts of the verdicts as one text, in the order of the verdicts: what stores keep.
    public var storedVerdicts: String {
        Verdict.allCases.compactMap { verdict in verdicts[verdict].map { "\(verdict.rawValue) \($0)" } }
            .joined(separator: ",")
    }

    /// How many lines each earlier run asked about, and how many are not remembered, as one text, in the order of the runs:
    /// what stores keep.
    public var storedAskedIn: String {
        let runs = askedIn.sorted { $0.key.value < $1.key.value }.map { "\($0.key.value) \($0.value)" }
        return (runs + (unremembered > 0 ? ["\(Self.unrememberedWord) \(unremembered)"] : [])).joined(separator: ",")
    }

    /// Takes how many lines each earlier run asked about, and how many are not remembered, from what a store kept; false if
    /// it cannot be read.
    public mutating func take(storedAskedIn text: String) -> Bool {
        (askedIn, unremembered) = ([:], 0)
        for part in text.split(separator: ",") {
            let words = part.split(separator: " ")
            if words.count == 2, words[0] == Self.unrememberedWord, let count = Int(words[1]) {
                unremembered = count
                continue
            }
            guard words.count == 2, let run = Int64(words[0]), let count = Int(words[1]),
                askedIn.updateValue(count, forKey: RunID(stored: run)) == nil
            else { return false }
        }
        return true
    }

    /// Takes the counts of the verdicts from what a store kept; false if they cannot be read.
    public mutating func take(storedVerdicts text: String) -> Bool {
        verdicts = [:]
        for part in text.split(separator: ",") {
            let words = part.split(separator: " ")
            guard words.count == 2, let verdict = Verdict(rawValue: String(words[0])), let count = Int(words[1]),
                verdicts.updateValue(count, forKey: verdict) == nil
            else { return false }
        }
        return true
    }
}
