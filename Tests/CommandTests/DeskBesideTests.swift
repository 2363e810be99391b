import Foundation
import Glibc
import Testing

/// A pipe that takes nothing more until somebody reads it, like that of a pager.
private final class FullPipe {
    private let pipe = Pipe()
    var input: FileHandle { pipe.fileHandleForWriting }

    init() {
        let end = input.fileDescriptor
        let flags = fcntl(end, F_GETFL)
        _ = fcntl(end, F_SETFL, flags | O_NONBLOCK)
        let block = [UInt8](repeating: 10, count: 4096)
        while write(end, block, block.count) > 0 {}
        while write(end, block, 1) > 0 {}
        _ = fcntl(end, F_SETFL, flags)
    }

    /// Reads what was written besides the filling, up to the end.
    func drain() throws -> String {
        try input.close()
        let bytes = try pipe.fileHandleForReading.readToEnd() ?? Data()
        return String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .newlines)
    }
}

extension Command.Running {
    /// Waits until the process does nothing but wait, or has ended.
    fileprivate func waitUntilStill() {
        var (last, since) = (0, 0)
        while process.isRunning, since < 30 {
            usleep(10_000)
            let text = (try? String(contentsOfFile: "/proc/\(process.processIdentifier)/stat", encoding: .utf8)) ?? ""
            // proc_pid_stat(5): what follows the name begins with the state; user and system time come later.
            let words = text.split(separator: ")").last?.split(separator: " ") ?? []
            guard words.count > 12, words[0] == "S", let user = Int(words[11]), let system = Int(words[12]) else {
                since = 0
                continue
            }
            since = user + system == last ? since + 1 : 0
            last = user + system
        }
    }
}

@Suite("Beside a command that waits for others, a desk goes on")
struct DeskBesideTests {
    /// A library with a copy that is on loan.
    private static func library(_ store: String) throws -> Command {
        let circ = try Command()
        let steps = [
            ["init", "--zone", "Europe/Zurich"], ["book", "add", "Invented title"],
            ["member", "add", "Ada Example", "--card", "C1"], ["copy", "add", "c01", "--book", "1"],
            ["borrow", "1", "--member", "1", "--at", "2025-05-01 10:00", "--operation", "b1"],
        ]
        for step in steps {
            let outcome = try circ.run(step, environment: ["CIRC_STORE": store])
            guard outcome.exit == 0 else { throw Command.Unexpected(outcome: outcome) }
        }
        return circ
    }

    private static let reading = [
        ["loans"], ["book", "list"], ["book", "show", "1"], ["copy", "list"], ["copy", "show", "c01"],
        ["member", "list"], ["member", "show", "1"], ["policy", "show"], ["ledger", "show", "b1"], ["import", "runs"],
        ["store", "info"], ["store", "check"],
    ]

    @Test(
        "What only reads holds nobody up while its output is not read", arguments: ["file:library", "sqlite:library"])
    func reading(store: String) throws {
        let circ = try Self.library(store)
        for words in Self.reading {
            let pipe = FullPipe()
            let reader = try circ.start(words + ["--json"], environment: ["CIRC_STORE": store], output: pipe.input)
            reader.waitUntilStill()
            let isWaiting = reader.process.isRunning
            let outcome = try circ("book", "add", "Meanwhile", environment: ["CIRC_STORE": store])
            #expect(outcome.exit == 0, "\(words): \(outcome.errors)")
            // Only import runs has nothing to tell.
            #expect(isWaiting || words == ["import", "runs"], "\(words)")
            let told = try pipe.drain()
            #expect(try reader.outcome().exit == 0, "\(words)")
            #expect(told.isEmpty == !isWaiting, "\(words)")
        }
    }

    @Test(
        "An import holds nobody up while it waits for its input",
        arguments: ["file:library", "sqlite:library"], [[], ["--exclusive"], ["--dry-run"]])
    func importing(store: String, options: [String]) throws {
        let circ = try Self.library(store)
        let importer = try Command("circ-import")
        let input = Pipe()
        let place = store.replacing(":", with: ":\(circ.folder.path)/")
        let running = try importer.start(
            ["--source", "drop", "-"] + options, environment: ["CIRC_STORE": place], input: input.fileHandleForReading)
        try input.fileHandleForWriting.write(contentsOf: Data("barcode,returned_at\n".utf8))
        running.waitUntilStill()
        #expect(running.process.isRunning)
        let beside = try circ("book", "add", "Meanwhile", environment: ["CIRC_STORE": store])
        #expect(beside.exit == 0, "\(beside.errors)")
        try input.fileHandleForWriting.write(contentsOf: Data("c01,2025-05-02 10:00\n".utf8))
        try input.fileHandleForWriting.close()
        let outcome = try running.outcome()
        #expect(outcome.exit == 0, "\(outcome.errors)")
        #expect(outcome.output.contains("returned"))
    }

    @Test("An import says at once that there is no store, and reads nothing", arguments: ["file:none", "sqlite:none"])
    func missing(store: String) throws {
        let importer = try Command("circ-import")
        let input = Pipe()
        let running = try importer.start(
            ["--source", "drop", "-"], environment: ["CIRC_STORE": store], input: input.fileHandleForReading)
        // Its input does not end before.
        let outcome = try running.outcome()
        #expect(outcome.exit == 69)
        #expect(outcome.errors.contains("no store"))
        try input.fileHandleForWriting.close()
    }
}
