public import Domain

/// A run of an import: `run, source, files, startedAt, endedAt, state`, and the counts of an `importSummary`: `lines, settled,
/// settledByPerson, attention, seenBefore, askedIn, unremembered, replayed, duplicateInFile, verdicts`.
///
/// `state` is `finished`, `stopped`, or `unfinished`: it goes on, or was killed; `endedAt` is then when it was last known to
/// go on.
public struct ImportRunDTO: JSONDocument {
    /// `importRun`.
    public let kind = "importRun"
    private let run: RecordedRun

    /// The shape of a run.
    public init(_ run: RecordedRun) {
        self.run = run
    }

    /// Writes its members.
    public func writeMembers(into json: inout JSONWriter) {
        json.member("run", "\(run.id.value)")
        json.member("source", run.scope.source ?? run.scope.description)
        json.member("files", run.files)
        json.member("startedAt", run.startedAt)
        json.member("endedAt", run.endedAt)
        json.member("state", run.state.code)
        CountsShape(run.counts).writeMembers(into: &json)
    }
}

/// A line that a run asked a person about and that is open still: `run, number, file, line, verdict, reason, advice, operation,
/// copy, loan, statedAt, earlierLoan, laterLoan, earlierReading, laterReading, conflictField, detail`.
///
/// `operation` is what the line is known by when it is imported again; `detail` what makes it unreadable, or its action.
public struct AskedLineDTO: JSONDocument {
    /// `askedLine`.
    public let kind = "askedLine"
    private let line: AskedLine
    private let file: String?
    private let reason, advice: String

    /// The shape of a line; why a person should look and what to do are in plain words.
    public init(_ line: AskedLine, file: String?, reason: String, advice: String) {
        self.line = line
        self.file = file
        self.reason = reason
        self.advice = advice
    }

    /// Writes its members.
    public func writeMembers(into json: inout JSONWriter) {
        json.member("run", "\(line.place.run.value)")
        json.member("number", line.place.number)
        json.member("file", file)
        json.member("line", line.line)
        json.member("verdict", line.verdict.rawValue)
        json.member("reason", reason)
        json.member("advice", advice)
        json.member("operation", line.identity.text)
        var (copy, loan): (Barcode?, LoanID?)
        switch line.item {
        case .copy(let barcode): copy = barcode
        case .loan(let id): loan = id
        case nil: break
        }
        json.member("copy", copy?.text)
        json.member("loan", loan?.value)
        json.member("statedAt", line.statedAt)
        writeDoubt(into: &json)
    }

    private func writeDoubt(into json: inout JSONWriter) {
        var loans: (LoanID?, LoanID?)
        var readings: (Moment?, Moment?)
        var field, words: String?
        switch line.doubt {
        case .loans(let first, let second): loans = (first, second)
        case .readings(let first, let second): readings = (first, second)
        case .field(let differing): field = differing.rawValue
        case .words(let text): words = text
        case nil: break
        }
        json.member("earlierLoan", loans.0?.value)
        json.member("laterLoan", loans.1?.value)
        json.member("earlierReading", readings.0)
        json.member("laterReading", readings.1)
        json.member("conflictField", field)
        json.member("detail", words)
    }
}

/// Lines of a run that a person settled: `run`, how many were `settled` now, and how many of the run are `open`.
public struct SettledLinesDTO: JSONDocument {
    /// `settledLines`.
    public let kind = "settledLines"
    private let run: RunID
    private let settled, open: Int

    /// The shape of what became of a run's lines.
    public init(run: RunID, settled: Int, open: Int) {
        self.run = run
        self.settled = settled
        self.open = open
    }

    /// Writes its members.
    public func writeMembers(into json: inout JSONWriter) {
        json.member("run", "\(run.value)")
        json.member("settled", settled)
        json.member("open", open)
    }
}
