/// A change to a repository that breaks one rule.
struct Mutation: Sendable {
    let rule: String
    let sentence: String
    /// Breaks the repository, and says what must be found.
    let apply: @Sendable (Sandbox) throws -> Outcome

    init(_ rule: String, _ sentence: String, _ apply: @escaping @Sendable (Sandbox) throws -> Outcome) {
        self.rule = rule
        self.sentence = sentence
        self.apply = apply
    }

    static let all =
        edges + modules + access + coverage + manifest + language + declarations + systems
        + configuration + slack + guides
}

extension Mutation {
    /// Plants an import at the top of a target's first source.
    private static func plant(
        _ sandbox: Sandbox, _ target: Target, _ line: String, _ rule: String, subject: String
    ) throws -> Outcome {
        let path = try sandbox.source(of: target)
        try sandbox.prepend(path, line + "\n")
        let column =
            (line.firstRange(of: subject).map { line.utf8.distance(from: line.startIndex, to: $0.lowerBound) } ?? 0) + 1
        return .exactly([
            Expected(rule: rule, file: path, line: 1, column: column, target: target.name, subject: subject)
        ])
    }

    private static let edges = [
        Mutation("DL001", "the domain imports a use case") {
            let outer = try $0.library("usecases").name
            return try plant($0, try $0.library("domain"), "import \(outer)", "DL001", subject: outer)
        },
        Mutation("DL001", "the domain declares a dependency on the ports") {
            let (inner, outer) = (try $0.library("domain"), try $0.library("ports").name)
            $0.declare(.dependency(outer), by: inner)
            return .exactly([
                Expected(rule: "DL001", file: "Package.swift", target: inner.name, subject: outer),
                Expected(rule: "DL022"),
            ])
        },
        Mutation("DL002", "a program imports a port that it was not given") {
            let port = try $0.library("ports").name
            let program = try $0.first("program without ports") {
                $0.kind == .program && !$0.dependencies.contains(port)
            }
            return try plant($0, program, "import \(port)", "DL002", subject: port)
        },
        Mutation("DL003", "a target loses a dependency in the manifest") {
            let target = try $0.first("tests with one dependency") {
                $0.kind == .tests && $0.dependencies.count == 1
            }
            $0.declare(.noDependencies, by: target)
            return .only(Expected(rule: "DL003", target: target.name))
        },
        Mutation("DL004", "nothing imports a dependency any more") { sandbox in
            let target = try sandbox.first("tests with a dependency") {
                $0.kind == .tests && !$0.dependencies.isEmpty
            }
            let module = target.dependencies[0]
            for path in sandbox.sources(target.folder) {
                let lines = try sandbox.text(path).split(separator: "\n", omittingEmptySubsequences: false)
                sandbox.write(path, lines.filter { !$0.hasSuffix("import \(module)") }.joined(separator: "\n"))
            }
            let expected = Expected(rule: "DL004", file: "Package.swift", target: target.name, subject: module)
            return .exactly([expected])
        },
        Mutation("DL005", "one store imports another") {
            let stores = try $0.apart("stores")
            guard stores.count > 1 else { throw Failed("There are not two stores here.") }
            return try plant($0, stores[0], "import \(stores[1].name)", "DL005", subject: stores[1].name)
        },
        Mutation("DL005", "one program imports another") {
            let programs = try $0.apart("programs")
            guard programs.count > 1 else { throw Failed("There are not two programs here.") }
            return try plant($0, programs[1], "import \(programs[0].name)", "DL005", subject: programs[0].name)
        },
        Mutation("DL021", "the allow-list permits what nobody declares") {
            let tests = try $0.first("tests of the domain alone") {
                $0.kind == .tests && !$0.dependencies.contains("UseCases")
            }
            try $0.allow("UseCases", to: tests)
            return .exactly([
                Expected(rule: "DL021", file: Sandbox.architecture, target: tests.name, subject: "UseCases")
            ])
        },
    ]

    private static let modules = [
        Mutation("DL006", "the domain imports Foundation") {
            try plant($0, try $0.library("domain"), "import Foundation", "DL006", subject: "Foundation")
        },
        Mutation("DL006", "a use case imports a module that nobody knows") {
            try plant($0, try $0.library("usecases"), "import struct Nowhere.Thing", "DL006", subject: "Nowhere")
        },
        Mutation("DL006", "the manifest imports Foundation") {
            try $0.append("Package.swift", "import Foundation\n")
            return .exactly([Expected(rule: "DL006", file: "Package.swift", column: 8, subject: "Foundation")])
        },
        Mutation("DL006", "a target depends on another package, under another name") {
            let target = try $0.library("domain")
            $0.declare(.renamedProduct("Aside", package: "aside", module: "Ports"), by: target)
            return .exactly([Expected(rule: "DL012", file: "Package.swift", target: target.name, subject: "Aside")])
        },
        Mutation("DL006", "the package depends on another package") {
            $0.declarePackage("aside")
            return .exactly([Expected(rule: "DL006", file: "Package.swift", subject: "aside")])
        },
        Mutation("DL014", "a C module is imported by another than its owner") {
            let module = try $0.first("system module") { $0.kind == .system }.name
            return try plant($0, try $0.library("domain"), "import \(module)", "DL014", subject: module)
        },
        Mutation("DL016", "test support brings the ports into the tests of the domain") {
            let support = try $0.first("test support") { $0.kind == .support }
            let tests = try $0.first("tests of the domain alone") {
                $0.kind == .tests && $0.dependencies == ["Domain"]
            }
            $0.declare(.dependency(support.name), by: tests)
            try $0.allow(support.name, to: tests)
            try $0.prepend(try $0.source(of: tests), "import \(support.name)\n")
            return .exactly([Expected(rule: "DL016", file: "Package.swift", target: tests.name, subject: "Ports")])
        },
    ]

    private static let access = [
        Mutation("DL007", "a program imports a module publicly") {
            let program = try $0.program()
            let module = program.dependencies[0]
            return try plant($0, program, "public import \(module)", "DL007", subject: module)
        },
        Mutation("DL007", "a program imports a module for the whole package") {
            let program = try $0.program()
            let module = program.dependencies[0]
            return try plant($0, program, "package import \(module)", "DL007", subject: module)
        },
        Mutation("DL008", "a port re-exports the domain behind backticks") {
            try plant($0, try $0.library("ports"), "@`_exported` public import Domain", "DL008", subject: "Domain")
        },
        Mutation("DL008", "a port re-exports the domain") {
            try plant($0, try $0.library("ports"), "@_exported public import Domain", "DL008", subject: "Domain")
        },
        Mutation("DL013", "a use case reaches a symbol by its name") {
            let target = try $0.library("usecases")
            let path = try $0.source(of: target)
            try $0.append(path, "\n@_silgen_name(\"secret\") func secret()\nlet later = `dlsym`\n")
            return .exactly(
                ["@_silgen_name", "dlsym"].map {
                    Expected(rule: "DL013", file: path, target: target.name, subject: $0)
                })
        },
        Mutation("DL015", "a use case imports with @testable") {
            let target = try $0.library("usecases")
            return try plant($0, target, "@testable import Domain", "DL015", subject: "Domain")
        },
        Mutation("DL015", "tests import what was meant for someone else") {
            let tests = try $0.first("tests of the domain") {
                $0.dependencies == ["Domain"] && $0.kind == .tests
            }
            return try plant($0, tests, "@_spi(Stores) import Domain", "DL015", subject: "Domain")
        },
        Mutation("DL020", "a public function has no comment") {
            let target = try $0.library("domain")
            let path = try $0.source(of: target)
            try $0.append(path, "\npublic func uncommented(_ one: Int, by other: Int) {}\n")
            return .exactly([Expected(rule: "DL020", file: path, column: 1, subject: "uncommented(_:by:)")])
        },
    ]
}
