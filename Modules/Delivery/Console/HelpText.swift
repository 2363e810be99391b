/// Makes help texts from declarations.
enum HelpText {
    private static let always = [
        Option(flag: "--help", "print this"), Option(flag: "--version", "print the version"),
    ]

    /// The help of one verb.
    static func text(of verb: Verb, in program: Program) -> String {
        var lines = ["usage: \(synopsis(of: verb, in: program))", "", verb.summary + "."]
        for remark in verb.remarks { lines += ["", remark] }
        let own = verb.operands.map { ($0.name, $0.summary) } + verb.options.map { ($0.synopsis, $0.summary) }
        let common = (program.common + always).map { ($0.synopsis, $0.summary) }
        let width = (own + common).map { TerminalText.width($0.0) }.max() ?? 0
        if !own.isEmpty { lines += [""] + own.map { entry($0, width) } }
        lines += ["", "everywhere:"] + common.map { entry($0, width) }
        return lines.joined(separator: "\n")
    }

    /// The help of a program, or of those of its verbs that begin with some words.
    static func text(of program: Program, group: [String]) -> String {
        let verbs = program.verbs.filter { $0.words.starts(with: group) }
        let common = (program.common + always).map { ($0.synopsis, $0.summary) }
        let listed = verbs.map { ($0.words.joined(separator: " "), $0.summary) }
        let width = (listed + common).map { TerminalText.width($0.0) }.max() ?? 0
        var lines = ["usage: \(([program.name] + group).joined(separator: " ")) VERB …"]
        if group.isEmpty { lines += ([program.summary + "."] + program.remarks).flatMap { ["", $0] } }
        lines += [""] + listed.map { entry($0, width) }
        lines += ["", "everywhere:"] + common.map { entry($0, width) }
        return lines.joined(separator: "\n")
    }

    /// The words that may follow some words, as a list.
    static func nextWords(in program: Program, after words: [String]) -> String {
        var next: [String] = []
        for verb in program.verbs where verb.words.starts(with: words) && verb.words.count > words.count {
            if next.last != verb.words[words.count] { next.append(verb.words[words.count]) }
        }
        return next.joined(separator: ", ")
    }

    private static func synopsis(of verb: Verb, in program: Program) -> String {
        var parts = [program.name] + verb.words
        var shown: Set<String> = []
        let entries =
            verb.operands.map { ($0.isRepeated ? "\($0.name)…" : $0.name, $0.presence) }
            + verb.options.map { ($0.isRepeated ? "\($0.synopsis)…" : $0.synopsis, $0.presence) }
        for (text, presence) in entries {
            switch presence {
            case .required: parts.append(text)
            case .optional: parts.append("[\(text)]")
            case .oneOf(let label):
                if shown.insert(label).inserted { parts.append(verb.alternatives(label).joined(separator: "|")) }
            }
        }
        return parts.joined(separator: " ")
    }

    private static func entry(_ entry: (String, String), _ width: Int) -> String {
        let room = String(repeating: " ", count: width - TerminalText.width(entry.0))
        return "  \(entry.0)\(room)  \(entry.1)"
    }
}
