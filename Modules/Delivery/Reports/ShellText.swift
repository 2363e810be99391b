import Domain

/// Words of a command line, as a POSIX shell takes them.
enum ShellText {
    /// A command of some words; nil if one of them holds what no person could read there.
    ///
    /// A control, a line separator or a bidirectional control makes a command look like another than it is.
    static func command(_ words: [String]) -> String? {
        guard words.allSatisfy(isLegible) else { return nil }
        return words.map(quoted).joined(separator: " ")
    }

    /// An option with its value: one word where the value could be taken for an option.
    static func option(_ name: String, _ value: String) -> [String] {
        value.hasPrefix("-") ? ["\(name)=\(value)"] : [name, value]
    }

    /// A word as it is where it means nothing else to a shell, and else in single quotes.
    static func quoted(_ word: String) -> String {
        let isPlain =
            !word.isEmpty
            && word.utf8.allSatisfy { byte in
                switch byte {
                case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
                default: "-_./:=,+@%".utf8.contains(byte)
                }
            }
        return isPlain
            ? word : "'\(word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''"))'"
    }

    private static func isLegible(_ word: String) -> Bool {
        word.unicodeScalars.allSatisfy { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned, .privateUse: false
            default: true
            }
        }
    }
}
