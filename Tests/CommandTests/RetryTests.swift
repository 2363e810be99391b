import Foundation
import Testing

/// The members of a JSON document, but for whether the receipt was replayed.
private func receipt(_ outcome: Outcome) throws -> NSDictionary {
    let document = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any]
    return try #require(document?["receipt"] as? NSDictionary)
}

private func isReplayed(_ outcome: Outcome) -> Bool { outcome.output.contains("\"replayed\":true") }

@Suite("An operation is executed once, however its command is run")
struct RetryTests {
    @Test("Koha 15792: two processes at once with the same borrow make one loan and print the same receipt")
    func twins() throws {
        let circ = try Command.library(copies: 2)
        for round in 1...2 {
            let arguments = ["borrow", "1", "--member", "1", "--operation", "twin-\(round)", "--json"]
            let running = try [circ.start(arguments), circ.start(arguments)]
            let outcomes = try running.map { try $0.outcome() }
            #expect(outcomes.map(\.exit) == [0, 0])
            #expect(try receipt(outcomes[0]) == receipt(outcomes[1]))
            #expect(outcomes.filter(isReplayed).count == 1)
            #expect(try circ("loans", "--json").lines.count == round)
        }
    }

    @Test("RERO 2791: two borrows of one copy at once, under different operations, make one loan")
    func rivals() throws {
        let circ = try Command.library()
        let running = try ["a", "b"].map { name in
            try circ.start(["borrow", "--copy", "c01", "--member", "1", "--operation", name, "--json"])
        }
        let outcomes = try running.map { try $0.outcome() }
        #expect(outcomes.map(\.exit).sorted() == [0, 1])
        #expect(
            outcomes.contains { $0.output.contains("\"code\":\"unavailableBook\"") && $0.output.contains("\"loan\":1") }
        )
        #expect(try circ("loans", "--json").lines.count == 1)
    }

    @Test("NYPL circulation 1622: a borrow killed at any time, run again with its operation, is executed once")
    func killed() throws {
        let copies = 12
        let circ = try Command.library(copies: copies)
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = SplitMix(state: seed)
        for copy in 1...copies {
            let barcode = copy < 10 ? "c0\(copy)" : "c\(copy)"
            let arguments = ["borrow", "--copy", barcode, "--member", "1", "--operation", barcode, "--json"]
            let first = try circ.start(arguments)
            Thread.sleep(forTimeInterval: Double(random.next() % 60) / 1000)
            first.kill()
            _ = try first.outcome()
            let second = try circ.run(arguments)
            let third = try circ.run(arguments)
            #expect(second.exit == 0, "seed \(seed): \(second)")
            #expect(isReplayed(third), "seed \(seed)")
            #expect(try receipt(second) == receipt(third), "seed \(seed)")
        }
        #expect(try circ("loans", "--json").lines.count == copies, "seed \(seed)")
    }

    @Test("An answer lost on its way is given again: the receipt is that of the commit")
    func lostAnswer() throws {
        let circ = try Command.library()
        let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
        let arguments = ["borrow", "1", "--member", "1", "--operation", "b1"]
        let lost = try circ.start(arguments, output: full).outcome()
        #expect(lost.exit == 74)
        #expect(lost.errors.contains("cannot write the output"))
        let again = try circ.run(arguments)
        #expect(again.exit == 0)
        #expect(again.output.hasPrefix("lent: Invented title\n"))
        #expect(again.errors.contains("already recorded"))
    }

    @Test("A generated operation is told before the commit, and repeats the command; a stated one is not told")
    func generatedOperation() throws {
        let circ = try Command.library()
        let first = try circ("borrow", "1", "--member", "1")
        let told = try #require(first.errors.split(separator: "\n").first)
        #expect(told.hasPrefix("operation: "))
        let again = try circ("borrow", "1", "--member", "1", "--operation", String(told.dropFirst(11)))
        #expect(again.output == first.output)
        #expect(again.errors == "already recorded: this is the receipt of the first time, and nothing was done again\n")
        #expect(try circ("return", "1", "--operation", "r1").errors.isEmpty)
    }

    @Test(
        "A loan's days are those of the library's zone, wherever the machine stands",
        arguments: ["Pacific/Auckland", "America/Los_Angeles"])
    func elsewhere(zone: String) throws {
        let circ = try Command.library()
        let lent = try circ.run(
            ["borrow", "1", "--member", "1", "--at", "2020-03-28 23:30", "--days", "3", "--operation", "b1"],
            environment: ["TZ": zone])
        #expect(lent.output.contains("due       Tue 2020-03-31\n"))
        #expect(lent.output.contains("lent      Sat 2020-03-28 23:30\n"))
    }
}

/// A small generator whose run can be repeated from its seed (SplitMix64).
private struct SplitMix {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
