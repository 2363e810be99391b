extension Mutation {
    /// A line at the end of Package.swift that is not in the small language of manifests.
    private static func unspeakable(_ line: String, column: Int = 1) -> Mutation {
        Mutation("DL012", "the manifest says “\(line.replacing("\n", with: " "))”") { sandbox in
            let lines = try sandbox.text("Package.swift").split(separator: "\n", omittingEmptySubsequences: false)
            try sandbox.append("Package.swift", line + "\n")
            return .exactly([
                Expected(
                    rule: "DL012", file: "Package.swift", line: lines.count, column: column, subject: "Package.swift")
            ])
        }
    }

    static let language = [
        unspeakable("let home = Context.environment[\"HOME\"]", column: 12),
        unspeakable("let home = Context.packageDirectory", column: 12),
        unspeakable("let here = PackageDescription.Context.packageDirectory", column: 12),
        unspeakable("typealias S = Context"), unspeakable("typealias S = PackageDescription.Context"),
        unspeakable("let here: Context = .init()", column: 11),
        unspeakable("@_silgen_name(\"getenv\") func g(_ n: UnsafePointer<CChar>) -> Int", column: 1),
        unspeakable("@`_silgen_name`(\"getenv\") func g(_ n: Int) -> Int { n }", column: 1),
        unspeakable("func g() -> Int", column: 1),
        unspeakable("let a = CommandLine.arguments", column: 9), unspeakable("let a = #filePath", column: 9),
        unspeakable("let a = #line", column: 9), unspeakable("func a(at: String = #file) -> String { at }", column: 21),
        unspeakable("let a: Bool = .random()", column: 16), unspeakable("let a = Bool.random()", column: 9),
        unspeakable("let a = getenv(\"HOME\")", column: 9), unspeakable("let a = `getenv`(\"HOME\")", column: 9),
        unspeakable("let a = { settings }()", column: 9), unspeakable("let a = settings.isEmpty ? 1 : 2", column: 9),
        unspeakable("let a = settings.count", column: 18), unspeakable("let a = \"\\(Context.self)\"", column: 12),
        unspeakable("let a = if true { 1 } else { 2 }", column: 9), unspeakable("let a = 1 + 2", column: 9),
        unspeakable("var a = 1"), unspeakable("let a: Int"), unspeakable("let a: Int { 1 }", column: 12),
        unspeakable("fatalError()"), unspeakable("package.targets.removeAll()"),
        unspeakable("for target in package.targets {}"), unspeakable("if true {}"),
        unspeakable("extension Package { static let random = 1 }"), unspeakable("struct Now {}"),
        unspeakable("func a() -> Bool { var b = 1; return true }", column: 20),
        unspeakable("#if os(Windows)\nlet a = 1\n#endif"),
        unspeakable("#sourceLocation(file: \"a.swift\", line: 1)"),
    ]

    /// What a manifest may say.
    static let spoken = [
        Mutation("DL012", "the manifest names a part of what it says") {
            try $0.append(
                "Package.swift",
                "enum Place: String {\n    case inner = \"a\"\n}\n"
                    + "func named(_ name: String, at place: Place = .inner) -> [Target.Dependency] {\n"
                    + "    [.target(name: \"\\(place.rawValue)/\\(name)\"), \"Plain\"]\n}\n"
                    + "let some = named(\"A\")\n")
            return .exactly([])
        }
    ]

    static let declarations =
        [
            Mutation("DL003", "a dependency is there on Windows alone") {
                let target = try $0.library("ports")
                $0.declare(.noDependencies, by: target)
                $0.declare(.dependencyOnWindows("Domain"), by: target)
                return .exactly([Expected(rule: "DL003", file: "Package.swift", target: target.name, subject: "Domain")]
                )
            },
            Mutation("DL003", "a dependency hangs on a trait that is not for it") {
                let target = try $0.library("ports")
                $0.declare(.noDependencies, by: target)
                $0.declare(.dependency("Domain", trait: "Windows"), by: target)
                return .exactly([Expected(rule: "DL003", file: "Package.swift", target: target.name, subject: "Domain")]
                )
            },
            Mutation("DL005", "one store reaches another by way of what it shares") { sandbox in
                let stores = try sandbox.apart("stores")
                let shared = try sandbox.first("library of two stores") { target in
                    target.ring == "adapters" && stores.contains { $0.dependencies.contains(target.name) }
                }
                let last = stores[stores.count - 1]
                sandbox.declare(.dependency(last.name), by: shared)
                try sandbox.allow(last.name, to: shared)
                try sandbox.prepend(try sandbox.source(of: shared), "import \(last.name)\n")
                let reaching = stores.filter { $0.dependencies.contains(shared.name) }
                return .exactly(
                    reaching.map { Expected(rule: "DL005", file: "Package.swift", target: $0.name, subject: last.name) }
                        + [Expected(rule: "DL022")])
            },
            Mutation("DL012", "a target has resources, for which SwiftPM writes code") {
                let target = try $0.library("domain")
                $0.declare(.resource, by: target)
                return .exactly([Expected(rule: "DL012", target: target.name, subject: "words.txt")])
            },
            Mutation("DL012", "a target embeds a file in its code") {
                let target = try $0.library("domain")
                $0.declare(.embedded, by: target)
                return .exactly([Expected(rule: "DL012", target: target.name, subject: "words.txt")])
            },
            Mutation("DL016", "the tests of the domain use a program") { sandbox in
                let tests = try sandbox.first("tests of the domain alone") {
                    $0.kind == .tests && $0.dependencies == ["Domain"]
                }
                let program = try sandbox.first("program with a store") { program in
                    program.kind == .program && program.dependencies.contains { $0 != "Domain" }
                }
                sandbox.declare(.dependency(program.name), by: tests)
                try sandbox.allow(program.name, to: tests)
                try sandbox.prepend(try sandbox.source(of: tests), "import \(program.name)\n")
                return .only(Expected(rule: "DL016", file: "Package.swift", target: tests.name))
            },
        ]
        + ["./", "Values/../", "/", "Values//../"].map { prefix in
            Mutation("DL011", "a target excludes a source by way of \(prefix)") {
                let target = try $0.library("domain")
                let name = try $0.source(of: target).dropFirst(target.folder.count + 1)
                $0.declare(.exclude("\(prefix)\(name)"), by: target)
                return .exactly([
                    Expected(
                        rule: "DL011", file: "Package.swift", target: target.name, subject: "\(prefix)\(name)")
                ])
            }
        }
}
