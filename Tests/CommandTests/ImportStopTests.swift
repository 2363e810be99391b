import Foundation
import Testing

/// What an import that is stopped or killed leaves in its folder.
@Suite("An import that is ended before its end")
struct ImportStopTests {
    private let library: ImportLibrary
    private var report: String { library.folder.appending(path: "r.html").path }

    init() throws {
        library = try ImportLibrary()
    }

    /// Names that the report had on its way.
    private func hidden() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: library.folder.path).filter { $0.hasPrefix(".") }
    }

    /// Starts an import of a pipe that nobody writes to yet, and waits until it takes interrupts.
    private func startReading(_ path: String) throws -> Process {
        let process = try library.start("circ-import", ["--source", "drop", "--report", report, path])
        for _ in 0..<500 where !ImportLibrary.catchesInterrupts(process.processIdentifier) { usleep(10_000) }
        // It waits in the reading, and not before.
        usleep(100_000)
        return process
    }

    @Test("Interrupted once while it waits for its files, it says so and ends", arguments: [false, true])
    func interruptedInCheck(isBegun: Bool) throws {
        let path = library.folder.appending(path: "pipe").path
        try #require(mkfifo(path, 0o600) == 0)
        // The end that is written to; the file has begun where something was written.
        let writer = isBegun ? open(path, O_RDWR) : -1
        defer { if writer >= 0 { close(writer) } }
        let beginning = "barcode,returned_at\nB1,2025-05-06 10:00\n"
        if isBegun { #expect(write(writer, beginning, beginning.utf8.count) == beginning.utf8.count) }
        let process = try startReading(path)
        kill(process.processIdentifier, SIGINT)
        for _ in 0..<500 where process.isRunning { usleep(10_000) }
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
        process.waitUntilExit()
        let answer = try library.answer(of: process)
        #expect(process.terminationReason == .exit && answer.code == 75)
        #expect(answer.errors == "circ-import: stopped as asked; nothing was applied\n")
        #expect(try hidden() == [])
        #expect(try library.done("import", "runs", "--json").documents.isEmpty)
    }

    @Test("Interrupted once in the check of a long file, it ends before it has read all of it")
    func interruptedInLongCheck() throws {
        let path = library.folder.appending(path: "pipe").path
        try #require(mkfifo(path, 0o600) == 0)
        let writer = Process()
        writer.executableURL = URL(filePath: "/bin/sh")
        writer.arguments = [
            "-c", "{ echo barcode,returned_at; yes 'B1,2025-05-06 10:00' | head -c 8000000000; } >\"$1\"", "sh", path,
        ]
        writer.standardError = FileHandle.nullDevice
        try writer.run()
        let process = try startReading(path)
        kill(process.processIdentifier, SIGINT)
        for _ in 0..<500 where process.isRunning { usleep(10_000) }
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
        process.waitUntilExit()
        writer.waitUntilExit()
        let answer = try library.answer(of: process)
        #expect(process.terminationReason == .exit && answer.code == 75)
        #expect(answer.errors == "circ-import: stopped as asked; nothing was applied\n")
    }

    /// Whether files without a name can be made where the tests run.
    private static let knowsNamelessFiles: Bool = {
        let descriptor = open(NSTemporaryDirectory(), O_WRONLY | O_DIRECTORY | 0o20_000_000, 0o600)
        if descriptor >= 0 { close(descriptor) }
        return descriptor >= 0
    }()

    @Test(
        "Killed, or interrupted twice, it leaves nothing of its report behind",
        .enabled(if: knowsNamelessFiles, "the file system has no files without a name"),
        arguments: [[SIGKILL], [SIGINT, SIGINT]])
    func killed(signals: [Int32]) throws {
        let (process, lock) = try library.startWaiting(
            ["--report", report, try library.csv("a.csv", ["X1,2025-05-06 10:00"])])
        for signal in signals {
            kill(process.processIdentifier, signal)
            usleep(50_000)
        }
        process.waitUntilExit()
        lock.release()
        #expect(process.terminationReason == .uncaughtSignal)
        #expect(try hidden() == [])
    }

    @Test("A report may have a name as long as the file system allows, and a longer one is refused first")
    func longName() throws {
        let path = try library.csv("a.csv", ["X1,2025-05-06 10:00"])
        for (length, code) in [(250, 1), (255, 1), (256, 73)] as [(Int, Int32)] {
            let name = String(repeating: "n", count: length - 5) + ".html"
            for _ in 1...2 {
                let answer = try library.importing("--report", library.folder.appending(path: name).path, path)
                #expect(answer.code == code, "\(length): \(answer.errors)")
            }
        }
        #expect(try hidden() == [])
        #expect(try library.done("import", "runs", "--json").documents.count == 4)
    }
}
