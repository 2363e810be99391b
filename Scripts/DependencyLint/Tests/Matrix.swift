/// Every pair of targets, and every outside module with every target: what is not allowed is refused, and nothing else.
struct Matrix {
    let sandbox: Sandbox

    private var targets: [Target] { sandbox.original.targets.filter { $0.kind != .system } }
    private static let edgeRules: Set<Rule> = [.outward, .notAllowed, .keptApart, .systemModule]
    private static let modules = [
        "Foundation", "Glibc", "Dispatch", "Synchronization", "Testing", "Swift", "SwiftSyntax", "Nowhere",
    ]

    /// Every target imports every other one.
    func imports() throws {
        let names = sandbox.original.targets.map(\.name)
        try plant { target in names.filter { $0 != target.name } }
        try compare(refused: pairs(of: names) { $0.dependencies }, file: "Planted.swift", rules: Self.edgeRules)
    }

    /// Every target imports every outside module.
    func outside() throws {
        try plant { _ in Self.modules }
        try compare(refused: pairs(of: Self.modules) { $0.outside }, file: "Planted.swift", rules: [.outside])
    }

    /// Every target declares a dependency on every other one.
    func dependencies() throws {
        let names = sandbox.original.targets.map(\.name)
        for target in targets where target.kind != .tool {
            let others = names.filter { $0 != target.name && !target.dependencies.contains($0) }
            for other in others { sandbox.declare(.dependency(other), by: target) }
        }
        try compare(
            refused: pairs(of: names) { $0.kind == .tool ? names : $0.dependencies }, file: "Package.swift",
            rules: Self.edgeRules)
    }

    /// Gives every target a source that imports modules, one a line.
    private func plant(_ modules: (Target) -> [String]) throws {
        for target in targets {
            let lines = modules(target).map { "import \($0)\n" }.joined()
            sandbox.write("\(target.folder)/Planted.swift", lines)
        }
    }

    /// The pairs of a target and a name that are not allowed.
    private func pairs(of names: [String], allowed: (Target) -> [String]) -> Set<String> {
        Set(
            targets.flatMap { target in
                names.filter { $0 != target.name && !allowed(target).contains($0) }.map { "\(target.name) \($0)" }
            })
    }

    private func compare(refused: Set<String>, file: String, rules: Set<Rule>) throws {
        let all = sandbox.findings()
        sandbox.restore()
        let found = all.filter { $0.place.file.hasSuffix(file) && rules.contains($0.rule) }.map {
            "\($0.target) \($0.subject)"
        }
        let missed = refused.subtracting(found).sorted()
        let wrong = Set(found).subtracting(refused).sorted()
        guard missed.isEmpty, wrong.isEmpty, found.count == refused.count else {
            throw Failed(
                "Not refused: \(missed); refused though allowed: \(wrong); \(found.count) for \(refused.count).")
        }
    }
}
