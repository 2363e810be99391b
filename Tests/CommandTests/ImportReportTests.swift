import Foundation
import Testing

@Suite("The report and summary of circ-import")
struct ImportReportTests {
    @Test("A report is for this account alone, replaces an earlier one, and leaves nothing else behind")
    func file() throws {
        let library = try ImportLibrary()
        try library.add("B1", lentAt: "2025-05-01 10:00")
        let path = try library.csv("returns.csv", ["B1,2025-05-06 10:00"])
        let report = library.folder.appending(path: "r.jsonl").path
        for _ in 1...2 { #expect(try library.importing("--report", report, path).code == 0) }
        let mode = try FileManager.default.attributesOfItem(atPath: report)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        let lines = try library.report("r.jsonl")
        #expect(lines.map { $0["replayed"] as? Bool } == [true])
        let names = try FileManager.default.contentsOfDirectory(atPath: library.folder.path)
        #expect(!names.contains { $0.hasPrefix(".") })
    }

    // Koha 41884
    @Test("Ten bad lines among a thousand are each in the report with line, verdict and reason")
    func thousand() throws {
        let library = try ImportLibrary()
        try library.add("B1", lentAt: "2025-05-01 10:00")
        let rows = (0..<1000).map { number in
            number % 100 == 37 ? "B1,yesterday" : "B1,2025-05-06 10:0\(number / 100):00.\(number % 100 + 100)"
        }
        let report = library.folder.appending(path: "r.jsonl").path
        let answer = try library.importing("--report", report, try library.csv("returns.csv", rows))
        #expect(answer.code == 1)
        let lines = try library.report("r.jsonl")
        #expect(lines.count == 1000)
        let bad = lines.filter { $0["settled"] as? Bool == false }
        #expect(bad.map { $0["line"] as? Int } == (0..<10).map { $0 * 100 + 39 })
        #expect(bad.allSatisfy { $0["verdict"] as? String == "malformed" })
        #expect(bad.allSatisfy { ($0["reason"] as? String)?.contains("returned_at is not") == true })
        #expect(try library.openCopies() == [])
    }

    @Test("The summary shows the first twenty lines of a question, and how many more there are")
    func many() throws {
        let library = try ImportLibrary()
        let path = try library.csv("returns.csv", (1...25).map { "X\($0),2025-05-06 10:00" })
        let answer = try library.importing(path)
        #expect(answer.code == 1)
        #expect(answer.output.contains("unknownCopy, 25 lines: there is no copy with this barcode."))
        #expect(answer.output.contains("returns.csv:21  X20"))
        #expect(!answer.output.contains("X21"))
        #expect(answer.output.contains("… and 5 more; --report FILE lists all"))
    }

    @Test("What comes from a file cannot steer a terminal")
    func hostile() throws {
        let library = try ImportLibrary()
        let name = try library.file("evil\u{1B}[31m.csv", "barcode,returned_at\nA\u{202E}B,2025-05-06 10:00\n".utf8)
        let answer = try library.importing(name)
        #expect(answer.code == 1)
        #expect(answer.output.contains("A<U+202E>B"))
        #expect(!answer.output.contains("\u{1B}"))
        #expect(!answer.errors.contains("\u{1B}"))
    }
}
