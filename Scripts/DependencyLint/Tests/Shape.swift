import Foundation

/// The targets of a repository, so that mutations are made from what is really there.
struct Shape {
    let targets: [Target]

    struct Target: Decodable {
        let name: String
        let kind: String
        let ring: String?
        let folder: String
        let dependencies: [String]
        let outside: [String]
    }

    init(lint: Lint, root: String) throws {
        let outcome = try lint.run(["graph", "--format", "json"], in: root)
        guard let targets = try? JSONDecoder().decode([Target].self, from: Data(outcome.output.utf8)) else {
            throw Failed("No graph in “\(outcome.output)”.")
        }
        self.targets = targets
    }

    /// The first target that a test can use for its purpose.
    func first(_ purpose: String, where condition: (Target) -> Bool) throws -> Target {
        guard let target = targets.first(where: condition) else { throw Failed("There is no \(purpose) here.") }
        return target
    }

    /// The first library of a ring.
    func library(_ ring: String) throws -> Target {
        try first("library in \(ring)") { $0.kind == "library" && $0.ring == ring }
    }

    /// The first program.
    func program() throws -> Target {
        try first("program") { $0.kind == "program" }
    }
}

extension Sandbox {
    /// The first source of a target.
    func source(of target: Shape.Target) throws -> String {
        guard let path = try sources(target.folder).first else { throw Failed("\(target.name) has no source.") }
        return path
    }

    /// The names that an `apart` group keeps apart and that are really there.
    func apart(_ group: String) throws -> [Shape.Target] {
        let lines = try text(Sandbox.architecture).split(separator: "\n")
        guard let start = lines.firstIndex(of: "apart \(group)"),
            let members = lines[start...].first(where: { $0.contains(" members ") })
        else { throw Failed("There is no group \(group).") }
        let names = members.split(separator: " ").dropFirst().map(String.init)
        return shape.targets.filter { names.contains($0.name) }
    }

    /// Adds a name to a target's allow-list.
    func allow(_ name: String, to target: Shape.Target) throws {
        let head = "\(target.kind) \(target.name)\n"
        let text = try text(Sandbox.architecture)
        guard let start = text.range(of: head)?.upperBound else { throw Failed("No statement “\(head)”.") }
        let end = text.range(of: "\n\n", range: start..<text.endIndex)?.lowerBound ?? text.endIndex
        var block = String(text[start..<end])
        if let uses = block.range(of: "    uses ") {
            block.insert(contentsOf: "\(name) ", at: uses.upperBound)
        } else {
            block += "\n    uses     \(name)"
        }
        try write(Sandbox.architecture, text.replacingCharacters(in: start..<end, with: block))
    }

    /// Adds a statement to the manifest that changes one target, whatever its own text looks like.
    func declare(_ target: Shape.Target, _ change: String) throws {
        try append(
            "Package.swift", "\nfor target in package.targets where target.name == \"\(target.name)\" { \(change) }\n")
    }

    static let architecture = "Scripts/DependencyLint/architecture.txt"
}
