import Foundation
import Testing

@Suite("The runs that circ-import leaves behind")
struct ImportRunTests {
    private func runs(_ library: ImportLibrary) throws -> [[String: Any]] {
        try library.done("import", "runs", "--json").documents
    }

    private func asked(_ library: ImportLibrary, _ run: String = "last") throws -> [[String: Any]] {
        try library.done("import", "show", run, "--json").documents.filter { $0["kind"] as? String == "askedLine" }
    }

    @Test("A cumulative file asks about its new lines, and points to the run that asked about the old ones")
    func cumulative() throws {
        let library = try ImportLibrary()
        try library.add("B1", lentAt: "2025-05-01 10:00")
        let monday = try library.importing(
            try library.csv("a", ["B1,2025-05-06 10:00", "X1,2025-05-06 10:01", "X2,soon"]))
        #expect(monday.code == 1)
        #expect(monday.output.contains("2  for a person to look at"))
        #expect(!monday.output.contains("earlier run"))
        let path = try library.csv(
            "a", ["B1,2025-05-06 10:00", "X1,2025-05-06 10:01", "X2,soon", "X3,2025-05-07 10:00"])
        let tuesday = try library.importing(path)
        #expect(tuesday.code == 1)
        #expect(tuesday.output.contains("2  for a person, and asked about by an earlier run"))
        #expect(tuesday.output.contains("1  for a person to look at"))
        #expect(tuesday.output.contains("X3") && !tuesday.output.contains("X1"))
        let first = try #require(try runs(library).last?["run"] as? String)
        #expect(tuesday.output.contains("Asked about before, 2 lines: circ import show \(first)"))
        let wednesday = try library.importing("--json", path)
        #expect(wednesday.count("attention") == 3)
        #expect(wednesday.count("seenBefore") == 3)
        let second = try #require(try runs(library)[1]["run"] as? String)
        #expect(wednesday.documents.dropLast().map { $0["askedInRun"] as? String } == [first, first, second])
    }

    @Test("A run is listed with what it came to, and shows its lines until they are settled")
    func listed() throws {
        let library = try ImportLibrary()
        #expect(try library.done("import", "runs").errors.contains("no import was run"))
        let path = try library.csv("a.csv", ["B1,2025-05-06 10:00", "X1,2025-05-06 10:01", "X2,soon"])
        _ = try library.importing(path)
        let run = try #require(try runs(library).first)
        #expect(run["state"] as? String == "finished")
        #expect(run["source"] as? String == "drop")
        #expect(run["files"] as? [String] == [path])
        #expect(run["verdicts"] as? [String: Int] == ["unknownCopy": 2, "malformed": 1])
        let lines = try asked(library)
        #expect(lines.map { $0["line"] as? Int } == [2, 3, 4])
        #expect(lines.map { $0["copy"] as? String } == ["B1", "X1", nil])
        #expect(lines.map { $0["statedAt"] as? String } == ["2025-05-06 10:00", "2025-05-06 10:01", nil])
        #expect((lines[2]["detail"] as? String)?.contains("returned_at") == true)
        let shown = try library.done("import", "show", "last").output
        #expect(shown.contains("unknownCopy: there is no copy with this barcode. To do: check the barcode"))
        #expect(shown.contains("2  unknownCopy") && shown.contains("\(path):3"))

        try library.add("B1", lentAt: "2025-05-01 10:00")
        #expect(try library.importing(path).code == 1)
        let number = try #require(run["run"] as? String)
        #expect(try asked(library, "\(number)").map { $0["line"] as? Int } == [3, 4])
        #expect(try asked(library, "last").isEmpty)
    }

    @Test("What is not there is told apart: no run, another number, no number")
    func missing() throws {
        let library = try ImportLibrary()
        for (stated, code) in [("last", 1), ("17", 1), ("soon", 64), ("0", 1)] {
            let answer = try library.run("circ", ["import", "show", stated])
            #expect(answer.code == code, "\(stated): \(answer.errors)")
        }
    }

    @Test("A rehearsal is not remembered, and tells new lines from old ones all the same")
    func rehearsal() throws {
        let library = try ImportLibrary()
        let path = try library.csv("a", ["X1,2025-05-06 10:01"])
        #expect(try library.importing("--dry-run", "--json", path).count("seenBefore") == 0)
        #expect(try runs(library).isEmpty)
        _ = try library.importing(path)
        let bytes = try Data(contentsOf: library.store)
        #expect(try library.importing("--dry-run", "--json", path).count("seenBefore") == 1)
        #expect(try Data(contentsOf: library.store) == bytes)
    }

    @Test("A copy and a backup have the runs too, and the check finds them sound")
    func moved() throws {
        let library = try ImportLibrary()
        _ = try library.importing(try library.csv("a", ["X1,2025-05-06 10:01", "X2,soon"]))
        let digest = try library.done("store", "check", "--json").output
        let copy = "file:\(library.folder.path)/copy"
        try library.done("store", "copy", "sqlite:\(library.store.path)", copy)
        #expect(try library.done("--store", copy, "store", "check", "--json").output == digest)
        #expect(
            try library.done("--store", copy, "import", "show", "last", "--json").output
                == library.done("import", "show", "last", "--json").output)
        let backup = library.folder.appending(path: "backup").path
        try library.done("store", "backup", backup)
        #expect(
            try library.done("--store", "sqlite:\(backup)", "import", "runs", "--json").output
                == library.done("import", "runs", "--json").output)
    }

    @Test("A run that was killed shows as unfinished, and the next one asks about its lines again")
    func killed() throws {
        let library = try ImportLibrary()
        let path = try library.csv("a", (0..<30_000).map { "X\($0),2025-05-06 10:01" })
        let lock = try WriteLock(on: library.store.path)
        let process = try library.start("circ-import", ["--source", "drop", path])
        usleep(300_000)
        lock.release()
        while process.isRunning, try runs(library).isEmpty { usleep(1000) }
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        try #require(process.terminationReason == .uncaughtSignal)
        #expect(try runs(library).map { $0["state"] as? String } == ["unfinished"])
        let again = try library.importing("--json", path)
        #expect(again.count("attention") == 30_000)
        #expect(again.count("seenBefore") == 0)
        #expect(try runs(library).map { $0["state"] as? String } == ["finished", "unfinished"])
        #expect(try asked(library).count == 30_000)
    }

    @Test("A report that cannot be written on tells how many lines are done: all that were committed, not all it holds")
    func reportCut() throws {
        let library = try ImportLibrary()
        let path = try library.csv("a.csv", (1...1000).map { "X\($0),2025-05-06 10:00" })
        // Files may have 400 KiB: the store has less, and the report would have more.
        let process = try library.start(
            shell: "trap '' XFSZ; ulimit -f 400; exec \"$1\" --source drop --report report.jsonl \"$2\"",
            [Command.products.appending(path: "circ-import").path, path])
        process.waitUntilExit()
        let answer = try library.answer(of: process)
        #expect(answer.code == 74)
        #expect(answer.errors.contains("; 1,000 lines are done and stay so"), "\(answer.errors)")
        let run = try #require(try runs(library).first)
        #expect(run["lines"] as? Int == 1000 && run["attention"] as? Int == 1000)
        #expect(run["state"] as? String == "unfinished")
    }

    @Test("A line is done, and it stays so")
    func oneLine() throws {
        let library = try ImportLibrary()
        // A control takes six bytes in JSON: the report is longer than files may be, and all else is shorter.
        let wide = String(repeating: "\u{7F}", count: 60_000)
        let path = try library.file("a.csv", "barcode,returned_at,note\nX1,2025-05-06 10:00,\(wide)\n".utf8)
        let process = try library.start(
            shell: "trap '' XFSZ; ulimit -f 300; exec \"$1\" --source drop --report report.jsonl \"$2\"",
            [Command.products.appending(path: "circ-import").path, path])
        process.waitUntilExit()
        #expect(try library.answer(of: process).errors.contains("; 1 line is done and stays so: run the same"))
    }
}
