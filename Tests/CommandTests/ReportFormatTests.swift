import Foundation
import Testing

@Suite("The report of circ-import in its formats")
struct ReportFormatTests {
    private static let hostile = [
        "=1+1", "+1", "-1", "@SUM(1)", "\u{FF1D}1", "\u{FF20}x", "  =1", "\"quoted\"", "a,b", "line\nbreak", "\t=1",
        "plain",
        "\u{1B}[31m", "\u{202E}x", "'=1",
    ]

    /// A library, and a file with a line of most verdicts and hostile columns.
    private func library() throws -> (ImportLibrary, path: String) {
        let library = try ImportLibrary()
        try library.done("book", "add", "=HYPERLINK(\"http://example.invalid\",\"x\"), \"y\"")
        try library.add("B1", lentAt: "2025-05-01 10:00", branch: "Main")
        try library.add("B2", lentAt: "2025-05-01 10:00")
        try library.add("B3")
        try library.done("copy", "add", "=B4", "--book", "2")
        try library.done("return", "--copy", "B2", "--at", "2025-05-06 09:58:30")
        try library.done("borrow", "--copy", "B2", "--member", "1", "--at", "2025-05-06 10:00")
        var rows = ["barcode,returned_at,branch,=note"]
        rows += [
            "B1,2025-05-06T10:00:00.0+02:00,North,", "B2,2025-05-06 10:01,,", "B3,2025-05-06 10:02,,", "B1,soon,,",
            "B1,2025-10-26 02:30,,", "=B4,2025-05-06 10:03,,",
        ]
        rows += Self.hostile.enumerated().map { index, text in
            "NO\(index),2025-05-06 11:00,,\"\(text.replacing("\"", with: "\"\""))\""
        }
        return (library, try library.file("=evil,\"name\".csv", (rows.joined(separator: "\r\n") + "\r\n").utf8))
    }

    @Test("The CSV says of each line what JSON Lines say, and no cell begins as a formula does")
    func csv() throws {
        let (library, path) = try library()
        let blank = try Data(contentsOf: library.store)
        let (lines, table) = (
            library.folder.appending(path: "r.jsonl").path, library.folder.appending(path: "r.CSV").path
        )
        #expect(try library.importing("--report", lines, path).code == 1)
        try blank.write(to: library.store)
        #expect(try library.importing("--report", table, path).code == 1)
        let expected = try library.report("r.jsonl")
        let text = try library.text("r.CSV")
        #expect(text.hasPrefix("\u{FEFF}source,run,dry_run,file,"))
        let rows = CSVText.rows(String(text.dropFirst()))
        #expect(rows.count == expected.count + 1)
        let header = rows[0]
        #expect(rows.allSatisfy { $0.count == header.count })
        for (row, line) in zip(rows.dropFirst(), expected) {
            let cells = Dictionary(uniqueKeysWithValues: zip(header, row))
            for name in header.dropFirst(3) where name != "recorded_at" {
                let cell = try #require(cells[name])
                if name == "columns" {
                    let others = try JSONSerialization.jsonObject(with: Data((cell.isEmpty ? "{}" : cell).utf8))
                    #expect(others as? [String: String] == line["columns"] as? [String: String])
                } else {
                    #expect(cell == self.cell(Self.member(name), of: line), "\(name): \(cell)")
                }
            }
            #expect(cells["source"] == "drop" && cells["dry_run"] == "false")
            for cell in row {
                let first = cell.unicodeScalars.first { !" \u{A0}".unicodeScalars.contains($0) }
                #expect(
                    first.map { !"=+-@\u{FF1D}\u{FF0B}\u{FF0D}\u{FF20}\t\r\n".unicodeScalars.contains($0) } ?? true,
                    "\(cell)")
                #expect(!cell.unicodeScalars.contains { $0.value == 0x1B || $0.value == 0x202E })
            }
        }
        #expect(text.contains("'=HYPERLINK"))
    }

    /// The member of a JSON line that a column stands for.
    private static func member(_ column: String) -> String {
        let words = column.split(separator: "_").map(String.init)
        return words[0] + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }

    /// A member of a JSON line as a cell.
    private func cell(_ member: String, of line: [String: Any]) -> String {
        switch (member, line[member]) {
        case ("settled", let truth as Bool), ("replayed", let truth as Bool), ("duplicateInFile", let truth as Bool):
            return "\(truth)"
        case ("commands", let list as [String]): return list.joined(separator: "\n")
        case (_, let list as [String]): return list.joined(separator: " ")
        case (_, let text as String): return defused(text)
        case (_, let number as Int): return "\(number)"
        default: return ""
        }
    }

    /// Text as a cell that is no formula and steers nothing.
    private func defused(_ text: String) -> String {
        let shown = text.unicodeScalars.reduce(into: "") { shown, scalar in
            let isSteering = scalar != "\n" && (scalar.value < 0x20 || scalar.value == 0x202E)
            shown +=
                isSteering
                ? "<U+\(scalar.value < 0x10 ? "000" : scalar.value < 0x20 ? "00" : "")"
                    + "\(String(scalar.value, radix: 16, uppercase: true))>" : String(scalar)
        }
        let first = text.unicodeScalars.first { $0 != " " && $0 != "\u{1B}" && $0 != "\u{202E}" }
        return (first.map { "=+-@\t\u{FF1D}\u{FF20}".unicodeScalars.contains($0) } ?? false ? "'" : "") + shown
    }

    @Test("A report of one format is not taken for one of another, and is not replaced by it")
    func kept() throws {
        let library = try ImportLibrary()
        let path = try library.csv("returns", ["X1,2025-05-06 10:00"])
        for ending in ["jsonl", "csv", "html"] {
            let report = library.folder.appending(path: "r.\(ending)").path
            for _ in 1...2 { #expect(try library.importing("--report", report, path).code == 1) }
            let bytes = try Data(contentsOf: URL(filePath: report))
            for other in ["jsonl", "csv", "html"] where other != ending {
                let name = library.folder.appending(path: "x.\(other)").path
                try bytes.write(to: URL(filePath: name))
                let answer = try library.importing("--report", name, path)
                #expect(answer.code == 73 && answer.errors.contains("is no report"), "\(answer.errors)")
                try FileManager.default.removeItem(atPath: name)
            }
        }
    }

    @Test("An HTML report holds no markup from data, and allows no script but its own")
    func html() throws {
        let (library, path) = try library()
        let report = library.folder.appending(path: "r.html").path
        #expect(try library.importing("--report", report, path).code == 1)
        let page = try library.text("r.html")
        #expect(page.hasPrefix("<!doctype html>\n<html lang=\"en\">"))
        #expect(page.contains("default-src 'none'; script-src 'sha256-") && !page.contains("unsafe"))
        let scripts = page.components(separatedBy: "<script").count - 1
        #expect(scripts == 3)
        #expect(page.components(separatedBy: "</script>").count - 1 == scripts)
        #expect(!page.contains("http://example.invalid") || page.contains("\\\"http://example.invalid\\\""))
        #expect(!page.contains(" onclick") && !page.contains(" src=") && !page.contains("href="))
    }
}

/// CSV as RFC 4180 has it, read by itself.
enum CSVText {
    static func rows(_ text: String) -> [[String]] {
        var rows: [[String]] = [[]]
        var cell: [Unicode.Scalar] = []
        var isQuoted = false
        func end() { rows[rows.count - 1].append(cell.reduce(into: "") { $0.unicodeScalars.append($1) }) }
        var scalars = Array(text.unicodeScalars)[...]
        while let scalar = scalars.popFirst() {
            switch scalar {
            case "\"" where isQuoted && scalars.first == "\"": cell.append(scalars.removeFirst())
            case "\"": isQuoted.toggle()
            case "," where !isQuoted:
                end()
                cell = []
            case "\r" where !isQuoted && scalars.first == "\n":
                scalars.removeFirst()
                end()
                cell = []
                if !scalars.isEmpty { rows.append([]) }
            default: cell.append(scalar)
            }
        }
        return rows
    }
}
