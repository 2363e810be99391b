import Foundation
import Testing

@Suite("circ-import and its formats")
struct ImportFormatTests {
    /// A format: what its files begin with, and the line that returns a copy, all at different times.
    struct Format: CustomTestStringConvertible, Sendable {
        let testDescription: String
        var beginning = ""
        var options: [String] = []
        let row: @Sendable (_ copy: String, _ second: Int) -> String
    }

    static let formats = [
        Format(testDescription: "csv", beginning: "barcode,returned_at\n") { "\($0),2025-05-06 10:16:0\($1)" },
        Format(testDescription: "koc", beginning: "Version=1.0\tGenerator=kocDesktop\tGeneratorVersion=2.4.0\n") {
            "2025-05-06 10-16-0\($1) 017\treturn\t\($0)"
        },
        Format(testDescription: "evergreen") {
            "{\"timestamp\":174651936\($1),\"type\":\"checkin\",\"delta\":0,\"barcode\":\"\($0)\"}"
        },
        Format(testDescription: "sip2") { "09N20250506    10160920250506    10160\($1)APdrop|AOmain|AB\($0)|AC|" },
        Format(testDescription: "sierra") { "i:250506101\($1):b\($0):::15" },
        Format(testDescription: "alma") { copy, minute in
            "20250506101\(minute)R\(copy)" + String(repeating: " ", count: 80 - copy.utf8.count) + "\r"
        },
        Format(testDescription: "list", options: ["--returned-at", "2025-05-06 18:00"]) { copy, _ in copy },
    ]

    @Test("A file again is replayed, and a file that has grown applies its new lines", arguments: formats)
    func again(format: Format) throws {
        let library = try ImportLibrary()
        for number in 1...4 { try library.add("B\(number)", lentAt: "2025-05-01 10:00") }
        func importing(_ numbers: ClosedRange<Int>) throws -> ImportLibrary.Answer {
            let rows = numbers.map { format.row("B\($0)", $0) + "\n" }.joined()
            let path = try library.file("returns", (format.beginning + rows).utf8)
            return try library.run("circ-import", ["--source", "drop", "--json", path] + format.options)
        }
        let first = try importing(1...3)
        #expect(first.code == 0)
        #expect(first.verdicts == ["returned": 3])
        #expect(first.count("replayed") == 0)
        #expect(try library.openCopies() == ["B4"])
        let loans = try library.done("loans", "--json").output

        let second = try importing(1...3)
        #expect(second.code == 0)
        #expect(second.verdicts == ["returned": 3])
        #expect(second.count("replayed") == 3)
        #expect(try library.done("loans", "--json").output == loans)

        let grown = try importing(1...4)
        #expect(grown.verdicts == ["returned": 4])
        #expect(grown.count("replayed") == 3)
        #expect(try library.openCopies() == [])
    }

    // LP#1503903
    @Test("A SIP2 check-in that undoes a checkout is no return")
    func undoneCheckout() throws {
        let library = try ImportLibrary()
        try library.add("B1", lentAt: "2025-05-01 10:00")
        let message = "09N20250506    10160920250506    101601APdrop|AOmain|ABB1|AC|BIY|\n"
        let answer = try library.importing("--json", try library.file("drop.log", message.utf8))
        #expect(answer.code == 1)
        #expect(answer.verdicts == ["unsupportedAction": 1])
        #expect(try library.openCopies() == ["B1"])
    }

    @Test("A SIP2 check-in that the system answered with no is applied, and the answer noted")
    func answeredWithNo() throws {
        let library = try ImportLibrary()
        try library.add("B1", lentAt: "2025-05-01 10:00")
        let log = """
            09N20250506    10160920250506    101601APdrop|AOmain|ABB1|AC|
            100YNN20250506    101610AOmain|ABB1|AQmain|

            """
        let report = library.folder.appending(path: "r.jsonl").path
        #expect(try library.importing("--report", report, try library.file("drop.log", log.utf8)).code == 0)
        let line = try #require(try library.report("r.jsonl").first)
        #expect(line["verdict"] as? String == "returned")
        #expect(line["columns"] as? [String: String] == ["answer": "not ok"])
    }

    @Test("An Evergreen backdate lasts that day, so that a loan begun on it is not taken for an earlier one")
    func backdate() throws {
        let library = try ImportLibrary()
        try library.add("B1", lentAt: "2025-05-01 10:00")
        try library.done("return", "--copy", "B1", "--at", "2025-05-02 10:00")
        try library.done("borrow", "--copy", "B1", "--member", "1", "--at", "2025-05-06 10:00")
        // Scanned at 18:00 in Zurich, and backdated to midnight there.
        let line = """
            {"timestamp":1746547200,"type":"checkin","delta":0,"barcode":"B1","backdate":"2025-05-05T22:00:00.000Z"}

            """
        let answer = try library.importing("--json", try library.file("pending.xacts", line.utf8))
        #expect(answer.verdicts == ["uncertainLoan": 1])
        #expect(try library.openCopies() == ["B1"])
    }

    @Test(
        "--clock-offset moves the end of an Evergreen backdate, which is the scan, and not the day that a person picked"
    )
    func backdateAndClock() throws {
        let library = try ImportLibrary()
        try library.add("B1", lentAt: "2025-05-01 10:00")
        try library.add("B2", lentAt: "2025-05-01 10:00")
        try library.done("return", "--copy", "B2", "--at", "2025-05-02 10:00")
        // After the scan at 18:00 in Zurich as the machine's clock had it, and before it as it really was.
        try library.done("borrow", "--copy", "B2", "--member", "1", "--at", "2025-05-06 19:00")
        let lines = ["B1", "B2"].map {
            "{\"timestamp\":1746547200,\"type\":\"checkin\",\"barcode\":\"\($0)\",\"backdate\":\"2025-05-05T22:00:00.000Z\"}\n"
        }
        let report = library.folder.appending(path: "r.jsonl").path
        let path = try library.file("pending.xacts", lines.joined().utf8)
        _ = try library.importing("--clock-offset", "7200", "--report", report, path)
        let reported = try library.report("r.jsonl")
        try #require(reported.map { $0["verdict"] as? String } == ["returned", "uncertainLoan"])
        #expect(reported[0]["happenedAt"] as? String == "2025-05-05T22:00:00.000Z")
    }

    @Test(
        "A date alone as an Evergreen backdate is ended by the scan, so that a loan begun after it is none it speaks of"
    )
    func dateAlone() throws {
        let library = try ImportLibrary()
        try library.add("B1", lentAt: "2025-05-01 10:00")
        try library.done("return", "--copy", "B1", "--at", "2025-05-02 10:00")
        try library.done("borrow", "--copy", "B1", "--member", "1", "--at", "2025-05-06 20:00")
        // Scanned at 18:00 in Zurich.
        let line = "{\"timestamp\":1746547200,\"type\":\"checkin\",\"barcode\":\"B1\",\"backdate\":\"2025-05-06\"}\n"
        let path = try library.file("pending.xacts", line.utf8)
        #expect(try library.importing("--json", path).verdicts == ["alreadyReturned": 1])
        // Two hours later it was, if the machine's clock was slow.
        let other = try library.file("pending.xacts", line.replacing("200,", with: "201,").utf8)
        #expect(try library.importing("--json", "--clock-offset", "7200", other).verdicts == ["uncertainLoan": 1])
    }

    @Test("What a line that registers a person holds is nowhere told")
    func secrets() throws {
        let library = try ImportLibrary()
        let line = "{\"timestamp\":1746519361,\"type\":\"register\",\"user\":{\"passwd\":\"secretive\"}}\n"
        let path = try library.file("pending.xacts", (line + line.dropLast(4) + "\n").utf8)
        let report = library.folder.appending(path: "r.jsonl").path
        let answer = try library.importing("--verbose", "--report", report, path)
        #expect(answer.output.contains("1  unsupportedAction"))
        #expect(answer.output.contains("1  malformed"))
        #expect(!"\(answer.output)\(answer.errors)\(try library.text("r.jsonl"))".contains("secretive"))
    }
}
