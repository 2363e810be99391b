import Foundation
import Testing

@Suite("What reports of circ-import say of a line's time, and of what to do")
struct ReportedLineTests {
    @Test(
        "A time is reported as the file has it, whatever the format",
        arguments: [
            ("barcode,returned_at\nX,2025-05-06T10:00:00.0+02:00\n", "2025-05-06T10:00:00.0+02:00"),
            ("Version=1.0\tGenerator=x\n2025-05-06 10:15:30 4\treturn\tX\n", "2025-05-06 10:15:30 4"),
            ("Version=1.0\tGenerator=x\n2025-05-06 10-15-30 417\tissue\tC1\tX\n", "2025-05-06 10-15-30 417"),
            ("{\"timestamp\":1746519330,\"type\":\"checkin\",\"delta\":0,\"barcode\":\"X\"}\n", "1746519330 0"),
            (
                "{\"timestamp\":1746519330,\"type\":\"checkin\",\"barcode\":\"X\",\"backdate\":\"2025-05-05\"}\n",
                "2025-05-05"
            ),
            ("09N20250506    10160220250506    101550APx|AOm|ABX|AC|\n", "20250506    101550"),
            ("11YN20250506    10160220250520    235900AOm|AA C1|ABX|AC|\n", "20250506    101602"),
            ("i:2505061016:bX:::15\n", "2505061016"),
        ])
    func writtenTime(content: String, stated: String) throws {
        let library = try ImportLibrary()
        let report = library.folder.appending(path: "r.jsonl").path
        _ = try library.importing("--report", report, try library.file("f", content.utf8))
        #expect(try library.report("r.jsonl").first?["statedAt"] as? String == stated)
    }

    @Test(
        "The HTML report shows a time as the library's clocks show it, and as it stands where it is a local one",
        arguments: [
            ("{\"timestamp\":1746519330,\"type\":\"checkin\",\"delta\":0,\"barcode\":\"X\"}\n", "Tue 2025-05-06 10:15"),
            ("09N20250506    10160220250506    101550APx|AOm|ABX|AC|\n", "2025-05-06 10:15:50"),
            ("11YN20250506    10160220250520    235900AOm|AA C1|ABX|AC|\n", "2025-05-06 10:16:02"),
            ("barcode,returned_at\nX,2025-05-06T10:00:00.0+04:00\n", "Tue 2025-05-06 08:00"),
            (
                "barcode,returned_at\nX,2025-10-26 02:30\n",
                "2025-10-26 00:30 UTC or 2025-10-26 01:30 UTC"
            ),
        ])
    func shownTime(content: String, shown: String) throws {
        let library = try ImportLibrary()
        let report = library.folder.appending(path: "r.html").path
        _ = try library.importing("--report", report, try library.file("f", content.utf8))
        let page = try library.text("r.html")
        #expect(page.contains("\"w\":\"\(shown)"), "\(page.split(separator: "\n").filter { $0.contains("\"w\"") })")
    }

    @Test(
        "Issues of offline days become commands that lend once, however often they are run",
        arguments: [
            "Version=1.0\tGenerator=x\n2025-05-06 10-15-30 417\tissue\tC 1'\tB 1\n",
            "11YN20250506    10153020250520    235900AOm|AAC 1'|ABB 1|AC|\n",
            "o:2505061015:bB 1:pC 1':2505201015:15\n",
            "202505061015LB 1" + String(repeating: " ", count: 77) + "C 1'" + String(repeating: " ", count: 76)
                + "\r\n",
            "{\"timestamp\":1746519330,\"type\":\"checkout\",\"delta\":0,\"barcode\":\"B 1\",\"patron_barcode\":\"C 1'\"}\n",
        ])
    func issues(content: String) throws {
        let library = try ImportLibrary()
        try library.done("member", "add", "Ben Example", "--card", "C 1'")
        try library.add("B 1")
        let report = library.folder.appending(path: "r.jsonl").path
        // The commands are told of for as long as the line is open, also when it was asked about before.
        for _ in 1...2 {
            let answer = try library.importing("--report", report, try library.file("f", content.utf8))
            #expect(
                answer.output.contains("1 line can be entered with 'circ borrow'; --report FILE.html has the commands.")
            )
        }
        let commands = try #require(try library.report("r.jsonl").first?["commands"] as? [String])
        let script = try library.file("script", (commands.joined(separator: "\n") + "\n").utf8)
        for _ in 1...2 {
            let process = Process()
            process.executableURL = URL(filePath: "/bin/sh")
            process.arguments = ["-e", script]
            process.environment = [
                "CIRC_STORE": "sqlite:\(library.store.path)", "PATH": "\(Command.products.path):/usr/bin:/bin",
            ]
            process.standardOutput = FileHandle.nullDevice
            process.standardError = FileHandle.nullDevice
            try process.run()
            process.waitUntilExit()
            #expect(process.terminationStatus == 0, "\(commands)")
            let loans = try library.done("loans", "--json").documents
            #expect(loans.map { $0["member"] as? Int } == [2])
            #expect((loans[0]["borrowedAt"] as? String)?.hasPrefix("2025-05-06T08:15:") == true)
        }
    }

    @Test(
        "A line without card or copy, or with one that cannot be read, becomes no command",
        arguments: [
            "issue\tC1", "issue\t\tB1", "issue\tC1\t", "issue\tC1\tB\u{202E}1", "issue\tC\u{200B}1\tB1",
            "payment\tC1\t5.00",
        ])
    func noCommand(rest: String) throws {
        let library = try ImportLibrary()
        let report = library.folder.appending(path: "r.jsonl").path
        let content = "Version=1.0\tGenerator=x\n2025-05-06 10-15-30 417\t\(rest)\n"
        _ = try library.importing("--report", report, try library.file("f", content.utf8))
        let line = try #require(try library.report("r.jsonl").first)
        #expect(line["verdict"] as? String == "unsupportedAction")
        #expect(line["commands"] as? [String] == [])
    }
}
