import Foundation
import Ports
import StoreTrials

/// Concurrent calls of a small library, each history held against every order that could explain it.
struct HistoryTrial {
    /// How the clients reach the store.
    enum Way: String, CaseIterable {
        case memory = "memory, threads"
        case file = "file, threads"
        #if SQLite
            case sqlite = "sqlite, threads"
            case handles = "sqlite, threads with a connection each"
            case processes = "sqlite, processes"
        #endif

        var kind: Workshop.Kind {
            switch self {
            case .memory: .memory
            case .file: .file
            #if SQLite
                case .sqlite, .handles, .processes: .sqlite
            #endif
            }
        }
    }

    let way: Way
    /// How many histories were held against the orders.
    private(set) var checked = 0
    /// How many calls there were in them, and how many overlapped another client's.
    private(set) var calls = 0, met = 0
    private var workers: [Worker] = []

    init(_ way: Way) throws {
        self.way = way
        #if SQLite
            if way == .processes { workers = try (0..<HistoryPlan.mostClients).map { _ in try Worker() } }
        #endif
    }

    mutating func run(seed: UInt64, in workshop: Workshop) throws {
        let plan = HistoryPlan(seed: seed)
        let place = workshop.place()
        defer { workshop.remove(place) }
        let store = try Workshop.make(way.kind, at: place)
        var library = NaiveLibrary()
        for step in plan.preparation {
            let (given, expected) = (try step.take(in: store), library.take(step))
            guard given == expected else { throw Difference("\(step) gave \(given), not \(expected)") }
        }
        let calls = try record(plan, seed, store, place)
        checked += 1
        self.calls += calls.count
        met += calls.count { call in
            calls.contains { $0.client != call.client && call.began < $0.ended && $0.began < call.ended }
        }
        let end = try Rendering.state(of: store)
        guard Linearizability.explains(calls, from: library, to: { $0.state == end }) else {
            let history = calls.sorted { $0.began < $1.began }.map { "    \($0)" }.joined(separator: "\n")
            throw Difference("no order explains\n\(history)\nwith the end\n    \(end.joined(separator: "\n    "))")
        }
    }

    private func record(
        _ plan: HistoryPlan, _ seed: UInt64, _ store: any LibraryStore, _ place: String
    ) throws -> [Call] {
        #if SQLite
            if way == .handles {
                let handles = try plan.clients.map { _ in try Workshop.open(way.kind, at: place) }
                return try plan.record { client, _, step in try step.take(in: handles[client]) }
            }
            if way == .processes {
                let workers = workers
                for worker in workers { _ = try worker.ask("open\t\(seed)\t\(place)") }
                return try plan.record { client, number, _ in try workers[client].ask("step\t\(client)\t\(number)") }
            }
        #endif
        return try plan.record { _, _, step in try step.take(in: store) }
    }
}

/// Another process of this program, which takes steps when it is asked to.
///
/// `@unchecked Sendable`, for one thread at a time asks it.
final class Worker: @unchecked Sendable {
    private let process = Process()
    private let (input, output) = (Pipe(), Pipe())

    init() throws {
        process.executableURL = URL(fileURLWithPath: "/proc/self/exe")
        process.arguments = ["worker"]
        process.standardInput = input
        process.standardOutput = output
        try process.run()
    }

    deinit {
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
    }

    func ask(_ question: String) throws -> [String] {
        try input.fileHandleForWriting.write(contentsOf: Data("\(question)\n".utf8))
        var answer = Data()
        while answer.last != 0x0A {
            let more = output.fileHandleForReading.availableData
            guard !more.isEmpty else { throw Difference("a process ended at: \(question)") }
            answer += more
        }
        let words = String(decoding: answer.dropLast(), as: UTF8.self)
            .split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        guard words.first == "ok" else { throw Difference("a process said: \(words)") }
        return Array(words.dropFirst())
    }

    /// What the other process does.
    static func answer() {
        var (plan, store): (HistoryPlan?, (any LibraryStore)?)
        while let line = readLine() {
            let words = line.split(separator: "\t").map(String.init)
            do {
                var answers: [String] = []
                switch (words.first, words.count) {
                #if SQLite
                    case ("open", 3):
                        store = nil
                        plan = UInt64(words[1]).map { HistoryPlan(seed: $0) }
                        store = try Workshop.open(.sqlite, at: words[2])
                #endif
                case ("step", 3):
                    guard let plan, let store, let client = Int(words[1]), let number = Int(words[2]) else { break }
                    answers = try plan.clients[client][number].take(in: store)
                default: throw Difference("what is \(line)?")
                }
                print((["ok"] + answers).joined(separator: "\t"))
            } catch {
                print("failed\t\(error)")
            }
            fflush(nil)
        }
    }
}
