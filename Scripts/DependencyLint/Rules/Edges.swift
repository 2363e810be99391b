/// DL001, DL002, DL003, DL005, DL014: which target may import which.
struct Edges {
    let project: Project

    private var architecture: Architecture { project.architecture }

    /// Judges every edge, declared or written.
    func findings() -> [Finding] {
        project.architecture.entries.flatMap { declared(by: $0) + written(in: $0) }
    }

    private func declared(by entry: Entry) -> [Finding] {
        let name = entry.name.text
        return project.dependencies(of: name).compactMap { other in
            guard let used = architecture.entry(other) else { return nil }
            let place = project.manifest.places.word(other, in: name)
            return objection(entry, to: used, at: place, verb: "depends on")
        }
    }

    private func written(in entry: Entry) -> [Finding] {
        let name = entry.name.text
        let declared = project.dependencies(of: name)
        return project.files(of: name).flatMap(\.imports).compactMap { written in
            guard written.module != name, let used = architecture.entry(written.module) else { return nil }
            if let finding = objection(entry, to: used, at: written.place, verb: "imports") { return finding }
            if entry.kind == .tool || declared.contains(written.module) { return nil }
            let path = project.path(from: name, to: written.module) ?? []
            let how = path.isEmpty ? "does not give it" : "gives it only through others"
            return Finding(
                .notDeclared, at: written.place, target: name, subject: written.module,
                "\(name) imports \(written.module), which Package.swift \(how).", path: path)
        }
    }

    /// What forbids one target another, the most telling rule first.
    private func objection(_ entry: Entry, to used: Entry, at place: Place, verb: String) -> Finding? {
        let (name, other) = (entry.name.text, used.name.text)
        let subject = "\(name) \(verb) \(other)"
        func finding(_ rule: Rule, _ reason: String, why: String? = nil) -> Finding {
            Finding(rule, at: place, target: name, subject: other, "\(subject), \(reason).", why: why)
        }
        if used.kind == .system {
            if used.owners.contains(where: { $0.text == name }) { return nil }
            return finding(.systemModule, "a C module of \(used.owners.map(\.text).joined(separator: " and "))")
        }
        if let group = architecture.groupKeepingApart(name, other) {
            return finding(.keptApart, "but “\(group.name.text)” keeps them apart", why: group.why)
        }
        if let from = architecture.ring(of: entry), let into = architecture.ring(of: used), !from.reaches(into) {
            return finding(
                .outward, "but ring \(from.name.text) does not reach ring \(into.name.text)", why: from.why)
        }
        return entry.mayUse(other) ? nil : finding(.notAllowed, "which is not on its allow-list")
    }
}
