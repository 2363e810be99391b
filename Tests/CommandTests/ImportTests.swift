import Foundation
import Testing

@Suite("circ-import")
struct ImportTests {
    private static func koc(_ rows: [String]) -> String {
        (["Version=1.0\tGenerator=kocDesktop\tGeneratorVersion=2.4.0"] + rows + [""]).joined(separator: "\n")
    }

    @Test("Another source may use the same operation IDs")
    func sources() throws {
        let library = try ImportLibrary()
        try library.add("B1", lentAt: "2025-05-01 10:00")
        let path = try library.csv("returns", ["B1,2025-05-06 10:16:02"])
        #expect(try library.importing("--json", path).verdicts == ["returned": 1])
        let other = try library.run("circ-import", ["--source", "sorter", "--json", path])
        #expect(other.verdicts == ["alreadyReturned": 1])
        #expect(other.count("replayed") == 0)
    }

    @Test(
        "With --exclusive every line has its effect, and the store is free again afterwards; a rehearsal says the same")
    func exclusive() throws {
        let library = try ImportLibrary()
        for copy in ["B1", "B2"] { try library.add(copy, lentAt: "2025-05-01 10:00") }
        let rows = (0..<3000).map { second in
            "B\(1 + second % 2),2025-05-06 10:\(10 + second / 60):\(second % 60 < 10 ? "0" : "")\(second % 60)"
        }
        let path = try library.csv("returns", rows)
        let answer = try library.importing("--exclusive", "--json", path)
        #expect(answer.verdicts?["returned"] == 2)
        #expect(answer.verdicts?.values.reduce(0, +) == 3000)
        #expect(try library.openCopies().isEmpty)
        let rehearsal = try library.importing("--dry-run", "--json", path)
        #expect(rehearsal.verdicts == answer.verdicts)
        #expect(rehearsal.count("replayed") == 3000)
    }

    // Koha 37159
    @Test("A return of an earlier loan leaves a newer loan of the copy open")
    func earlierLoan() throws {
        let library = try ImportLibrary()
        try library.add("B1", lentAt: "2025-05-05 10:00")
        try library.done("return", "--copy", "B1", "--at", "2025-05-06 08:00")
        try library.done("borrow", "--copy", "B1", "--member", "1", "--at", "2025-05-07 10:00")
        let answer = try library.importing("--json", try library.csv("returns", ["B1,2025-05-06 09:00"]))
        #expect(answer.code == 0)
        #expect(answer.verdicts == ["alreadyReturned": 1])
        #expect(try library.openCopies() == ["B1"])
    }

    // Koha 8220
    @Test("The files of two desks are merged by time, whatever their order")
    func merged() throws {
        let library = try ImportLibrary()
        try library.add("B1", lentAt: "2025-05-01 10:00")
        let late = try library.csv("late", ["X,2025-05-06 09:00", "B1,2025-05-06 11:00", "Y,2025-05-06 12:00"])
        let early = try library.file(
            "early.koc", Self.koc(["2025-05-06 10-00-00 000\treturn\tB1", "2025-05-06 11-30-00 000\treturn\tZ"]).utf8)
        let report = library.folder.appending(path: "r.jsonl").path
        _ = try library.importing("--report", report, late, early)
        let lines = try library.report("r.jsonl").map { "\($0["copy"] ?? "") \($0["verdict"] ?? "")" }
        #expect(lines == ["X unknownCopy", "B1 returned", "B1 alreadyReturned", "Z unknownCopy", "Y unknownCopy"])
    }

    // Koha 9509
    @Test(
        "A barcode twice, a millisecond apart, is returned once and found returned once; the same line twice is one event"
    )
    func twice() throws {
        let library = try ImportLibrary()
        try library.add("B1", lentAt: "2025-05-01 10:00")
        let answer = try library.importing(
            "--json",
            try library.csv(
                "returns", ["B1,2025-05-06 10:00:00.001", "B1,2025-05-06 10:00:00.002", "B1,2025-05-06 10:00:00.001"]))
        #expect(answer.verdicts == ["returned": 2, "alreadyReturned": 1])
        #expect(answer.count("duplicateInFile") == 1)
        #expect(answer.count("replayed") == 0)
    }

    // Koha 31395, 26108, 2750, 41884
    @Test("Lines that cannot be applied are in the report with their place and reason, and the lines after them apply")
    func attention() throws {
        let library = try ImportLibrary()
        try library.add("B1", lentAt: "2025-05-01 10:00", branch: "Main")
        try library.add("B2", lentAt: "2025-05-01 10:00")
        try library.add("B3")
        let path = try library.file(
            "returns.csv",
            """
            barcode,returned_at,branch,shelf
            B1,2025-05-06 10:00,North,left
            NOBODY,2025-05-06 10:01,,right
            B3,2025-05-06 10:02,,
            3.1E+13,2025-05-06 10:03,,
            B2,2025-04-06 10:04,,
            B2,2025-05-06 10:05,,

            """.utf8)
        let report = library.folder.appending(path: "r.jsonl").path
        let answer = try library.importing("--report", report, path)
        #expect(answer.code == 1)
        #expect(answer.output.contains("4  for a person to look at"))
        let lines = try library.report("r.jsonl")
        #expect(
            lines.map { "\($0["line"] ?? "") \($0["verdict"] ?? "")" } == [
                "2 returned", "3 unknownCopy", "4 notOnLoan", "5 malformed", "6 staleReturn", "7 returned",
            ])
        #expect(lines.allSatisfy { $0["file"] as? String == path })
        #expect(lines[0]["notes"] as? [String] == ["otherBranch"])
        #expect(lines[0]["columns"] as? [String: String] == ["shelf": "left"])
        #expect(
            lines.filter { $0["settled"] as? Bool == false }.allSatisfy { ($0["reason"] as? String)?.isEmpty == false })
        #expect(try library.openCopies() == [])
    }

    // Koha 2975
    @Test("A file that is days old keeps when each return happened, beside when it was recorded")
    func bothTimes() throws {
        let library = try ImportLibrary()
        try library.add("B1", lentAt: "2025-05-01 10:00")
        let report = library.folder.appending(path: "r.jsonl").path
        _ = try library.importing("--report", report, try library.csv("returns", ["B1,2025-05-06 10:16:02.017"]))
        let line = try #require(try library.report("r.jsonl").first)
        #expect(line["happenedAt"] as? String == "2025-05-06T08:16:02.017Z")
        let recorded = try #require(line["recordedAt"] as? String)
        #expect(recorded > "2026-01-01")
    }

    // LP#1481036
    @Test("A time two hours ahead is not clamped, and --clock-offset corrects it")
    func future() throws {
        let library = try ImportLibrary()
        try library.add("B1", lentAt: "2025-05-01 10:00")
        let ahead = Date(timeIntervalSinceNow: 7200).formatted(.iso8601)
        let path = try library.csv("returns", ["B1,\(ahead)"])
        #expect(try library.importing("--json", path).verdicts == ["futureTime": 1])
        #expect(try library.openCopies() == ["B1"])
        #expect(try library.importing("--json", "--clock-offset", "-7200", path).verdicts == ["returned": 1])
    }

    @Test("A corrected zone shows a conflict, grouped, and executes nothing")
    func zone() throws {
        let library = try ImportLibrary()
        try library.add("B1", lentAt: "2025-05-01 10:00")
        try library.add("B2", lentAt: "2025-05-01 10:00")
        let path = try library.csv("returns", ["B1,2025-05-06 10:00", "B2,2025-05-06 11:00"])
        #expect(try library.importing(path).code == 0)
        let loans = try library.done("loans", "--json").output
        let other = try library.importing("--zone", "America/New_York", path)
        #expect(other.code == 1)
        #expect(
            other.output.contains("operationConflict, 2 lines: an earlier import or line has its ID with another time.")
        )
        #expect(try library.done("loans", "--json").output == loans)
    }

    @Test("A line whose ID an earlier line of the run has with another time is told so in words that fit")
    func conflictInFile() throws {
        let library = try ImportLibrary()
        try library.add("B1", lentAt: "2025-05-01 10:00")
        let rows = "operation_id,barcode,returned_at\nY1,B1,2025-05-06 10:00\nY1,B1,2025-05-06 11:00\n"
        let answer = try library.importing(try library.file("a.csv", rows.utf8))
        #expect(
            answer.output.contains("operationConflict, 1 line: an earlier import or line has its ID with another time.")
        )
        #expect(answer.output.contains("check the operation_id") && !answer.output.contains("was imported before"))
    }

    // (model)
    @Test("A time too close to the beginning of a loan is a person's matter, with the command to settle it")
    func uncertain() throws {
        let library = try ImportLibrary()
        try library.add("B1", lentAt: "2025-05-01 10:00")
        try library.done("return", "--copy", "B1", "--at", "2025-05-06 09:58:30")
        try library.done("borrow", "--copy", "B1", "--member", "1", "--at", "2025-05-06 10:00")
        let answer = try library.importing(try library.csv("returns", ["B1,2025-05-06 10:01"]))
        #expect(answer.code == 1)
        #expect(answer.output.contains("uncertainLoan"))
        #expect(answer.output.contains("circ return 1 or circ return 2"))
        #expect(try library.openCopies() == ["B1"])
    }

    // Koha 37326, UICHKIN-93, FOLIO SIP2-249, Koha 4084, 9263
    @Test(
        "An odd barcode is the same copy in a file and at the desk",
        arguments: ["P 123", "AB/12\"*", "' OR 1=1 --", "%"])
    func oddBarcodes(barcode: String) throws {
        let library = try ImportLibrary()
        try library.add(barcode, lentAt: "2025-05-01 10:00")
        try library.add("other", lentAt: "2025-05-01 10:00")
        let quoted = barcode.replacing("\"", with: "\"\"")
        let content = "barcode,returned_at\r\n\"\t \u{A0}\(quoted) \",2025-05-06 10:00\r\n"
        #expect(try library.importing("--json", try library.file("returns", content.utf8)).verdicts == ["returned": 1])
        #expect(try library.openCopies() == ["other"])
        let desk = try library.run("circ", ["return", "--copy", " \(barcode)\u{A0}", "--json"])
        #expect(desk.output.contains("alreadyReturned"))
    }

    @Test("A rehearsal says what would happen, its lines seeing each other, and changes nothing")
    func rehearsal() throws {
        let library = try ImportLibrary()
        try library.add("B1", lentAt: "2025-05-01 10:00")
        let path = try library.csv("returns", ["B1,2025-05-06 10:00", "B1,2025-05-06 11:00"])
        let loans = try library.done("loans", "--json").output
        let bytes = try Data(contentsOf: library.store)
        let tried = try library.importing("--dry-run", "--json", path)
        #expect(tried.verdicts == ["returned": 1, "alreadyReturned": 1])
        #expect(tried.documents.last?["dryRun"] as? Bool == true)
        #expect(try Data(contentsOf: library.store) == bytes)
        #expect(try library.done("loans", "--json").output == loans)
        #expect(try library.importing("--json", path).verdicts == tried.verdicts)
    }

    @Test("A note is a column that --map may name, and a report keeps it")
    func mappedNote() throws {
        let library = try ImportLibrary()
        try library.add("B1", lentAt: "2025-05-01 10:00")
        let path = try library.file("returns", "barcode,returned_at,Remark\nB1,2025-05-06 10:00,torn\n".utf8)
        let report = library.folder.appending(path: "r.jsonl").path
        #expect(try library.importing("--map", "note=Remark", "--report", report, path).code == 0)
        #expect(try library.report("r.jsonl").first?["columns"] as? [String: String] == ["Remark": "torn"])
        #expect(try library.importing("--map", "note=Nope", path).errors.contains("no column Nope, which --map names"))
    }

    @Test("Standard input is a file too, --map names its columns, and --returned-at its time")
    func standardInput() throws {
        let library = try ImportLibrary()
        try library.add("0001", lentAt: "2025-05-01 10:00")
        let answer = try library.importing(
            "--json", "--map", "barcode=Item Barcode", "--returned-at", "2025-05-06 18:00", "-",
            input: "No;Item Barcode\n1;0001\n")
        #expect(answer.verdicts == ["returned": 1])
        #expect(try library.openCopies() == [])
    }
}
