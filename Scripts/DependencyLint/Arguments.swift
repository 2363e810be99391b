/// What the command line asks for.
struct Arguments {
    enum Verb: Equatable {
        case check
        case why(from: String, to: String)
        case graph
        case explain(String?)
        case help
    }

    var verb = Verb.check
    var format: String?
    var root = "."
    var swift = "swift"
    var toolchain = ""
    var today: String?
    /// Whether the diagram is written into the guide.
    var writes = false

    /// A command line that makes no sense; the message is one line.
    struct Misuse: Error {
        let message: String
    }

    init(_ arguments: [String]) throws(Misuse) {
        var words: [String] = []
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            guard argument.hasPrefix("-") else {
                words.append(argument)
                continue
            }
            if argument == "--help" || argument == "-h" {
                words = ["help"]
                break
            }
            if argument == "--write" {
                writes = true
                continue
            }
            guard let value = rest.popFirst() else { throw Misuse(message: "\(argument) needs a value.") }
            try set(argument, value)
        }
        try setVerb(words)
        try checkFormat()
    }

    private mutating func set(_ option: String, _ value: String) throws(Misuse) {
        switch option {
        case "--format": format = value
        case "--root": root = value
        case "--swift": swift = value
        case "--toolchain": toolchain = value
        case "--today":
            guard CivilDay.isValid(value) else { throw Misuse(message: "--today takes a day as YYYY-MM-DD.") }
            today = value
        default: throw Misuse(message: "There is no option \(option).")
        }
    }

    private mutating func setVerb(_ words: [String]) throws(Misuse) {
        switch (words.first ?? "check", words.count) {
        case ("check", ...1): verb = .check
        case ("graph", 1): verb = .graph
        case ("help", 1): verb = .help
        case ("explain", 1): verb = .explain(nil)
        case ("explain", 2): verb = .explain(words[1])
        case ("why", 3): verb = .why(from: words[1], to: words[2])
        case ("why", _): throw Misuse(message: "`why` takes two names: why TARGET MODULE.")
        default: throw Misuse(message: "“\(words.joined(separator: " "))” is no verb; `help` lists them.")
        }
    }

    private func checkFormat() throws(Misuse) {
        let known =
            switch verb {
            case .check: ["text", "json", "github", "sarif"]
            case .graph: ["mermaid", "text", "json"]
            case .why, .explain: ["text", "json"]
            case .help: ["text"]
            }
        if writes, verb != .graph { throw Misuse(message: "--write goes with `graph` alone.") }
        if writes, format ?? "mermaid" != "mermaid" { throw Misuse(message: "--write writes mermaid.") }
        if let format, !known.contains(format) {
            throw Misuse(message: "--format takes \(known.joined(separator: ", ")) here.")
        }
    }

    static let usage = """
        Checks that source dependencies point inwards, by the graph in \(Architecture.file).

          dependency-lint [check] [--format text|json|github|sarif]   what breaks a rule; github by itself under GITHUB_ACTIONS
          dependency-lint why TARGET MODULE [--format text|json]      how a target comes by a module, and whether it may
          dependency-lint graph [--format mermaid|text|json]          the targets and what each depends on
          dependency-lint graph --write                               the same, into the diagram of \(Guide.file)
          dependency-lint explain [RULE] [--format text|json]         the rules, or one of them in full

          --root DIR           another repository than the one that holds this script
          --today YYYY-MM-DD   the day that exceptions are compared with

        Exit codes: 0 nothing found, 1 a rule is broken, 2 the architecture file or the command line is wrong,
        3 something could not be analysed.

        """
}
