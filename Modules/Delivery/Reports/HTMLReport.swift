import DTOs
import Domain

/// A report as one page that people open in a browser: the totals, and a table of the lines that need a person.
///
/// Lines are written as data, block by block as they come, and a script of the page shows some of them at a time: neither
/// here nor there does work grow with what is not looked at. Nothing in the data is markup or script: it stands in blocks
/// that no browser runs, with every `<` escaped, and is shown as text. The page's own script and style are named by their
/// digests in its content security policy, which allows nothing else and no request at all.
struct HTMLReport: ImportReport {
    private static let blockSize = 500
    private static let signature = """
        <!doctype html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="generator" content="circ-import">

        """

    /// What lines of a kind have in common.
    private struct Kind: Hashable {
        let verdict: Verdict
        let question, advice: String
    }

    private let file: ReportFile
    private let heading: ImportHeading
    private let times: (Moment) -> String
    private var fileNumbers: [String: Int] = [:]
    private var kinds: [Kind: Int] = [:]
    private var rows = 0
    private var json = JSONWriter()

    init(_ path: String, _ heading: ImportHeading, times: @escaping (Moment) -> String) throws(ReportFailure) {
        file = try ReportFile(path, signature: Array(Self.signature.utf8))
        self.heading = heading
        self.times = times
        for (number, name) in heading.files.enumerated() { fileNumbers[name] = number }
        try file.write(Self.signature.utf8)
        try file.write(ReportPage.head(title: "Returns from \(heading.source)").utf8)
    }

    mutating func add(_ line: ImportLineFacts) throws(ReportFailure) {
        guard let question = line.question else { return }
        let kind = Kind(verdict: line.verdict, question: question, advice: line.advice ?? "")
        let number = kinds[kind] ?? kinds.count
        kinds[kind] = number
        let readings = line.earlierReading.flatMap { first in line.laterReading.map { (first, $0) } }
        let row = ReportRow(
            line: line, file: fileNumbers[line.file] ?? 0, kind: number,
            time: ShownTime.text(line.time, readings: readings, times: times))
        json.removeAll()
        json.object { row.writeMembers(into: &$0) }
        try file.write((rows % Self.blockSize == 0 ? ReportPage.blockBeginning : ",\n").utf8)
        try write(json.bytes)
        rows += 1
        if rows % Self.blockSize == 0 { try file.write(ReportPage.blockEnd.utf8) }
    }

    mutating func finish(_ counts: ImportCounts, isComplete: Bool) throws(ReportFailure) {
        if rows % Self.blockSize != 0 { try file.write(ReportPage.blockEnd.utf8) }
        let ordered = kinds.sorted { $0.value < $1.value }.map(\.key)
        try file.write("<script type=\"application/json\" id=\"facts\">".utf8)
        json.removeAll()
        json.object { json in
            json.member("files", heading.files)
            json.member("verdicts", ordered.map(\.verdict.rawValue))
            json.member("titles", ordered.map { ReportPage.title(of: $0.verdict) })
            json.member("questions", ordered.map(\.question))
            json.member("advice", ordered.map(\.advice))
        }
        try write(json.bytes)
        try file.write("</script>\n".utf8)
        let page = ReportPage(
            heading: heading, startedAt: times(heading.startedAt), counts: counts, isComplete: isComplete)
        try file.write(page.body.utf8)
        try file.finish()
    }

    /// Writes JSON within a script element, which a `<` in it could end.
    private func write(_ json: [UInt8]) throws(ReportFailure) {
        var rest = json[...]
        while let place = rest.firstIndex(of: 0x3C) {
            try file.write(rest[..<place])
            try file.write("\\u003c".utf8)
            rest = rest[(place + 1)...]
        }
        try file.write(rest)
    }
}

/// A line as the page's script reads it; the names are short, for there may be many.
private struct ReportRow: JSONShape {
    let line: ImportLineFacts
    let file, kind: Int
    let time: String?

    func writeMembers(into json: inout JSONWriter) {
        json.member("f", file)
        json.member("l", line.line)
        json.member("k", kind)
        // As text: JavaScript's numbers are too short for it.
        json.member("s", line.askedInRun.map { "\($0.value)" })
        json.member("i", line.copy?.text ?? line.loan.map { "loan \($0)" })
        json.member("t", line.title)
        json.member("w", time)
        // The commands say which loans it may be.
        json.member("d", line.laterLoan != nil ? nil : line.detail)
        json.member("c", line.commands)
        json.member("b", line.action != nil && !line.commands.isEmpty)
    }
}
