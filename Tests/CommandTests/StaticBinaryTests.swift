import Foundation
import Testing

@Suite("The static release build")
struct StaticBinaryTests {
    private static let isBuilt = ProcessInfo.processInfo.environment["CIRC_BINARIES"] != nil

    @Test(
        "It needs no library of the toolchain, and knows the zones and when their clocks change",
        .enabled(if: isBuilt, "CIRC_BINARIES names no static build; Scripts/test makes one first"))
    func zones() throws {
        let program = try Data(contentsOf: Command.products.appendingPathComponent("circ"))
        #expect(program.range(of: Data("libFoundation.so".utf8)) == nil)
        #expect(program.range(of: Data("libswiftCore.so".utf8)) == nil)

        // No zone data of the machine is asked.
        let circ = try Command(environment: ["TZ": "UTC", "TZDIR": "/nonexistent"])
        for words in [
            ["init", "--zone", "Europe/Zurich"], ["book", "add", "Tale"], ["copy", "add", "0001", "--book", "1"],
            ["member", "add", "Ada Example", "--card", "K1"],
        ] {
            #expect(try circ.run(words).exit == 0)
        }
        // The due day's own 02:30 does not exist: LP#2142518, LP#1635737.
        let lent = try circ("borrow", "1", "--member", "1", "--at", "2026-03-15 02:30", "--json")
        #expect(lent.output.contains(#""borrowedAt":"2026-03-15T01:30:00.000Z""#))
        #expect(lent.output.contains(#""due":"2026-03-29""#))
        let skipped = try circ("return", "1", "--at", "2026-03-29 02:30")
        #expect(skipped.exit == 64)
        let summer = try circ("return", "1", "--at", "2026-03-29 03:30", "--json")
        #expect(summer.output.contains(#""happenedAt":"2026-03-29T01:30:00.000Z""#))
    }
}
