public import DTOs
import Domain
public import UseCases

/// A report in JSON Lines: one `importReport`, one `importLine` for each line of the files, and one `importSummary`.
public struct JSONLinesReport {
    private let file: ReportFile
    private let files: [String]
    private var json = JSONWriter()

    /// Begins the report; a path that cannot be written fails here.
    public init(_ path: String, _ beginning: ImportReportDTO, files: [String]) throws(ReportFailure) {
        // Every report of this version begins so, whatever its source.
        file = try ReportFile(
            path, signature: Array("{\"version\":\(JSONFormat.version),\"kind\":\"\(beginning.kind)\"".utf8))
        self.files = files
        try write(beginning)
    }

    /// Adds what came of some lines.
    public mutating func add(_ outcomes: LineOutcomes) throws(ReportFailure) {
        for outcome in outcomes {
            try write(ImportLineDTO(outcome, file: files[outcome.line.file], reason: outcome.reason))
        }
    }

    /// Ends the report and gives it its name.
    public mutating func finish(_ summary: ImportSummaryDTO) throws(ReportFailure) {
        try write(summary)
        try file.finish()
    }

    private mutating func write(_ document: some JSONDocument) throws(ReportFailure) {
        json.removeAll()
        json.document(document)
        try file.write(json.bytes)
    }
}
