/// A line that an import asked a person about and that no later import found settled.
public struct AskedLine: Hashable, Sendable {
    /// The run that asked, and the line's place among those it asked about, from 1 in the order in which it met them.
    public struct Place: Hashable, Comparable, Sendable {
        /// The run.
        public let run: RunID
        /// The place in the run, from 1.
        public let number: Int

        /// A place in a run.
        public init(run: RunID, number: Int) {
            self.run = run
            self.number = number
        }

        /// Orders by run, then by number.
        public static func < (lhs: Place, rhs: Place) -> Bool {
            (lhs.run.value, lhs.number) < (rhs.run.value, rhs.number)
        }
    }

    /// What else there is to know besides the verdict.
    public enum Doubt: Hashable, Sendable {
        /// The loans that it may be.
        case loans(LoanID?, LoanID?)
        /// The moments that its time may mean.
        case readings(Moment, Moment)
        /// What differs from the earlier operation under its ID.
        case field(Payload.Field)
        /// What makes it unreadable, or the action it states.
        case words(String)
    }

    /// Where it stands among the lines that were asked about.
    public let place: Place
    /// The number of its file in the run, from 0.
    public let file: Int
    /// Its number in the file, from 1.
    public let line: Int
    /// What it is known by whenever it is read again: its operation ID, or a digest of a line that is no return.
    public let identity: OperationID
    /// What was said of it.
    public let verdict: Verdict
    /// What it gives back, if it is a return.
    public let item: ReturnRequest.Item?
    /// The time it states, as it was read, if it states one.
    public let statedAt: String?
    /// What else there is to know.
    public let doubt: Doubt?
    /// Whether a person said that it is dealt with: nobody is asked about it as long as its verdict stays.
    public var isSettled: Bool

    /// A line as a store keeps it.
    public init(
        place: Place, file: Int, line: Int, identity: OperationID, verdict: Verdict, item: ReturnRequest.Item?,
        statedAt: String?, doubt: Doubt?, isSettled: Bool = false
    ) {
        self.place = place
        self.file = file
        self.line = line
        self.identity = identity
        self.verdict = verdict
        self.item = item
        self.statedAt = statedAt
        self.doubt = doubt
        self.isSettled = isSettled
    }
}

extension AskedLine.Doubt {
    /// The doubt as text: what stores keep.
    public var stored: String {
        switch self {
        case .loans(let first, let second):
            "loans \(first.map { "\($0)" } ?? "-") \(second.map { "\($0)" } ?? "-")"
        case .readings(let first, let second): "readings \(first.milliseconds) \(second.milliseconds)"
        case .field(let field): "field \(field.rawValue)"
        case .words(let text): "words \(text)"
        }
    }

    /// Takes what a store kept; nil if it cannot be read.
    public init?(stored text: String) {
        let parts = text.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2 else { return nil }
        let numbers = parts[1].split(separator: " ").map { Int64($0) }
        switch parts[0] {
        case "loans":
            guard numbers.count == 2 else { return nil }
            self = .loans(numbers[0].map(LoanID.init(stored:)), numbers[1].map(LoanID.init(stored:)))
        case "readings":
            guard numbers.count == 2, let first = numbers[0], let second = numbers[1] else { return nil }
            self = .readings(Moment(milliseconds: first), Moment(milliseconds: second))
        case "field":
            guard let field = Payload.Field(rawValue: parts[1]) else { return nil }
            self = .field(field)
        case "words": self = .words(parts[1])
        default: return nil
        }
    }
}
