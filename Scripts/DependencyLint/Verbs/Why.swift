/// How a target comes by a module, and whether it may import it.
struct Why {
    let project: Project
    let from: String
    let to: String

    private var architecture: Architecture { project.architecture }

    /// The verdict, the chain of targets, and every import on its last step.
    func answer(asJSON: Bool) throws -> Answer {
        guard let entry = architecture.entry(from) else {
            return Answer(remark: "dependency-lint: There is no target \(from).\n", exitCode: 2)
        }
        guard isKnown else {
            return Answer(remark: "dependency-lint: No target and no import is named \(to).\n", exitCode: 2)
        }
        let chain = chain()
        let imports = imports(in: chain)
        let verdict = verdict(on: entry)
        if asJSON {
            let places = imports.map { JSON.string("\($0.file):\($0.line):\($0.column)") }
            let answer: [String: JSON] = [
                "from": .string(from), "imports": .array(places), "path": .array(chain.map(JSON.string)),
                "to": .string(to), "verdict": .string(verdict),
            ]
            return Answer(output: try JSON.object(answer).serialized() + "\n")
        }
        var lines = [verdict]
        if chain.isEmpty {
            lines.append("\(from) does not reach \(to).")
        } else {
            lines.append(chain.joined(separator: " → "))
            lines += imports.map { "    \($0.file):\($0.line):\($0.column): import \(to)" }
        }
        return Answer(output: lines.map { $0.printable + "\n" }.joined())
    }

    private var isKnown: Bool {
        architecture.entry(to) != nil
            || architecture.entries.contains { entry in
                architecture.outside(of: entry).contains { $0.module.text == to }
            } || project.files.contains { $0.imports.contains { $0.module == to } }
    }

    /// The shortest way to the module: over targets, or over targets to one that imports it when it is an outside one.
    private func chain() -> [String] {
        if architecture.entry(to) != nil { return project.path(from: from, to: to) ?? [] }
        let importers = Set(project.files.filter { $0.imports.contains { $0.module == to } }.map(\.owner.target))
            .sorted()
        let chains = importers.compactMap { project.path(from: from, to: $0) }
        return chains.min { $0.count < $1.count }.map { $0 + [to] } ?? []
    }

    private func imports(in chain: [String]) -> [Place] {
        guard chain.count > 1 else { return [] }
        let importer = chain[chain.count - 2]
        return project.files(of: importer).flatMap(\.imports).filter { $0.module == to }.map(\.place).sorted()
    }

    private func verdict(on entry: Entry) -> String {
        if let used = architecture.entry(to) {
            if let objection = architecture.objection(entry, using: used) { return objection }
            if entry.mayUse(to) { return "\(from) may import \(to)." }
            return "\(from) may not import \(to): it is not on the allow-list."
        }
        if let outside = architecture.outside(of: entry).first(where: { $0.module.text == to }) {
            return "\(from) may import \(to): \(outside.reason)"
        }
        let reason = architecture.ring(of: entry)?.why ?? "no reason is given for it."
        return "\(from) may not import \(to): \(reason)"
    }
}
