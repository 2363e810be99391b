import Foundation
import Testing

@Suite("An import that is cut off")
struct ImportCrashTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let rounds = environment["CIRC_KILLS"].flatMap(Int.init) ?? 12

    /// A library with some loans, and a file of many returns of them: more than one chunk.
    private func library() throws -> (library: ImportLibrary, path: String) {
        let library = try ImportLibrary()
        for number in 0..<20 { try library.add("B\(number)", lentAt: "2025-05-01 10:00") }
        let rows = (0..<8000).map { number in
            let minute = number / 60 % 60 + 100
            let second = number % 60 + 100
            let code = number % 400 == 7 ? "NOBODY" : "B\(number % 23)"
            return "\(code),2025-05-06 1\(number / 3600):\("\(minute)".dropFirst()):\("\(second)".dropFirst())"
        }
        return (library, try library.csv("returns.csv", rows))
    }

    /// What a report says of each line, but for what a rerun may change: times of recording, marks, and the run.
    private func verdicts(_ library: ImportLibrary, _ path: String) throws -> [String] {
        let report = library.folder.appending(path: "r.jsonl").path
        let answer = try library.importing("--report", report, path)
        try #require(answer.code == 1, "\(answer.errors)")
        return try library.report("r.jsonl").map { line in
            ["line", "verdict", "operation", "loan", "happenedAt", "notes"].map { "\(line[$0] ?? "")" }
                .joined(separator: " ")
        }
    }

    private func state(_ library: ImportLibrary) throws -> [String] {
        try library.done("loans", "--json").documents.map { "\($0["id"] ?? "") \($0["returnedAt"] ?? "")" }
    }

    // Koha 2608
    @Test("Killed at random and run again, it ends as one clean run does")
    func killed() throws {
        let seed = Self.environment["CIRC_SEED"].flatMap(UInt64.init) ?? .random(in: .min ... .max)
        print("CIRC_SEED=\(seed)")
        var random = Seeded(state: seed)
        let (library, path) = try library()
        let blank = library.folder.appending(path: "blank.sqlite")
        try FileManager.default.copyItem(at: library.store, to: blank)
        let clean = try verdicts(library, path)
        let end = try state(library)
        #expect(Set(clean.map { $0.split(separator: " ")[1] }) == ["returned", "alreadyReturned", "unknownCopy"])

        var (killed, longest) = (0, 0.5)
        while killed < Self.rounds {
            try FileManager.default.removeItem(at: library.store)
            try FileManager.default.copyItem(at: blank, to: library.store)
            let process = try library.start("circ-import", ["--source", "drop", path])
            Thread.sleep(forTimeInterval: Double.random(in: 0...longest, using: &random))
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
            // How long an import takes here is found out by those that were quicker than the kill.
            guard process.terminationReason == .uncaughtSignal else {
                longest *= 0.8
                continue
            }
            killed += 1
            #expect(try verdicts(library, path) == clean)
            #expect(try state(library) == end)
        }
    }

    @Test("Interrupted once, it finishes its chunk and says how to go on; run again, it finishes")
    func interrupted() throws {
        let (library, path) = try library()
        let report = library.folder.appending(path: "stopped.jsonl").path
        let (process, lock) = try library.startWaiting(["--report", report, path])
        process.interrupt()
        lock.release()
        process.waitUntilExit()
        let answer = try library.answer(of: process)
        #expect(process.terminationReason == .exit)
        #expect(answer.code == 75)
        #expect(answer.errors.contains("are done and stay so: run the same command again to finish"))
        #expect(answer.output.contains("imported 1,000 lines"))
        #expect(try library.text("stopped.jsonl").contains("\"complete\":false"))
        #expect(try library.importing(path).output.contains("replayed"))
        #expect(try library.openCopies() == [])
    }

    @Test("On a disk that is full it tells what is done apart from what the store says of the rest, and goes on later")
    func full() throws {
        let (library, path) = try library()
        let store = "file:\(library.folder.path)/copy"
        try library.done("store", "copy", "sqlite:\(library.store.path)", store)
        // Files may have 300 KiB: of the journal that is some chunks, and not all.
        let process = try library.start(
            shell: "trap '' XFSZ; ulimit -f 300; exec \"$1\" --store \"$2\" --source drop \"$3\"",
            [Command.products.appending(path: "circ-import").path, store, path])
        process.waitUntilExit()
        let answer = try library.answer(of: process)
        #expect(answer.code == 74)
        let told = answer.errors
        let thousands = try #require(told.dropFirst("circ-import: ".count).first?.wholeNumberValue, "\(told)")
        let done = "circ-import: \(thousands),000 lines are done and stay so; as for the rest, the store in "
        #expect(told.hasPrefix(done), "\(told)")
        let again = "; nothing was changed; run the same command again to finish, nothing happens twice\n"
        #expect(told.hasSuffix(again), "\(told)")
        let finished = try library.importing("--store", store, "--json", path)
        #expect(finished.code == 1)
        // One line in 400 needs a person, and about one in eight speaks of a copy that is not there.
        #expect(try #require(finished.count("replayed")) > thousands * 800)
    }

    @Test("Interrupted twice, it ends at once, and what was committed stays")
    func interruptedTwice() throws {
        let (library, path) = try library()
        let (process, lock) = try library.startWaiting([path])
        process.interrupt()
        while process.isRunning, ImportLibrary.catchesInterrupts(process.processIdentifier) { usleep(1000) }
        process.interrupt()
        process.waitUntilExit()
        #expect(process.terminationReason == .uncaughtSignal && process.terminationStatus == SIGINT)
        lock.release()
        #expect(try library.importing(path).code == 1)
        #expect(try library.openCopies() == [])
    }
}

/// SplitMix64.
private struct Seeded: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
