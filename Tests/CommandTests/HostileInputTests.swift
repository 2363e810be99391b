import Foundation
import Testing

/// Input that would fill the memory, block, or never end, given to the program itself.
@Suite("circ-import and hostile input", .timeLimit(.minutes(2)))
struct HostileInputTests {
    /// The most memory a refusal may take; what the program takes for itself is most of it.
    private static let mostKiB = 96 * 1024
    private static let good = "barcode,returned_at\\nB1,2025-05-06 10:00\\n"

    /// What a shell writes into the pipe that is imported, or the path that is, how that ends, and a word of the reason.
    struct Trial: CustomTestStringConvertible, Sendable {
        let testDescription: String
        /// Commands whose output is imported; without them, `FILE` is.
        var shell: String?
        var path = "-"
        var code: Int32 = 65
        let reason: String
    }

    private static let endless = "yes 99999999999999999999 | tr -d '\\n'"

    static let trials = [
        Trial(
            testDescription: "a line of 10 GB", shell: "\(endless) | head -c 10G",
            reason: "-:1: the line is longer than 64 KiB"),
        Trial(
            testDescription: "a line of 10 GB behind good ones", shell: "printf '\(good)'; \(endless) | head -c 10G",
            reason: "-:3: the line is longer than 64 KiB"),
        Trial(
            testDescription: "a quoted field of 800 MB",
            shell: "printf '\(good)\"'; yes 99999 | head -c 800M; printf '\"\\n'",
            reason: "-:3: the quote that opens in line 3 is not closed"),
        Trial(
            testDescription: "a header of a million columns",
            shell: "printf 'barcode,returned_at'; yes ',c' | tr -d '\\n' | head -c 2000000",
            reason: "-:1: the line is longer than 64 KiB"),
        Trial(
            testDescription: "a line of a million columns",
            shell: "printf '\(good)B1,'; yes , | tr -d '\\n' | head -c 1M",
            reason: "-:3: the line is longer than 64 KiB"),
        Trial(testDescription: "10 GB of NUL", shell: "head -c 10G /dev/zero", reason: "-:1: holds NUL bytes"),
        Trial(
            testDescription: "NUL behind many good lines",
            shell: "printf 'barcode,returned_at\\n'; yes 'B1,2025-05-06 10:00' | head -n 300000; printf 'B\\0'",
            reason: "-:300002: holds NUL bytes"),
        Trial(
            testDescription: "UTF-16", shell: "printf '\(good)' | iconv -t UTF-16LE | cat <(printf '\\xff\\xfe') -",
            reason: "-: is UTF-16; convert it with: iconv"),
        Trial(testDescription: "nothing", shell: "true", reason: "-: is empty"),
        Trial(testDescription: "millions of blank lines", shell: "yes '' | head -c 5M", reason: "-: is empty"),
        Trial(testDescription: "a device without an end", path: "/dev/zero", reason: "/dev/zero:1: holds NUL bytes"),
        Trial(testDescription: "a device without content", path: "/dev/null", reason: "/dev/null: is empty"),
        Trial(testDescription: "a directory", path: "/tmp", code: 66, reason: "/tmp: is a directory; name the files"),
        Trial(testDescription: "no file", path: "/nowhere/file", code: 66, reason: "cannot be opened: No such file"),
        Trial(
            testDescription: "a name that is too long", path: String(repeating: "n", count: 300), code: 66,
            reason: "cannot be opened: File name too long"),
    ]

    @Test("Refused in one line, soon, in little memory, and with no effect", arguments: trials)
    func refused(trial: Trial) throws {
        let library = try ImportLibrary()
        try library.add("B1", lentAt: "2025-05-01 10:00")
        let bytes = try Data(contentsOf: library.store)
        let began = ContinuousClock.now
        let (answer, peak) = try library.measured([trial.path], pipedFrom: trial.shell)
        print("\(trial.testDescription): \(ContinuousClock.now - began), \(peak / 1024) MiB at most")
        #expect(answer.code == trial.code)
        #expect(answer.output == "")
        #expect(answer.errors.split(separator: "\n").count == 1, "\(answer.errors)")
        #expect(answer.errors.contains(trial.reason), "\(answer.errors)")
        #expect(answer.errors.hasSuffix("; nothing was applied\n"))
        #expect(peak < Self.mostKiB)
        #expect(ContinuousClock.now - began < .seconds(20))
        #expect(try Data(contentsOf: library.store) == bytes)
        #expect(try library.leftovers() == [])
    }

    @Test("A file that may not be read is refused")
    func unreadable() throws {
        let circ = try Command.library()
        let importer = try Command(
            "circ-import", environment: ["CIRC_STORE": "sqlite:\(circ.folder.path)/library.sqlite"])
        let path = circ.folder.appending(path: "returns").path
        try "barcode,returned_at\n".write(toFile: path, atomically: true, encoding: .utf8)
        chmod(path, 0)
        chmod(circ.folder.appending(path: "library.sqlite").path, 0o666)
        let outcome = try importer.start(["--source", "drop", path], prefix: circ.asNobody()).outcome()
        #expect(outcome.exit == 66)
        #expect(outcome.errors.contains("cannot be opened: Permission denied"), "\(outcome.errors)")
    }

    @Test("Thirty thousand columns in a line, and invalid UTF-8 in a barcode, spoil their lines alone")
    func spoiledLines() throws {
        let library = try ImportLibrary()
        for copy in ["B1", "B2"] { try library.add(copy, lentAt: "2025-05-01 10:00") }
        var bytes = Array("barcode,returned_at,note\nB1,2025-05-06 10:00,".utf8) + [0xC3, 0x28, 0xFF] + [0x0A]
        bytes += Array("B\(String(repeating: ",", count: 30_000))\n".utf8)
        bytes += Array("B".utf8) + [0xFF] + Array(",2025-05-06 10:00,\nB2,2025-05-06 10:00,\n".utf8)
        let answer = try library.importing("--json", try library.file("returns", bytes))
        #expect(answer.code == 1)
        #expect(answer.verdicts == ["returned": 2, "malformed": 2])
        #expect(answer.output.contains("it has 30001 columns, and the header has 3"))
        #expect(answer.output.contains("its barcode is not UTF-8"))
        #expect(try library.openCopies() == [])
    }

    @Test("A named pipe is read like a file, and nothing of it is left behind")
    func namedPipe() throws {
        let library = try ImportLibrary()
        try library.add("B1", lentAt: "2025-05-01 10:00")
        let path = library.folder.appending(path: "fifo").path
        try #require(mkfifo(path, 0o600) == 0)
        let writer = Process()
        writer.executableURL = URL(filePath: "/bin/sh")
        writer.arguments = ["-c", "printf '\(Self.good)' > \"$0\"", path]
        try writer.run()
        let answer = try library.importing("--json", path)
        writer.waitUntilExit()
        #expect(answer.code == 0)
        #expect(answer.verdicts == ["returned": 1])
        #expect(try library.leftovers() == [])
    }

    @Test(
        "A million lines through a pipe take no more memory than some",
        .enabled(if: ProcessInfo.processInfo.environment["CIRC_BINARIES"] != nil, "as built for release"))
    func flat() throws {
        let library = try ImportLibrary()
        func peak(_ lines: Int) throws -> Int {
            let shell = "printf 'barcode,returned_at\\n'; yes 'X,2025-05-06 10:00' | head -n \(lines)"
            let (answer, peak) = try library.measured(["-"], pipedFrom: shell)
            #expect(answer.code == 1)
            #expect(answer.output.contains("unknownCopy"))
            return peak
        }
        let (some, million) = (try peak(600_000), try peak(1_000_000))
        print("600,000 lines: \(some / 1024) MiB, 1,000,000 lines: \(million / 1024) MiB at most")
        #expect(million < some * 3 / 2)
        #expect(million < 256 * 1024)
    }

    @Test(
        "Wide columns that a report keeps take no more memory than the lines are many, in one file or in twenty",
        .enabled(if: ProcessInfo.processInfo.environment["CIRC_BINARIES"] != nil, "as built for release"),
        .serialized, arguments: [1, 20], ["sqlite", "file"])
    func flatAndWide(files: Int, store: String) throws {
        let library = try ImportLibrary()
        if store == "file" {
            try library.done("store", "copy", "sqlite:\(library.store.path)", "file:\(library.folder.path)/f")
        }
        let row = "X,2025-05-06 10:00" + String(repeating: ",\(String(repeating: "w", count: 8000))", count: 7) + "\n"
        let block = Array(String(repeating: row, count: 200).utf8)
        let paths = try (0..<files).map { number in
            let path = try library.file("wide\(number)", "barcode,returned_at,a,b,c,d,e,f,g\n".utf8)
            let handle = try FileHandle(forWritingTo: URL(filePath: path))
            try handle.seekToEnd()
            for _ in 0..<20 / files { try handle.write(contentsOf: Data(block)) }
            try handle.close()
            return path
        }
        let address = store == "file" ? "file:\(library.folder.path)/f" : "sqlite:\(library.store.path)"
        let (answer, peak) = try library.measured(
            ["--store", address, "--report", library.folder.appending(path: "r.jsonl").path] + paths)
        print("4,000 wide lines in \(files) files into \(store): \(peak / 1024) MiB at most")
        #expect(answer.code == 1)
        #expect(answer.output.contains("4,000  unknownCopy"))
        #expect(peak < Self.mostKiB)
    }

    @Test(
        "A header alone, and only a mark of the byte order and a header, are files without lines",
        arguments: ["", "\u{FEFF}"])
    func headerAlone(mark: String) throws {
        let library = try ImportLibrary()
        let answer = try library.importing(try library.file("returns", (mark + "barcode,returned_at\n").utf8))
        #expect(answer.code == 0)
        #expect(answer.output == "imported 0 lines from drop\n")
    }
}

extension ImportLibrary {
    /// Imports files, or what shell commands write, with its memory limited, and gives the most that it had resident, in
    /// KiB.
    func measured(_ arguments: [String], pipedFrom shell: String? = nil) throws -> (Answer, peakKiB: Int) {
        let pipe = shell == nil ? "" : "set +o pipefail; { \(shell ?? ""); } 2>/dev/null | "
        let words = "(ulimit -v 2000000; echo $BASHPID > pid; exec \"$@\" --source drop)"
        let process = try start(
            shell: pipe + words, [Command.products.appending(path: "circ-import").path] + arguments)
        var peak = 0
        while process.isRunning {
            peak = max(peak, (try? text("pid")).flatMap { Int($0.dropLast()) }.flatMap(Self.peak) ?? 0)
            usleep(500)
        }
        return (try answer(of: process), peak)
    }

    /// The most memory that a process had resident so far, in KiB, if it is still there.
    private static func peak(of process: Int) -> Int? {
        let status = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
        let line = status?.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        return line.flatMap { Int($0.dropFirst(6).dropLast(2).trimmingCharacters(in: .whitespaces)) }
    }

    /// Temporary files that a command left in its folder.
    func leftovers() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasPrefix("circ-import.") }
    }
}
