import Foundation
import Testing

/// Days on which a desk lent and took back without the library, worked as the reports say.
@Suite("circ-import and offline days")
struct OfflineDayTests {
    private static let day = """
        Version=1.0\tGenerator=kocDesktop\tGeneratorVersion=2.4.0
        2025-10-01 10-00-00 001\tissue\tC1\tday1
        2025-10-01 15-00-00 001\treturn\tday1

        """

    /// Imports the day, and gives what is reported of its two lines.
    private func imported(_ library: ImportLibrary) throws -> (issue: [String: Any], giveBack: [String: Any]) {
        let report = library.folder.appending(path: "r.jsonl").path
        let answer = try library.importing("--report", report, try library.file("day.koc", Self.day.utf8))
        #expect(answer.code == 1)
        let lines = try library.report("r.jsonl")
        try #require(lines.count == 2)
        return (lines[0], lines[1])
    }

    /// Runs the one command that is listed for a line.
    private func follow(_ line: [String: Any], in library: ImportLibrary) throws -> ImportLibrary.Answer {
        let commands = try #require(line["commands"] as? [String])
        try #require(commands.count == 1)
        let process = try library.start(shell: "PATH=\"$1:$PATH\"; \(commands[0])", [Command.products.path])
        process.waitUntilExit()
        return try library.answer(of: process)
    }

    // (model)
    @Test("A copy that was lent and came back in one file: no loan stays open behind the line of an older one")
    func returnedBefore() throws {
        let library = try ImportLibrary()
        try library.add("day1", lentAt: "2025-09-01 10:00")
        try library.done("return", "--copy", "day1", "--at", "2025-09-08 10:00")
        let first = try imported(library)
        #expect(first.issue["verdict"] as? String == "unsupportedAction")
        #expect(first.giveBack["verdict"] as? String == "uncertainLoan")
        #expect(first.giveBack["commands"] as? [String] == [])
        #expect((first.giveBack["advice"] as? String)?.contains("'circ borrow'") == true)
        #expect(try follow(first.issue, in: library).code == 0)
        #expect(try library.openCopies() == ["day1"])
        let second = try imported(library)
        #expect(second.giveBack["verdict"] as? String == "returned")
        #expect(try library.openCopies() == [])
        #expect(try library.done("loans", "--json").documents.count == 2)
    }

    // (model)
    @Test("Where the older loan is open still, the report says how to end it before the new one is entered")
    func openStill() throws {
        let library = try ImportLibrary()
        try library.add("day1", lentAt: "2025-09-01 10:00")
        let first = try imported(library)
        #expect(first.giveBack["verdict"] as? String == "uncertainLoan")
        #expect((first.giveBack["reason"] as? String)?.contains("loan 1 is still open and in the way") == true)
        let refused = try follow(first.issue, in: library)
        #expect(refused.code == 1)
        #expect(refused.errors.contains("end that loan first: 'circ return 1', with --at if it came back earlier"))
        #expect(try follow(first.giveBack, in: library).code == 0)
        #expect(try follow(first.issue, in: library).code == 0)
        #expect(try imported(library).giveBack["verdict"] as? String == "returned")
        #expect(try library.openCopies() == [])
    }

    // (model) drop 90 s slow or fast
    @Test("A return that one desk's clock puts minutes before another desk's loan of the copy waits for a person")
    func otherClock() throws {
        let library = try ImportLibrary()
        try library.add("day1", lentAt: "2025-09-01 10:00")
        try library.done("return", "--copy", "day1", "--at", "2025-09-08 10:00")
        let head = "Version=1.0\tGenerator=kocDesktop\tGeneratorVersion=2.4.0\n"
        let files = try [
            library.file("a.koc", (head + "2025-10-01 10-00-00 001\tissue\tC1\tday1\n").utf8),
            library.file("b.koc", (head + "2025-10-01 09-58-00 001\treturn\tday1\n").utf8),
        ]
        func verdicts(_ options: String...) throws -> [String] {
            try? FileManager.default.removeItem(at: library.folder.appending(path: "r.jsonl"))
            let report = library.folder.appending(path: "r.jsonl").path
            _ = try library.run("circ-import", ["--source", "drop", "--dry-run", "--report", report] + options + files)
            return try library.report("r.jsonl").compactMap { $0["verdict"] as? String }
        }
        #expect(try verdicts() == ["uncertainLoan", "unsupportedAction"])
        #expect(try verdicts("--clock-tolerance", "1") == ["alreadyReturned", "unsupportedAction"])
    }

    @Test("A loan that cannot be entered any more, for its copy was busy since, is no loan to be entered from now on")
    func tooLate() throws {
        let library = try ImportLibrary()
        try library.add("day1", lentAt: "2025-09-01 10:00")
        let issue = try imported(library).issue
        try library.done("return", "1")
        let refused = try follow(issue, in: library)
        #expect(refused.code == 1)
        #expect(refused.errors.contains("or enter nothing if it is back"))
        #expect(!refused.errors.contains("leave it away"))
    }

    // (model)
    @Test("A SIP2 checkout that the library's system refused is no loan: a later return speaks of the older one")
    func refusedCheckout() throws {
        let library = try ImportLibrary()
        try library.add("B007", lentAt: "2025-09-01 10:00")
        let log = """
            11YN20251001    10170020251101    101700AOMAIN|AAC1|ABB007|AC|
            120NUN20251001    101701AOMAIN|AAC1|ABB007|AJTitle|AH|AFItem is on loan|
            09N20251001    11160220251001    111550APx|AOMAIN|ABB007|AC|
            101YNN20251001    111602AOMAIN|ABB007|AQMAIN|

            """
        let report = library.folder.appending(path: "r.jsonl").path
        let answer = try library.importing("--report", report, try library.file("selfcheck.log", log.utf8))
        #expect(!answer.output.contains("circ borrow"))
        let lines = try library.report("r.jsonl")
        try #require(lines.map { $0["verdict"] as? String } == ["unsupportedAction", "returned"])
        #expect(lines[0]["action"] as? String == "refused checkout")
        #expect(lines[0]["commands"] as? [String] == [])
        #expect(try library.openCopies() == [])
    }

    // (model)
    @Test(
        "A loan whose card cannot be read holds back the returns behind it until a person has entered it",
        arguments: [
            (
                "Version=1.0\tGenerator=x\n2025-10-01 10-00-00 001\tissue\t\tB003\n",
                "2025-10-01 15-00-00 001\treturn\tB003\n"
            ),
            ("o:2510011000:bB003:x#:2510151000:15\n", "i:2510011500:bB003:::15\n"),
            (
                "202510011000LB003" + String(repeating: " ", count: 76) + "C1\r\n",
                "202510011500RB003" + String(repeating: " ", count: 76) + "\r\n"
            ),
            (
                "{\"timestamp\":1759305600,\"type\":\"checkout\",\"delta\":0,\"barcode\":\"B003\"}\n",
                "{\"timestamp\":1759323600,\"type\":\"checkin\",\"delta\":0,\"barcode\":\"B003\"}\n"
            ),
            (
                "11YN20251001    10000020251101    100000AOMAIN|AA|ABB003|AC|\n",
                "09N20251001    15000020251001    150000APx|AOMAIN|ABB003|AC|\n"
            ),
        ])
    func noCard(issue: String, giveBack: String) throws {
        let library = try ImportLibrary()
        try library.add("B003", lentAt: "2025-09-01 10:00")
        try library.done("return", "--copy", "B003", "--at", "2025-09-08 10:00")
        let path = try library.file("day", (issue + giveBack).utf8)
        let report = library.folder.appending(path: "r.jsonl").path
        let first = try library.importing("--report", report, path)
        #expect(first.output.contains("without a readable card"))
        #expect(!first.output.contains("can be entered with 'circ borrow'"))
        var lines = try library.report("r.jsonl")
        try #require(lines.map { $0["verdict"] as? String } == ["unsupportedAction", "uncertainLoan"])
        #expect(lines[0]["copy"] as? String == "B003")
        #expect((lines[0]["statedAt"] as? String)?.isEmpty == false)
        #expect((lines[0]["reason"] as? String)?.hasSuffix("without a readable card") == true)
        #expect(lines[0]["commands"] as? [String] == [])
        try library.done("borrow", "--copy", "B003", "--card", "C1", "--at", "2025-10-01 10:00")
        _ = try library.importing("--report", report, path)
        lines = try library.report("r.jsonl")
        #expect(lines.map { $0["verdict"] as? String } == ["unsupportedAction", "returned"])
        #expect(try library.openCopies() == [])
    }

    @Test(
        "A loan at a local time that occurs twice, or never, is reported with both readings and how to get its command",
        arguments: [("2025-10-26", "00:30", "01:30"), ("2025-03-30", "00:30", "01:30")])
    func unclearTime(day: String, earlier: String, later: String) throws {
        let library = try ImportLibrary()
        try library.add("B1")
        let path = try library.file(
            "day.koc", "Version=1.0\tGenerator=x\n\(day) 02-30-00 000\tissue\tC1\tB1\n".utf8)
        let report = library.folder.appending(path: "r.jsonl").path
        let asked = try library.importing("--report", report, path)
        #expect(asked.output.contains("\(day) \(earlier) UTC or \(day) \(later) UTC"))
        #expect(asked.output.contains("--ambiguous earlier, or later, gives its 'circ borrow'"))
        #expect(!asked.output.contains("can be entered with 'circ borrow'"))
        let line = try #require(try library.report("r.jsonl").first)
        #expect(line["action"] as? String == "issue")
        #expect(line["commands"] as? [String] == [])
        #expect((line["reason"] as? String)?.contains("--ambiguous earlier, or later, gives its 'circ borrow'") == true)
        #expect(line["earlierReading"] as? String == "\(day)T\(earlier):00.000Z")
        #expect(line["laterReading"] as? String == "\(day)T\(later):00.000Z")
        let shown = try library.done("import", "show", "last").output
        #expect(shown.contains("\(day) \(earlier) UTC or \(day) \(later) UTC"))
        _ = try library.importing("--ambiguous", "later", "--report", report, path)
        let settled = try #require(try library.report("r.jsonl").first)
        let commands = try #require(settled["commands"] as? [String])
        #expect(commands.count == 1 && commands[0].contains("--at \(day)T\(later)Z"))
        #expect(try follow(settled, in: library).code == 0)
    }
}
