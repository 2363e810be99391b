extension Mutation {
    /// A line at the end of the architecture file that must be refused where it says.
    private static func refused(
        _ sentence: String, _ lines: [String], line: Int = 1, column: Int = 1, findings: Int = 1
    ) -> Mutation {
        Mutation("DL018", sentence) { sandbox in
            let before = try sandbox.text(Sandbox.architecture)
            try sandbox.append(Sandbox.architecture, lines.map { $0 + "\n" }.joined())
            let number = before.split(separator: "\n", omittingEmptySubsequences: false).count + line - 1
            let first = Expected(rule: "DL018", file: Sandbox.architecture, line: number, column: column)
            return .exactly([first] + Array(repeating: Expected(rule: "DL018"), count: findings - 1))
        }
    }

    private static func exception(
        _ rule: String, subject: String, target: String = "Domain", until: String = "2030-01-31"
    ) -> [String] {
        [
            "exception \(rule)", "    target   \(target)", "    subject  \(subject)", "    reason   Until the move.",
            "    owner    The desk team", "    until    \(until)",
        ]
    }

    static let configuration =
        [
            refused("a statement that does not exist", ["wish for more"]),
            refused("a ring without a reason", ["ring outer"]),
            refused(
                "a ring that reaches outwards", ["ring outer", "    why  W.", "    inwards  further"], line: 3,
                column: 14),
            refused("a property that does not exist", ["ring outer", "    because  W."], line: 2, column: 5),
            refused("a property said twice", ["ring outer", "    why  W.", "    why  W."], line: 3, column: 5),
            refused(
                "an outside module without a reason", ["ring outer", "    why  W.", "    outside  Glibc"], line: 3,
                column: 5),
            refused(
                "two targets of one name", ["library Domain", "    ring  domain", "    folder  Modules/Two"], column: 9),
            refused(
                "a target in a ring that does not exist",
                ["library New", "    ring  outer", "    folder  Modules/New"],
                line: 2, column: 11),
            refused(
                "a folder outside the repository", ["library New", "    ring  domain", "    folder  ../New"], line: 3,
                column: 13),
            refused(
                "a folder inside another target's",
                ["library New", "    ring  domain", "    folder  Modules/Domain/New"], line: 3, column: 13),
            refused(
                "a target that is nowhere", ["library New", "    ring  domain", "    folder  Modules/New"], column: 9,
                findings: 2),
            refused(
                "an allow-list that names no target",
                ["tool New", "    folder  Scripts/New", "    uses  Domain Nothing"], line: 3, column: 18),
            refused(
                "an allow-list against the rings",
                ["library New", "    ring  domain", "    folder  Modules/New", "    uses  Ports"], line: 4, column: 11),
            refused(
                "an interface beyond the allow-list",
                ["library New", "    ring  ports", "    folder  Modules/New", "    api  Domain"], line: 4, column: 10),
            refused(
                "a target of this package as an outside module",
                ["ring outer", "    why  W.", "    outside  Domain  R."], line: 3, column: 14),
            refused("data among the sources of a target", ["data Modules/Domain/Values", "    why  W."], column: 6),
            refused(
                "a trait that gives no target", ["trait Fast", "    gives  Nothing", "    why  W."], line: 2, column: 12
            ),
            refused("data that is nowhere", ["data Scripts/None", "    why  W."], column: 6),
            refused("an exception with a wildcard", exception("DL006", subject: "*"), line: 3, column: 14),
            refused(
                "an exception until a day that does not exist", exception("DL006", subject: "X", until: "2030-02-29"),
                line: 6, column: 14),
            refused("an exception from what cannot be excused", exception("DL018", subject: "X"), column: 11),
            refused("an exception without an owner", Array(exception("DL006", subject: "X").prefix(4))),
            refused(
                "an exception for a target that does not exist", exception("DL006", subject: "X", target: "Nobody"),
                line: 2, column: 14),
        ] + [
            Mutation("DL018", "a statement is misspelt, and others name what it describes") { sandbox in
                try sandbox.replace(architecture, "library Domain\n", "libary Domain\n")
                return .exactly([Expected(rule: "DL018", file: architecture, column: 1, subject: "libary")])
            },
            Mutation("DL018", "the architecture file is gone") {
                $0.remove(Sandbox.architecture)
                return .exactly([Expected(rule: "DL018", file: Sandbox.architecture)])
            },
            Mutation("DL019", "an exception matches nothing") {
                try $0.append(Sandbox.architecture, exception("DL006", subject: "Foundation").joined(separator: "\n"))
                return .exactly([
                    Expected(rule: "DL019", file: Sandbox.architecture, target: "Domain", subject: "Foundation")
                ])
            },
            Mutation("DL019", "an exception has ended") {
                try $0.prepend(try $0.source(of: try $0.library("domain")), "import Foundation\n")
                let lines = exception("DL006", subject: "Foundation", until: "2029-12-31")
                try $0.append(Sandbox.architecture, lines.joined(separator: "\n"))
                return .exactly([
                    Expected(rule: "DL019", file: Sandbox.architecture, target: "Domain", subject: "Foundation")
                ])
            },
        ]

    /// What the architecture allows and nobody does.
    static let slack =
        [
            Mutation("DL021", "a target may import an outside module, and does not") {
                try $0.replace(
                    architecture, "library Domain\n",
                    "library Domain\n    outside  Nowheer  A module that no toolchain has.\n")
                return .exactly([
                    Expected(rule: "DL021", file: architecture, column: 14, target: "Domain", subject: "Nowheer")
                ])
            },
            Mutation("DL021", "a tool may use a target, and does not") {
                let tool = try $0.first("tool that uses nothing") { $0.kind == .tool && $0.dependencies.isEmpty }
                try $0.allow("Domain", to: tool)
                return .exactly([
                    Expected(rule: "DL021", file: architecture, target: tool.name, subject: "Domain")
                ])
            },
            Mutation("DL021", "a ring may import an outside module, and none of its targets does") {
                try $0.replace(
                    architecture, "ring domain\n",
                    "ring domain\n    outside  Nowheer  A module that no toolchain has.\n")
                return .exactly([Expected(rule: "DL021", file: architecture, column: 14, subject: "Nowheer")])
            },
            Mutation("DL021", "a module may appear in an interface, and does not") {
                let program = try $0.program()
                let module = program.dependencies[0]
                try $0.replace(
                    architecture, "program \(program.name)\n", "program \(program.name)\n    api  \(module)\n")
                return .exactly([Expected(rule: "DL021", file: architecture, target: program.name, subject: module)])
            },
            Mutation("DL021", "a dependency may hang on a trait, and none does") {
                try $0.append(architecture, "\ntrait Unused\n    gives  Domain\n    why    W.\n")
                return .exactly([Expected(rule: "DL021", file: architecture, column: 12, subject: "Domain")])
            },
        ]

    private static let architecture = Sandbox.architecture

    /// Exceptions that hold: nothing is found.
    static let excused = [
        Mutation("DL019", "an exception holds on its last day") {
            try $0.prepend(try $0.source(of: try $0.library("domain")), "import Foundation\n")
            let lines = exception("DL006", subject: "Foundation", until: "2030-01-01")
            try $0.append(Sandbox.architecture, lines.joined(separator: "\n"))
            return .exactly([])
        }
    ]
}
