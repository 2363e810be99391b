import Foundation
import Testing

@Suite("circ-import refuses")
struct ImportRefusalTests {
    /// A command line that is refused: its arguments, where FILE is a file with the content; how it ends; and a word of the
    /// reason.
    struct Trial: CustomTestStringConvertible, Sendable {
        let arguments: [String]
        let content: [UInt8]
        let code: Int32
        let reason: String

        /// The arguments of the whole command line.
        init(whole arguments: [String], _ code: Int32, _ reason: String) {
            (self.arguments, self.code, self.reason) = (arguments, code, reason)
            content = Array(good.utf8)
        }

        /// Options beside those that name a source and the file.
        init(_ options: [String], _ code: Int32, _ reason: String) {
            self.init(whole: ["--source", "drop", "FILE"] + options, code, reason)
        }

        /// A file that is refused.
        init(content: [UInt8], options: [String] = [], _ reason: String) {
            arguments = ["--source", "drop", "FILE"] + options
            (self.content, code, self.reason) = (content, 65, reason)
        }

        /// A file that is refused, as text, or options that it has no use for.
        init(text: String, options: [String] = [], code: Int32 = 65, _ reason: String) {
            arguments = ["--source", "drop", "FILE"] + options
            (content, self.code, self.reason) = (Array(text.utf8), code, reason)
        }

        var testDescription: String { "\(arguments.joined(separator: " ").prefix(99)): \(reason)" }
    }

    private static let koc = "Version=1.0\tGenerator=x\n2025-05-06 10-16-02 017\treturn\tB1\n"
    private static let good = "barcode,returned_at\nB1,2025-05-06 10:00\n"

    private static let usage: [Trial] = [
        Trial(whole: ["FILE"], 64, "--source is missing"),
        Trial(whole: ["--source", "drop"], 64, "FILE is missing"),
        Trial(whole: ["--source", "", "FILE"], 64, "the source's name is missing"),
        Trial(whole: ["--source", "a\u{7}b", "FILE"], 64, "control character"),
        Trial(whole: ["--source", String(repeating: "x", count: 65), "FILE"], 64, "longer than 64 bytes"),
        Trial(whole: ["--source", "drop", "-", "-"], 64, "only once"),
        Trial(whole: ["--source", "drop"] + Array(repeating: "FILE", count: 401), 64, "at most 400 files"),
        Trial(["--source", "drop"], 64, "--source is stated twice"),
        Trial(["--quickly"], 64, "unknown option '--quickly'"),
        Trial(["--format", "xml"], 64, "--format takes one of auto"),
        Trial(["--ambiguous", "both"], 64, "--ambiguous takes one of"),
        Trial(["--progress", "always"], 64, "--progress takes one of"),
        Trial(["--zone", "Zurich"], 64, "'Zurich' is no time zone"),
        Trial(["--clock-offset", "1h"], 64, "clock offset"),
        Trial(["--clock-offset", "99999999999999999999"], 64, "clock offset"),
        Trial(["--clock-tolerance", "-1"], 64, "clock tolerance"),
        Trial(["--clock-tolerance", "1441"], 64, "clock tolerance"),
        Trial(["--returned-at", "22.07.2025"], 64, "cannot be read"),
        Trial(["--map", "barcode"], 64, "--map takes COLUMN=HEADER"),
        Trial(["--map", "title=Title"], 64, "--map takes COLUMN=HEADER"),
        Trial(["--map", "barcode=a", "--map", "barcode=b"], 64, "twice"),
        Trial(["--store", "nonsense"], 64, "names no store"),
        Trial(["--store", "memory:"], 64, "gone with the command"),
        Trial(["--report", "-"], 64, "--report takes the name of a file"),
        Trial(["--report", ""], 64, "--report takes the name of a file"),
        Trial(["--exclusive", "--dry-run"], 64, "leave one"),
        Trial(
            ["--map", "barcode=When", "--map", "returned_at=when"], 64,
            "the header when to the columns barcode and returned_at"),
        Trial(text: koc, options: ["--map", "barcode=Item"], code: 64, "--map names the columns of a CSV file"),
        Trial(
            text: koc, options: ["--returned-at", "2025-05-06"], code: 64,
            "--returned-at is for lines that state no time"),
    ]

    // KOC e1d5c71 is among these: a report path that is not writable.
    private static let places: [Trial] = [
        Trial(["--store", "sqlite:/nowhere/library.sqlite"], 69, "/nowhere/library.sqlite"),
        Trial(["--report", "/nowhere/report.jsonl"], 73, "/nowhere/report.jsonl"),
        Trial(["--report", "FILE"], 73, "is no report"),
        Trial(["--report", "/tmp"], 73, "cannot be written"),
        Trial(whole: ["--source", "drop", "/nowhere/returns.csv"], 66, "No such file"),
        Trial(whole: ["--source", "drop", "/tmp"], 66, "is a directory"),
        Trial(["/nowhere/returns.csv"], 66, "No such file"),
        Trial(whole: ["--source", "drop", "-"], 65, "is empty"),
    ]

    private static let utf16: [UInt8] = [0xFF, 0xFE] + good.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }

    private static let contents: [Trial] = [
        Trial(text: "", "is empty"),
        Trial(text: "B1,2025-05-06 10:00\n", "format"),
        Trial(text: "B1,2025-05-06 10:00\n", options: ["--format", "csv"], "no header"),
        Trial(text: good, options: ["--map", "branch=Ort"], "no column Ort"),
        Trial(text: "barcode,branch\nB1,Main\n", "no column returned_at"),
        Trial(
            text: "Item;When\nB1;2025-05-06 10:00\n", options: ["--map", "barcode=Nope"],
            "Nope, which --map names; it has: Item, When"),
        Trial(text: good + "\"B2,2025-05-06 10:00\n", "returns.csv:3: the quote that opens in line 3 is not closed"),
        Trial(text: good + "B\u{0},2025-05-06 10:00\n", "iconv"),
        Trial(content: utf16, "UTF-16"),
        Trial(text: "2025-05-06 10-16-02 017\treturn\tB1\n", "Version=1.0"),
        Trial(text: "Version=2.0\tGenerator=x\n2025-05-06 10-16-02 017\treturn\tB1\n", "version 1.0"),
        Trial(text: good + String(repeating: "x", count: 70_000), "longer than 64 KiB"),
    ]

    @Test("With one clear line, its exit code, and no effect", arguments: usage + places + contents)
    func refused(trial: Trial) throws {
        let library = try ImportLibrary()
        try library.add("B1", lentAt: "2025-05-01 10:00")
        let path = try library.file("returns.csv", trial.content)
        let bytes = try Data(contentsOf: library.store)
        let answer = try library.run("circ-import", trial.arguments.map { $0 == "FILE" ? path : $0 })
        #expect(answer.code == trial.code)
        #expect(answer.output == "")
        #expect(answer.errors.hasPrefix("circ-import: "))
        #expect(answer.errors.contains(trial.reason), "\(answer.errors)")
        #expect(answer.errors.split(separator: "\n").count == 1)
        #expect(try Data(contentsOf: library.store) == bytes)
        #expect(try Data(contentsOf: URL(filePath: path)) == Data(trial.content))
    }

    @Test("With --json, a document about the failure too")
    func document() throws {
        let library = try ImportLibrary()
        let answer = try library.importing("--json", "/nowhere/returns.csv")
        #expect(answer.code == 66)
        #expect(answer.documents.map { $0["code"] as? String } == ["noInput"])
    }

    @Test("A store that another process keeps locked for too long")
    func locked() throws {
        let library = try ImportLibrary()
        try library.add("B1", lentAt: "2025-05-01 10:00")
        let path = try library.csv("returns", ["B1,2025-05-06 10:00"])
        let lock = try WriteLock(on: library.store.path)
        let answer = try library.importing(path)
        #expect(answer.code == 75)
        #expect(answer.errors.contains("nothing was applied"))
        lock.release()
        #expect(try library.importing(path).code == 0)
    }
}
