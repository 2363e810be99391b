public import DTOs
public import Domain

/// A report of an import, written line by line; it appears under its name when it is finished.
public protocol ImportReport {
    /// Adds what is said of a line.
    mutating func add(_ line: ImportLineFacts) throws(ReportFailure)
    /// Ends the report and gives it its name; the run is not complete if it was stopped before the last line.
    mutating func finish(_ counts: ImportCounts, isComplete: Bool) throws(ReportFailure)
}

/// Begins reports.
public enum ImportReports {
    /// Begins the report that a path's name asks for, `.html`, `.htm` or `.csv`, and else JSON Lines; a path that cannot
    /// be written fails here.
    ///
    /// - Parameters:
    ///   - path: where it appears when it is finished.
    ///   - heading: what is known of the run.
    ///   - times: writes a moment in the library's zone, for people.
    public static func begin(
        _ path: String, _ heading: ImportHeading, times: @escaping (Moment) -> String
    ) throws(ReportFailure) -> any ImportReport {
        let name = path.lowercased()
        if name.hasSuffix(".html") || name.hasSuffix(".htm") { return try HTMLReport(path, heading, times: times) }
        if name.hasSuffix(".csv") { return try CSVReport(path, heading) }
        return try JSONLinesReport(path, heading)
    }
}
