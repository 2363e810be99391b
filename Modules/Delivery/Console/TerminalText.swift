import Domain

/// Makes text from data fit for a terminal, and measures it.
public enum TerminalText {
    /// The text with every character that could steer a terminal, break a line or reorder what is read replaced by its
    /// number in angle brackets, such as `<U+001B>`.
    public static func safe(_ text: String) -> String {
        if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text }
        var safe = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if SteeringCharacters.contains(scalar) {
                safe.append(contentsOf: SteeringCharacters.shown(scalar).unicodeScalars)
            } else {
                safe.append(scalar)
            }
        }
        return String(safe)
    }

    /// How many columns of a terminal the text takes: two for wide characters and emoji, none for combining marks alone.
    public static func width(_ text: String) -> Int {
        if text.utf8.allSatisfy({ $0 < 0x7F }) { return text.utf8.count }
        return text.reduce(0) { $0 + width(of: $1) }
    }

    /// The text, cut to so many columns with an ellipsis at the end if it is wider.
    public static func fitted(_ text: String, to columns: Int) -> String {
        if width(text) <= columns { return text }
        var cut = ""
        var room = columns - 1
        for character in text {
            room -= width(of: character)
            if room < 0 { break }
            cut.append(character)
        }
        return cut + "…"
    }

    private static func width(of character: Character) -> Int {
        let scalars = character.unicodeScalars
        guard let first = scalars.first else { return 0 }
        if isWide(first) || scalars.contains(where: { $0.value == 0xFE0F }) { return 2 }
        return scalars.allSatisfy(isWithoutWidth) ? 0 : 1
    }

    private static func isWithoutWidth(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: true
        default: false
        }
    }

    /// The blocks whose characters are East Asian wide (UAX #11), and those that are shown as emoji.
    private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x1100: false
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF: true
        case 0xA000...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F: true
        case 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x20000...0x3FFFD: true
        default: scalar.properties.isEmojiPresentation
        }
    }
}
