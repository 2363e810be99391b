import Foundation
import Testing

@Suite("Commands whose standard streams are closed")
struct ClosedStreamTests {
    /// Which of the descriptors 0, 1 and 2 are closed, and on which store.
    struct Trial: CustomTestStringConvertible, Sendable {
        let closed: [Int]
        let store: String

        var testDescription: String { "\(store), closed: \(closed)" }
        /// A shell's words that close them.
        var redirections: String { closed.map { $0 == 0 ? "<&-" : "\($0)>&-" }.joined(separator: " ") }
        /// How a command ends that is done: not well where its answer cannot be written.
        var code: Int32 { closed.contains(1) ? 74 : 0 }

        static let all = ["sqlite", "file"].flatMap { store in
            (0..<8).map { subset in Trial(closed: (0..<3).filter { subset >> $0 & 1 == 1 }, store: store) }
        }
    }

    /// A library whose answers and messages are all longer than the files that a store may be harmed by.
    private func library(_ store: String) throws -> (circ: Command, url: String) {
        let circ = try Command()
        let url = "\(store):\(circ.folder.path)/store"
        let steps = [
            ["init", "--zone", "Europe/Zurich"], ["book", "add", "Invented title"],
            ["member", "add", "Ada Example", "--card", "C1"], ["copy", "add", "c1", "--book", "1"],
        ]
        for step in steps { try #require(try circ.run(step, environment: ["CIRC_STORE": url]).exit == 0) }
        return (circ, url)
    }

    private func run(_ program: String, _ arguments: [String], _ trial: Trial, in circ: Command, _ url: String) throws
        -> Int32
    {
        let script = "exec \"${0%/circ}/\(program)\" \"$@\" \(trial.redirections)"
        return try circ.start(
            arguments, environment: ["CIRC_STORE": url], prefix: ["/bin/sh", "-c", script]
        ).outcome().exit
    }

    private func answer(_ circ: Command, _ url: String, _ arguments: String...) throws -> Outcome {
        try circ.run(arguments, environment: ["CIRC_STORE": url])
    }

    @Test(
        "A change is made once, no message reaches the store, and an answer that is lost is a failure",
        arguments: Trial.all)
    func change(trial: Trial) throws {
        let (circ, url) = try library(trial.store)
        let lend = ["borrow", "1", "--card", "C1"]
        // An operation's ID that nobody stated must be told before anything is lent.
        if trial.closed.contains(2) { #expect(try run("circ", lend, trial, in: circ, url) == 74) }
        #expect(try answer(circ, url, "loans", "--open", "--json").lines == [])
        #expect(try run("circ", lend + ["--operation", "b1"], trial, in: circ, url) == trial.code)
        #expect(try run("circ", ["book", "add", "Another title"], trial, in: circ, url) == trial.code)
        // A refusal is one line on standard error, and none where there is no such stream.
        #expect(try run("circ", lend + ["--operation", "b2"], trial, in: circ, url) == 1)
        let check = try answer(circ, url, "store", "check")
        #expect(check.exit == 0, "\(check.output) \(check.errors)")
        #expect(try answer(circ, url, "loans", "--open", "--json").lines.count == 1)
        #expect(try answer(circ, url, "book", "list", "--json").lines.count == 2)
    }

    @Test("An import applies its lines, and its files and report are its own", arguments: Trial.all)
    func importing(trial: Trial) throws {
        let (circ, url) = try library(trial.store)
        #expect(try answer(circ, url, "borrow", "1", "--card", "C1", "--at", "2026-01-05 10:00").exit == 0)
        let file = circ.folder.appending(path: "returns.csv")
        let text = "barcode,returned_at\nc1,2026-01-06 10:00\n"
        try text.write(to: file, atomically: true, encoding: .utf8)
        let report = circ.folder.appending(path: "report.jsonl")
        let arguments = ["--source", "drop", "--report", report.path, file.path]
        #expect(try run("circ-import", arguments, trial, in: circ, url) == trial.code)
        let check = try answer(circ, url, "store", "check")
        #expect(check.exit == 0, "\(check.output) \(check.errors)")
        #expect(try answer(circ, url, "loans", "--open", "--json").lines == [])
        #expect(try String(contentsOf: file, encoding: .utf8) == text)
        let written = try String(contentsOf: report, encoding: .utf8).split(separator: "\n")
        #expect(written.count == 3)
        #expect(written.allSatisfy { $0.hasPrefix("{\"version\":1,\"kind\":\"import") && $0.hasSuffix("}") })
    }

    @Test("Standard input that is closed cannot be imported")
    func closedInput() throws {
        let (circ, url) = try library("sqlite")
        let trial = Trial(closed: [0], store: "sqlite")
        #expect(try run("circ-import", ["--source", "drop", "-"], trial, in: circ, url) == 74)
    }
}
