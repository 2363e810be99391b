extension Mutation {
    private static let guide = "ARCHITECTURE.md"

    private static func found(_ rule: String, line: Int? = nil, column: Int? = nil, subject: String) -> Outcome {
        .exactly([Expected(rule: rule, file: guide, line: line, column: column, subject: subject)])
    }

    static let guides = [
        Mutation("DL022", "an edge is missing in the diagram") {
            try $0.replace(guide, "    UseCases --> Ports\n", "")
            return found("DL022", subject: "graph")
        },
        Mutation("DL022", "the diagram is gone") {
            try $0.replace(guide, "<!-- graph -->", "")
            return found("DL022", line: 1, column: 1, subject: "graph")
        },
        Mutation("DL022", "the declared graph has a new edge") {
            let target = try $0.first("program without ports") {
                $0.kind == .program && $0.ring == "apps" && !$0.dependencies.contains("Ports")
            }
            $0.declare(.dependency("Ports"), by: target)
            return .exactly([
                Expected(rule: "DL002", file: "Package.swift", target: target.name, subject: "Ports"),
                Expected(rule: "DL022", file: guide),
            ])
        },
        Mutation("DL023", "the guide names a file that is gone") {
            let line = try $0.text(guide).split(separator: "\n", omittingEmptySubsequences: false).count
            try $0.append(guide, "See `Domain` and `Domain/Values/Gone.swift --help`.\n")
            return found("DL023", line: line, column: 19, subject: "Domain/Values/Gone.swift")
        },
        Mutation("DL023", "the guide cites a rule that does not exist") {
            try $0.append(guide, "It is kept so (DL999).\n")
            return found("DL023", column: 16, subject: "DL999")
        },
        Mutation("DL023", "another document cites a rule that does not exist") {
            $0.write("Docs/Other.md", "It is kept so (DL998).\n")
            return .exactly([Expected(rule: "DL023", file: "Docs/Other.md", line: 1, column: 16, subject: "DL998")])
        },
        Mutation("DL024", "a target has no row in the code map") {
            let target = try $0.library("adapters")
            try $0.replace(guide, "| `\(target.folder)` |", "| |")
            return found("DL024", subject: target.name)
        },
        Mutation("DL024", "an invariant cites no rule") {
            try $0.replace(guide, "## Invariants\n", "## Invariants\n\n- All is well,\n  always.\n")
            return found("DL024", column: 1, subject: "Invariants")
        },
        Mutation("DL024", "an invariant under a heading of its own names nothing that keeps it") {
            try $0.append(guide, "\n## Invariants\n\n### Others\n\n- All is well.\n")
            return found("DL024", column: 1, subject: "Invariants")
        },
        Mutation("DL024", "an invariant is kept by a rule about something else") {
            try $0.replace(guide, "## Invariants\n", "## Invariants\n\n- All is well (DL022).\n")
            return found("DL024", column: 1, subject: "Invariants")
        },
        Mutation("DL024", "no return can be followed any more") {
            try $0.replace(guide, "## Follow one return", "## Follow")
            return found("DL024", line: 1, column: 1, subject: "Follow one return")
        },
        Mutation("DL024", "there is no guide") {
            $0.remove(guide)
            return found("DL024", subject: guide)
        },
    ]

    /// What the guide may say without being checked: patterns, hidden and absolute paths, and fenced text.
    static let unchecked = [
        Mutation("DL024", "an invariant is kept by what a file says") {
            try $0.append(
                guide,
                "\n## Invariants\n\n### Others\n\n- All is well: `\(try $0.source(of: try $0.library("domain")))`.\n")
            return .exactly([])
        },
        Mutation("DL023", "the guide names what is no path of the repository") {
            try $0.append(
                guide,
                "\n`/etc/circ` `.build/docs` `sqlite:a/b` `Modules/…/New.swift` `Domain`\n```\n`Gone.swift`\n```\n")
            return .exactly([])
        },
    ]
}
