import Domain
import Testing

@Suite("Characters that steer what shows a text")
struct SteeringCharactersTests {
    @Test("They are those of their ranges, and no others")
    func complete() {
        for codePoint in UInt32(0)...0x10FFFF {
            guard let scalar = Unicode.Scalar(codePoint) else { continue }
            let isInRange = SteeringCharacters.ranges.contains { $0.contains(codePoint) }
            if SteeringCharacters.contains(scalar) != isInRange { Issue.record("\(codePoint)") }
        }
        let bounds = SteeringCharacters.ranges.flatMap { [$0.lowerBound, $0.upperBound] }
        #expect(bounds == bounds.sorted())
    }

    @Test(
        "Controls, separators of lines and controls of direction are among them; letters, joiners and spaces are not",
        arguments: [
            ("\u{0}", true), ("\n", true), ("\u{1B}", true), ("\u{7F}", true), ("\u{85}", true), ("\u{61C}", true),
            ("\u{200E}", true), ("\u{2028}", true), ("\u{202E}", true), ("\u{2069}", true), (" ", false), ("~", false),
            ("\u{A0}", false), ("é", false), ("\u{200D}", false), ("\u{2027}", false), ("\u{202F}", false),
            ("😀", false),
        ] as [(Unicode.Scalar, Bool)])
    func examples(scalar: Unicode.Scalar, steers: Bool) {
        #expect(SteeringCharacters.contains(scalar) == steers)
    }

    @Test("One is shown as its number in four digits or more")
    func shown() {
        #expect(SteeringCharacters.shown("\u{1B}") == "<U+001B>")
        #expect(SteeringCharacters.shown("\u{202E}") == "<U+202E>")
        #expect(SteeringCharacters.shown("\u{E0001}") == "<U+E0001>")
    }
}
