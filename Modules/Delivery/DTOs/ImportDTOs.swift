public import Domain
public import UseCases

/// The beginning of a report of an import: `source, run, dryRun, files`.
///
/// A run is text: it has more digits than every reader of numbers keeps.
public struct ImportReportDTO: JSONDocument {
    /// `importReport`.
    public let kind = "importReport"
    private let source: String
    private let run: RunID
    private let isRehearsal: Bool
    private let files: [String]

    /// The shape of a run's beginning.
    public init(source: String, run: RunID, isRehearsal: Bool, files: [String]) {
        self.source = source
        self.run = run
        self.isRehearsal = isRehearsal
        self.files = files
    }

    /// Writes its members.
    public func writeMembers(into json: inout JSONWriter) {
        json.member("source", source)
        json.member("run", String(run.value))
        json.member("dryRun", isRehearsal)
        json.member("files", files)
    }
}

/// A line of an import: `file, line, verdict, settled, reason, replayed, duplicateInFile, notes`, what the line states
/// (`action, operation, copy, loan, statedAt, branch`), what it may mean (`earlierLoan, laterLoan, earlierReading,
/// laterReading, conflictField`), when it happened and was recorded (`happenedAt, recordedAt`), and `columns`.
///
/// `statedAt` is the time as it was read, in the zone of the file. `loan` is the one that was returned, or the one stated.
/// `columns` has the columns of the file that mean nothing here.
public struct ImportLineDTO: JSONDocument {
    /// `importLine`.
    public let kind = "importLine"
    private let outcome: LineOutcome
    private let file: String
    private let reason: String?

    /// The shape of a line's outcome; the reason says in plain words why a person should look.
    public init(_ outcome: LineOutcome, file: String, reason: String?) {
        self.outcome = outcome
        self.file = file
        self.reason = reason
    }

    /// Writes its members.
    public func writeMembers(into json: inout JSONWriter) {
        json.member("file", file)
        json.member("line", outcome.line.number)
        json.member("verdict", outcome.verdict.rawValue)
        json.member("settled", outcome.isSettled)
        json.member("reason", reason)
        json.member("replayed", outcome.isReplayed)
        json.member("duplicateInFile", outcome.isDuplicateInRun)
        json.member("notes", outcome.receipt?.notes.names ?? [])
        writeStatement(into: &json)
        writeDoubts(into: &json)
        json.member("happenedAt", outcome.receipt?.occurrence.happenedAt)
        json.member("recordedAt", outcome.receipt?.occurrence.recordedAt)
        json.member("columns", object: Columns(columns: outcome.line.others))
    }

    private func writeStatement(into json: inout JSONWriter) {
        var action: String?
        var copy = outcome.receipt?.loan.copy
        var loan = outcome.receipt?.loan.id
        var stated: StatedReturn?
        switch outcome.line.content {
        case .returned(let found): stated = found
        case .unsupported(let name): action = name
        case .malformed: break
        }
        switch stated?.item {
        case .copy(let barcode): copy = barcode
        case .loan(let id): loan = id
        case nil: break
        }
        json.member("action", action)
        json.member("operation", stated?.operation.text)
        json.member("copy", copy?.text)
        json.member("loan", loan?.value)
        json.member("statedAt", stated.flatMap { Self.text($0.time) })
        json.member("branch", stated?.branch?.description)
    }

    private func writeDoubts(into json: inout JSONWriter) {
        var (earlier, later): (LoanID?, LoanID?) = (nil, nil)
        var field: String?
        switch outcome.decision {
        case .refused(.uncertainLoan(let first, let second)): (earlier, later) = (first, second)
        case .refused(.operationConflict(let differing)): field = differing.rawValue
        default: break
        }
        json.member("earlierLoan", earlier?.value)
        json.member("laterLoan", later?.value)
        json.member("earlierReading", outcome.readings.first)
        json.member("laterReading", outcome.readings.last)
        json.member("conflictField", field)
    }

    private static func text(_ time: TimeStatement) -> String? {
        switch time {
        case .instant(let moment, _): LocalTime(at: moment, offset: 0).map { "\($0)Z" }
        case .local(let local, _): "\(local)"
        case .date(let day): "\(day)"
        }
    }

    private struct Columns: JSONShape {
        let columns: [OtherColumn]

        func writeMembers(into json: inout JSONWriter) {
            for column in columns { json.member(named: column.name, text: column.text) }
        }
    }
}

/// What came of an import: `source, run, dryRun, complete, lines, settled, attention, replayed, duplicateInFile`, and
/// `verdicts` with a number for each that occurred.
public struct ImportSummaryDTO: JSONDocument {
    /// `importSummary`.
    public let kind = "importSummary"
    private let source: String
    private let run: RunID
    private let isRehearsal, isComplete: Bool
    private let counts: ImportCounts

    /// The shape of a run's end; it is incomplete if it was stopped before the last line.
    public init(source: String, run: RunID, isRehearsal: Bool, isComplete: Bool, counts: ImportCounts) {
        self.source = source
        self.run = run
        self.isRehearsal = isRehearsal
        self.isComplete = isComplete
        self.counts = counts
    }

    /// Writes its members.
    public func writeMembers(into json: inout JSONWriter) {
        json.member("source", source)
        json.member("run", String(run.value))
        json.member("dryRun", isRehearsal)
        json.member("complete", isComplete)
        json.member("lines", counts.lines)
        json.member("settled", counts.lines - counts.attention)
        json.member("attention", counts.attention)
        json.member("replayed", counts.replayed)
        json.member("duplicateInFile", counts.duplicates)
        json.member("verdicts", object: Verdicts(counts: counts))
    }

    private struct Verdicts: JSONShape {
        let counts: ImportCounts

        func writeMembers(into json: inout JSONWriter) {
            for verdict in Verdict.allCases {
                if let count = counts.verdicts[verdict] { json.member(named: verdict.rawValue, count) }
            }
        }
    }
}

/// How many lines of an import came to what.
public struct ImportCounts: Hashable, Sendable {
    /// All lines.
    public private(set) var lines = 0
    /// Those that need a person.
    public private(set) var attention = 0
    /// Those that an earlier run had applied.
    public private(set) var replayed = 0
    /// Those that an earlier line of the run had applied.
    public private(set) var duplicates = 0
    /// Those of each verdict that occurred.
    public private(set) var verdicts: [Verdict: Int] = [:]

    /// Nothing yet.
    public init() {}

    /// Counts a line.
    public mutating func add(_ outcome: LineOutcome) {
        lines += 1
        if !outcome.isSettled { attention += 1 }
        if outcome.isReplayed { replayed += 1 }
        if outcome.isDuplicateInRun { duplicates += 1 }
        verdicts[outcome.verdict, default: 0] += 1
    }
}
