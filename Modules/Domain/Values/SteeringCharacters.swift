/// Characters that steer what shows a text, break its line or change the order in which it is read: the C0 controls, DEL, the
/// C1 controls, the line and paragraph separators and the bidirectional controls.
public enum SteeringCharacters {
    /// Their code points, in order.
    public static let ranges: [ClosedRange<UInt32>] = [
        0...0x1F, 0x7F...0x9F, 0x61C...0x61C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069,
    ]

    /// Whether a character is one of them.
    public static func contains(_ scalar: Unicode.Scalar) -> Bool {
        if (0x20..<0x7F).contains(scalar.value) { return false }
        return ranges.contains { $0.contains(scalar.value) }
    }

    /// A code point in four hexadecimal digits or more, such as `001B`.
    public static func digits(of codePoint: UInt32) -> String {
        let digits = String(codePoint, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
    }

    /// What is shown in the place of a character, such as `<U+001B>`.
    public static func shown(_ scalar: Unicode.Scalar) -> String { "<U+\(digits(of: scalar.value))>" }
}
