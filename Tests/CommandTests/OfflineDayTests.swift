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
}
