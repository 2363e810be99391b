import Foundation
import Testing

@Suite("Lines that a person settles")
struct ImportSettleTests {
    private func counts(_ answer: ImportLibrary.Answer) -> [Int?] {
        ["attention", "seenBefore", "settled", "settledByPerson"].map(answer.count)
    }

    private func asked(_ library: ImportLibrary, _ run: String = "last") throws -> [[String: Any]] {
        try library.done("import", "show", run, "--json").documents.filter { $0["kind"] as? String == "askedLine" }
    }

    private func run(_ library: ImportLibrary) throws -> String {
        try #require(try library.done("import", "runs", "--json").documents.first?["run"] as? String)
    }

    @Test("A run whose lines were all asked before says by which run, and is not said to need nobody")
    func askedBefore() throws {
        let library = try ImportLibrary()
        let path = try library.csv("a.csv", ["X1,2025-05-06 10:00", "X2,soon"])
        _ = try library.importing(path)
        let first = try run(library)
        _ = try library.importing(path)
        let shown = try library.done("import", "show", "last")
        #expect(shown.output.contains("Asked about before, 2 lines: circ import show \(first)\n"), "\(shown.output)")
        #expect(shown.output.contains("look at\n\nAsked about before"))
        #expect(!shown.errors.contains("nothing of it needs a person"))
        let settled = try library.done("import", "settle", "last").output
        #expect(settled.contains("0 lines of run \(try run(library)) are settled; none is open that it was the first"))
        #expect(settled.hasSuffix("\n\nAsked about before, 2 lines: circ import settle \(first)\n"))
        let document = try library.done("import", "show", "last", "--json").documents[0]
        #expect(document["askedIn"] as? [String: Int] == [first: 2])
        #expect(document["seenBefore"] as? Int == 2)
        #expect(try library.done("import", "show", first, "--json").documents[0]["askedIn"] as? [String: Int] == [:])
    }

    @Test("A run is settled as a whole; its lines are asked about no more, and the import ends well")
    func whole() throws {
        let library = try ImportLibrary()
        let path = try library.csv("a.csv", ["X1,2025-05-06 10:00", "X2,soon"])
        let before = try library.importing(path)
        let run = try run(library)
        #expect(before.output.contains("When they are dealt with: circ import settle \(run)\n"), "\(before.output)")
        let settled = try library.done("import", "settle", "last")
        #expect(settled.output == "2 lines of run \(run) are settled; none of it is open\n")
        #expect(try asked(library).isEmpty)
        #expect(try library.done("import", "show", "last").errors == "nothing of it needs a person any more\n")
        let again = try library.importing("--json", path)
        #expect(again.code == 0)
        #expect(counts(again) == [0, 0, 2, 2])
        #expect(again.verdicts == ["unknownCopy": 1, "malformed": 1])
        #expect(again.documents.count == 1)
        let told = try library.importing(path)
        #expect(told.code == 0)
        #expect(told.output.contains("2  settled by a person") && told.output.contains("0  for a person to look at"))
        #expect(try library.importing("--dry-run", path).code == 0)
        // What is settled may be settled again.
        #expect(
            try library.done("import", "settle", run).output
                == "0 lines of run \(run) are settled; none of it is open\n")
    }

    @Test("Some lines are settled by the numbers that are shown, all or none")
    func some() throws {
        let library = try ImportLibrary()
        let path = try library.csv("a.csv", ["X1,2025-05-06 10:00", "X2,soon", "X3,2025-05-06 10:00"])
        _ = try library.importing(path)
        #expect(try library.done("import", "show", "last").output.contains(#/ 3 +\S+a\.csv:4 /#))
        for (words, code) in [(["last", "1", "4"], 1), (["last", "0"], 64), (["last", "x"], 64), (["17"], 1)] {
            let answer = try library.run("circ", ["import", "settle"] + words)
            #expect(answer.code == code, "\(words): \(answer.errors)")
        }
        #expect(try asked(library).count == 3)
        let one = try library.done("import", "settle", "last", "3").output
        #expect(one == "1 line of run \(try run(library)) is settled; 2 lines of it are open\n")
        let answer = try library.done("import", "settle", "last", "3", "1", "3", "--json")
        #expect(answer.count("settled") == 1 && answer.count("open") == 1)
        #expect(try asked(library).map { $0["number"] as? Int } == [2])
        let again = try library.importing("--json", path)
        #expect(again.code == 1)
        #expect(counts(again) == [1, 1, 2, 2])
        // A number that is settled may be named again.
        #expect(try library.done("import", "settle", try self.run(library), "--json").count("settled") == 0)
    }

    @Test("A settled line that comes to another verdict is asked about anew")
    func otherVerdict() throws {
        let library = try ImportLibrary()
        let path = try library.csv("a.csv", ["X1,2025-05-06 10:00"])
        _ = try library.importing(path)
        try library.done("import", "settle", "last")
        try library.add("X1")
        let again = try library.importing("--json", path)
        #expect(again.code == 1)
        #expect(counts(again) == [1, 0, 0, 0])
        #expect(try asked(library).map { $0["verdict"] as? String } == ["notOnLoan"])
    }

    @Test(
        "Lines with one operation ID are told apart: each is asked about, listed and settled",
        arguments: [
            (["C1", "C2"], ["operationConflict"]), (["NEW", "C1"], ["unknownCopy"]),
            (["C4", "NEW"], ["notOnLoan", "unknownCopy"]),
        ])
    func sameOperation(copies: [String], open: [String]) throws {
        let library = try ImportLibrary()
        for copy in ["C1", "C2"] { try library.add(copy, lentAt: "2025-05-01 10:00") }
        try library.add("C4")
        func file(_ name: String, _ rows: [String]) throws -> String {
            let lines = ["operation_id,barcode,returned_at"] + rows.map { "Y1,\($0),2025-05-06 10:00" } + [""]
            return try library.file(name, lines.joined(separator: "\n").utf8)
        }
        let path = try file("a.csv", copies)
        #expect(try library.importing("--json", path).count("attention") == open.count)
        #expect(try asked(library).map { $0["verdict"] as? String } == open)
        // A line whose ID was free is a conflict once another line has taken it, which is another verdict.
        _ = try library.importing(path)
        let runs = try library.done("import", "runs", "--json").documents.compactMap { $0["run"] as? String }
        for run in runs { try library.done("import", "settle", run) }
        for _ in 1...2 {
            let again = try library.importing("--json", path)
            #expect(again.code == 0)
            #expect(counts(again) == [0, 0, 2, open.count])
        }
        // A file that has only one of the lines changes nothing for the other.
        for copy in copies { #expect(try library.importing(try file("b.csv", [copy])).code == 0) }
        #expect(try library.importing(path).code == 0)
    }

    @Test("An offline day whose loans were entered ends well, grown or not; its report leaves them out")
    func offlineDay() throws {
        let library = try ImportLibrary()
        let day = "Version=1.0\tGenerator=x\n2025-05-06 10-15-30 417\tissue\tC1\tB1\n"
        let path = try library.file("a.koc", day.utf8)
        #expect(try library.importing(path).code == 1)
        try library.done("import", "settle", "last")
        let run = try run(library)
        let reports = ["r.jsonl", "r.html"].map { library.folder.appending(path: $0).path }
        for report in reports { #expect(try library.importing("--report", report, path).code == 0) }
        let line = try #require(try library.report("r.jsonl").first)
        #expect(line["settled"] as? Bool == true && line["askedInRun"] as? String == run)
        #expect(line["reason"] is NSNull && line["commands"] as? [String] == [])
        let page = try library.text("r.html")
        #expect(page.contains("No line needs a person.") && !page.contains("class=\"lines\""))
        #expect(page.contains("<td>of these, settled by a person</td>"))
        let grown = try library.file("a.koc", (day + "2025-05-06 10-16-30 417\tissue\tC1\tB2\n").utf8)
        let answer = try library.importing("--json", grown)
        #expect(answer.code == 1)
        #expect(counts(answer) == [1, 0, 1, 1])
    }

    @Test(
        "A settled line of the future is closed: once its time has come a newer loan stays open",
        arguments: [false, true])
    func future(onFiles: Bool) throws {
        let library = try ImportLibrary()
        try library.add("B1", lentAt: "2025-05-01 10:00")
        var store = "sqlite:\(library.store.path)"
        if onFiles {
            store = "file:\(library.folder.path)/files"
            try library.done("store", "copy", "sqlite:\(library.store.path)", store)
        }
        // Times up to five minutes ahead are taken as they are.
        let coming = Date(timeIntervalSinceNow: 308)
        let rows = ["B1,\(coming.formatted(.iso8601))"]
        let path = try library.csv("a.csv", rows)
        #expect(try library.importing("--store", store, "--json", path).verdicts == ["futureTime": 1])
        try library.done("--store", store, "import", "settle", "last")
        try library.done("--store", store, "return", "--copy", "B1")
        try library.done("--store", store, "borrow", "--copy", "B1", "--member", "1")
        Thread.sleep(until: coming.addingTimeInterval(-299))
        for options in [["--dry-run"], []] {
            let again = try library.run(
                "circ-import", ["--source", "drop", "--store", store, "--json", path] + options)
            #expect(again.verdicts == ["futureTime": 1])
            #expect(again.code == 0 && counts(again) == [0, 0, 1, 1])
        }
        let grown = try library.importing(
            "--store", store, "--json", try library.csv("a.csv", rows + ["X1,2025-05-06 10:00"]))
        #expect(grown.code == 1 && counts(grown) == [1, 0, 1, 1])
        let open = try library.done("--store", store, "loans", "--open", "--json").documents
        #expect(open.compactMap { $0["copy"] as? String } == ["B1"])
    }

    @Test("A settled line of another verdict is applied by its stated time once its loan was entered")
    func lateLoan() throws {
        let library = try ImportLibrary()
        try library.add("B1")
        let path = try library.csv("a.csv", ["B1,2025-05-06 10:00"])
        #expect(try library.importing("--json", path).verdicts == ["notOnLoan": 1])
        try library.done("import", "settle", "last")
        try library.done("borrow", "--copy", "B1", "--member", "1", "--at", "2025-05-05 10:00")
        #expect(try library.importing("--json", path).verdicts == ["returned": 1])
        #expect(try library.openCopies().isEmpty)
    }

    @Test("Lines beyond those that are remembered are counted and told, and nothing is promised of them")
    func unremembered() throws {
        let library = try ImportLibrary()
        let path = try library.csv("a.csv", (0..<100_002).map { "X\($0),2025-05-06 10:00" })
        #expect(
            try library.importing(path).output.contains(
                "Not remembered, 2 lines: too many lines of the source are open"))
        let report = library.folder.appending(path: "r.html").path
        let again = try library.importing("--report", report, path)
        let second = try run(library)
        let page = try library.text("r.html")
        for text in [again.output, page] {
            #expect(text.contains("Not remembered, 2 lines: "))
            #expect(!text.contains("circ import settle \(second)"))
        }
        #expect(again.output.contains("2  of them not remembered"))
        let shown = try library.done("import", "show", "last")
        #expect(shown.output.contains("Not remembered, 2 lines: ") && !shown.errors.contains("needs a person any more"))
        let settled = try library.done("import", "settle", "last").output
        #expect(settled.contains("none is open that it remembers") && settled.contains("Not remembered, 2 lines: "))
        #expect(try library.done("import", "show", "last", "--json").count("unremembered") == 2)
    }

    @Test("What is settled stays so in a copy, a backup, a restored store, and on a file store")
    func moved() throws {
        let library = try ImportLibrary()
        let path = try library.csv("a.csv", ["X1,2025-05-06 10:00", "X2,soon"])
        _ = try library.importing(path)
        let open = try library.done("store", "check", "--json").output
        try library.done("import", "settle", "last", "1")
        let digest = try library.done("store", "check", "--json").output
        #expect(digest != open)
        let copy = "file:\(library.folder.path)/copy"
        try library.done("store", "copy", "sqlite:\(library.store.path)", copy)
        #expect(try library.done("--store", copy, "store", "check", "--json").output == digest)
        #expect(try library.importing("--store", copy, "--json", path).count("attention") == 1)
        let settled = try library.done("--store", copy, "import", "settle", try run(library), "--json")
        #expect(settled.count("settled") == 1)
        #expect(try library.importing("--store", copy, path).code == 0)
        let backup = library.folder.appending(path: "backup").path
        try library.done("--store", copy, "store", "backup", backup)
        let restored = "sqlite:\(library.folder.path)/restored"
        try library.done("store", "restore", backup, "--to", restored)
        #expect(try library.importing("--store", restored, path).code == 0)
        #expect(try library.importing(path).code == 1)
    }
}
