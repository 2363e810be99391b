import Foundation

/// A target of a repository, so that mutations are made from what is really there.
struct Target: Sendable {
    let name: String
    let kind: TargetKind
    let ring: String?
    let folder: String
    let dependencies: [String]
    /// The outside modules that it may import.
    let outside: [String]

    init(_ entry: Entry, project: Project) {
        name = entry.name.text
        kind = entry.kind
        ring = entry.ring?.text
        folder = entry.folder.text
        // The package declares nothing for a tool: what it may use is all there is.
        dependencies = kind == .tool ? entry.uses.map(\.text) : project.dependencies(of: name)
        outside = project.architecture.outside(of: entry).map(\.module.text)
    }
}

extension Sandbox {
    /// The first target that a test can use for its purpose.
    func first(_ purpose: String, where condition: (Target) -> Bool) throws -> Target {
        guard let target = original.targets.first(where: condition) else {
            throw Failed("There is no \(purpose) here.")
        }
        return target
    }

    /// The first library of a ring.
    func library(_ ring: String) throws -> Target {
        try first("library in \(ring)") { $0.kind == .library && $0.ring == ring }
    }

    /// The first program.
    func program() throws -> Target {
        try first("program") { $0.kind == .program }
    }

    /// The first source of a target.
    func source(of target: Target) throws -> String {
        guard let path = sources(target.folder).first else { throw Failed("\(target.name) has no source.") }
        return path
    }

    /// The names that an `apart` group keeps apart and that are really there.
    func apart(_ group: String) throws -> [Target] {
        let lines = try text(Sandbox.architecture).split(separator: "\n")
        guard let start = lines.firstIndex(of: "apart \(group)"),
            let members = lines[start...].first(where: { $0.contains(" members ") })
        else { throw Failed("There is no group \(group).") }
        let names = members.split(separator: " ").dropFirst().map(String.init)
        return original.targets.filter { names.contains($0.name) }
    }

    /// Adds a name to a target's allow-list.
    func allow(_ name: String, to target: Target) throws {
        let head = "\(target.kind.rawValue) \(target.name)\n"
        let text = try text(Sandbox.architecture)
        guard let start = text.range(of: head)?.upperBound else { throw Failed("No statement “\(head)”.") }
        let end = text.range(of: "\n\n", range: start..<text.endIndex)?.lowerBound ?? text.endIndex
        var block = String(text[start..<end])
        if let uses = block.range(of: "    uses ") {
            block.insert(contentsOf: "\(name) ", at: uses.upperBound)
        } else {
            block += "\n    uses     \(name)"
        }
        write(Sandbox.architecture, text.replacingCharacters(in: start..<end, with: block))
    }
}
