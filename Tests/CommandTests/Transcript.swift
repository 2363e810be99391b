import Foundation

/// A golden transcript: commands with what they print.
///
/// A line `$ …` is a command; the lines after it are its standard output, then its standard error behind `! `, then its
/// exit code in brackets unless it is 0. A line `# …` explains. What differs from run to run is shown by a placeholder of
/// the same width.
struct Transcript {
    private let text: String

    init(_ text: String) {
        self.text = text
    }

    /// The transcript as the commands write it now, run in order.
    func replayed(with command: Command) throws -> String {
        var lines: [String] = []
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("#") { lines.append(String(line)) }
            if line.isEmpty, lines.last?.isEmpty == false { lines.append("") }
            guard line.hasPrefix("$ ") else { continue }
            lines.append(String(line))
            var words = Self.words(of: line.dropFirst(2))
            var environment: [String: String] = [:]
            while let first = words.first, first != "circ", let sign = first.firstIndex(of: "=") {
                environment[String(first[..<sign])] = String(first[first.index(after: sign)...])
                words.removeFirst()
            }
            let outcome = try command.run(Array(words.dropFirst()), environment: environment)
            lines += Self.shown(outcome.output, command).map { $0 }
            lines += Self.shown(outcome.errors, command).map { "! \($0)" }
            if outcome.exit != 0 { lines.append("[\(outcome.exit)]") }
        }
        return lines.joined(separator: "\n")
    }

    /// Splits a command as a shell does: double quotes hold words together, and `\u{…}` in them is a character.
    static func words(of line: Substring) -> [String] {
        var words: [String] = []
        var word: String?
        var isQuoted = false
        var rest = line
        while let character = rest.popFirst() {
            if character == "\"" {
                isQuoted.toggle()
                word = word ?? ""
            } else if isQuoted, character == "\\", rest.hasPrefix("u{"), let end = rest.firstIndex(of: "}") {
                let digits = rest[rest.index(rest.startIndex, offsetBy: 2)..<end]
                if let scalar = UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init) {
                    word = (word ?? "") + String(Character(scalar))
                }
                rest = rest[rest.index(after: end)...]
            } else if character == " ", !isQuoted {
                if let done = word { words.append(done) }
                word = nil
            } else {
                word = (word ?? "") + String(character)
            }
        }
        return words + [word].compactMap { $0 }
    }

    /// Output with placeholders for what differs from run to run: transcripts state times up to 2025 themselves.
    private static func shown(_ output: String, _ command: Command) -> [String] {
        var text = output.replacingOccurrences(of: command.folder.path, with: "FOLDER")
        let weekday = "(Mon|Tue|Wed|Thu|Fri|Sat|Sun)"
        let replacements = [
            ("\(weekday) 20(2[6-9]|[3-9]\\d)-\\d\\d-\\d\\d \\d\\d:\\d\\d", "Www YYYY-MM-DD HH:MM"),
            ("\(weekday) 20(2[6-9]|[3-9]\\d)-\\d\\d-\\d\\d", "Www YYYY-MM-DD"),
            ("\"20(2[6-9]|[3-9]\\d)-\\d\\d-\\d\\dT[0-9:.]+Z\"", "\"NOW\""),
            ("\"20(2[6-9]|[3-9]\\d)-\\d\\d-\\d\\d\"", "\"DAY\""),
            ("[0-9a-f]{12}-[0-9a-f]{16}", "OPERATION"), ("staff:[a-z_][a-z0-9_.-]*", "staff:LOGIN"),
            ("[0-9a-f]{64}", "DIGEST"), ("SQLite \\d+\\.\\d+\\.\\d+", "SQLite X.Y.Z"),
        ]
        for (pattern, placeholder) in replacements {
            text = text.replacingOccurrences(of: pattern, with: placeholder, options: .regularExpression)
        }
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        if lines.last == "" { lines.removeLast() }
        return lines
    }
}
