import DTOs
import Domain

/// A report in JSON Lines: one `importReport`, one `importLine` for each line of the files, and one `importSummary`.
struct JSONLinesReport: ImportReport {
    private let file: ReportFile
    private let heading: ImportHeading
    private var json = JSONWriter()

    init(_ path: String, _ heading: ImportHeading) throws(ReportFailure) {
        let beginning = ImportReportDTO(heading)
        // Every report of this version begins so, whatever its source.
        file = try ReportFile(
            path, signature: Array("{\"version\":\(JSONFormat.version),\"kind\":\"\(beginning.kind)\"".utf8))
        self.heading = heading
        try write(beginning)
    }

    mutating func add(_ line: ImportLineFacts) throws(ReportFailure) {
        try write(ImportLineDTO(line))
    }

    mutating func finish(_ counts: ImportCounts, isComplete: Bool) throws(ReportFailure) {
        try write(ImportSummaryDTO(heading, isComplete: isComplete, counts: counts))
        try file.finish()
    }

    private mutating func write(_ document: some JSONDocument) throws(ReportFailure) {
        json.removeAll()
        json.document(document)
        try file.write(json.bytes)
    }
}
