public import Domain
public import UseCases

/// What is known of a run of an import from its beginning.
public struct ImportHeading: Sendable {
    /// The name of the source.
    public let source: String
    /// The run.
    public let run: RunID
    /// When it began.
    public let startedAt: Moment
    /// Whether nothing is changed.
    public let isRehearsal: Bool
    /// The names of its files, as they were stated.
    public let files: [String]

    /// A run at its beginning.
    public init(source: String, run: RunID, startedAt: Moment, isRehearsal: Bool, files: [String]) {
        self.source = source
        self.run = run
        self.startedAt = startedAt
        self.isRehearsal = isRehearsal
        self.files = files
    }
}

/// The beginning of a report of an import: `source, run, startedAt, dryRun, files`.
///
/// A run is text: it has more digits than every reader of numbers keeps.
public struct ImportReportDTO: JSONDocument {
    /// `importReport`.
    public let kind = "importReport"
    private let heading: ImportHeading

    /// The shape of a run's beginning.
    public init(_ heading: ImportHeading) {
        self.heading = heading
    }

    /// Writes its members.
    public func writeMembers(into json: inout JSONWriter) {
        json.member("source", heading.source)
        json.member("run", "\(heading.run.value)")
        json.member("startedAt", heading.startedAt)
        json.member("dryRun", heading.isRehearsal)
        json.member("files", heading.files)
    }
}

/// A line of an import: `file, line, verdict, settled, reason, advice, commands, title, askedInRun, replayed,
/// duplicateInFile, notes`, what the line states (`action, operation, copy, loan, statedAt, branch`), what it may mean
/// (`earlierLoan, laterLoan, earlierReading, laterReading, conflictField`), when it happened and was recorded
/// (`happenedAt, recordedAt`), and `columns`.
///
/// `reason`, `advice`, `commands`, `title` and `askedInRun` are there for lines that need a person; `askedInRun` is the
/// earlier run that asked about the line already, perhaps one that a person settled since. `statedAt` is the time as the file has it. `loan` is the one that was
/// returned, or the one stated. `columns` has the columns of the file that mean nothing here.
public struct ImportLineDTO: JSONDocument {
    /// `importLine`.
    public let kind = "importLine"
    private let facts: ImportLineFacts

    /// The shape of a line's outcome.
    public init(_ facts: ImportLineFacts) {
        self.facts = facts
    }

    /// Writes its members.
    public func writeMembers(into json: inout JSONWriter) {
        json.member("file", facts.file)
        json.member("line", facts.line)
        json.member("verdict", facts.verdict.rawValue)
        json.member("settled", facts.isSettled)
        json.member("reason", facts.reason)
        json.member("advice", facts.advice)
        json.member("commands", facts.commands)
        json.member("title", facts.title)
        json.member("askedInRun", facts.askedInRun.map { "\($0.value)" })
        json.member("replayed", facts.isReplayed)
        json.member("duplicateInFile", facts.isDuplicateInFile)
        json.member("notes", facts.notes)
        json.member("action", facts.action)
        json.member("operation", facts.operation?.text)
        json.member("copy", facts.copy?.text)
        json.member("loan", facts.loan?.value)
        json.member("statedAt", facts.statedAt)
        json.member("branch", facts.branch)
        json.member("earlierLoan", facts.earlierLoan?.value)
        json.member("laterLoan", facts.laterLoan?.value)
        json.member("earlierReading", facts.earlierReading)
        json.member("laterReading", facts.laterReading)
        json.member("conflictField", facts.conflictField)
        json.member("happenedAt", facts.happenedAt)
        json.member("recordedAt", facts.recordedAt)
        json.member("columns", object: OtherColumns(facts.columns))
    }
}

/// The columns of a file that mean nothing here, as an object.
public struct OtherColumns: JSONShape {
    private let columns: [OtherColumn]

    /// The shape of some columns.
    public init(_ columns: [OtherColumn]) {
        self.columns = columns
    }

    /// Writes a member for each.
    public func writeMembers(into json: inout JSONWriter) {
        for column in columns { json.member(named: column.name, text: column.text) }
    }
}

/// What came of an import: `source, run, dryRun, complete, lines, settled, settledByPerson, attention, seenBefore,
/// askedIn, unremembered, replayed, duplicateInFile`, and `verdicts` with a number for each that occurred.
///
/// `seenBefore` is how many of the lines that need a person an earlier run asked about already, and `askedIn` has a number
/// for each of those runs; `unremembered` is how many of the others are not remembered; `settledByPerson` is how many of the settled lines a person settled.
public struct ImportSummaryDTO: JSONDocument {
    /// `importSummary`.
    public let kind = "importSummary"
    private let heading: ImportHeading
    private let isComplete: Bool
    private let counts: ImportCounts

    /// The shape of a run's end; it is incomplete if it was stopped before the last line.
    public init(_ heading: ImportHeading, isComplete: Bool, counts: ImportCounts) {
        self.heading = heading
        self.isComplete = isComplete
        self.counts = counts
    }

    /// Writes its members.
    public func writeMembers(into json: inout JSONWriter) {
        json.member("source", heading.source)
        json.member("run", "\(heading.run.value)")
        json.member("dryRun", heading.isRehearsal)
        json.member("complete", isComplete)
        CountsShape(counts).writeMembers(into: &json)
    }
}

/// How many lines of an import came to what.
struct CountsShape: JSONShape {
    private let counts: ImportCounts

    init(_ counts: ImportCounts) {
        self.counts = counts
    }

    func writeMembers(into json: inout JSONWriter) {
        json.member("lines", counts.lines)
        json.member("settled", counts.lines - counts.attention)
        json.member("settledByPerson", counts.settledByPerson)
        json.member("attention", counts.attention)
        json.member("seenBefore", counts.seenBefore)
        json.member("askedIn", object: AskedIn(counts: counts))
        json.member("unremembered", counts.unremembered)
        json.member("replayed", counts.replayed)
        json.member("duplicateInFile", counts.duplicates)
        json.member("verdicts", object: Verdicts(counts: counts))
    }

    private struct AskedIn: JSONShape {
        let counts: ImportCounts

        func writeMembers(into json: inout JSONWriter) {
            for (run, count) in counts.askedIn.sorted(by: { $0.key.value < $1.key.value }) {
                json.member(named: "\(run.value)", count)
            }
        }
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
