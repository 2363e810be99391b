/// DL001, DL002, DL003, DL005, DL014: which target may import which.
struct Edges {
    let project: Project

    private var architecture: Architecture { project.architecture }

    /// Judges every edge, declared or written.
    func findings() -> [Finding] {
        project.architecture.entries.flatMap { declared(by: $0) + written(in: $0) + conditional(in: $0) }
            + architecture.apart.flatMap(reaching)
    }

    /// Dependencies that are not there for everyone, unless the architecture says on which trait they hang.
    private func conditional(in entry: Entry) -> [Finding] {
        let name = entry.name.text
        return (project.manifest.target(name)?.dependencies ?? []).compactMap { dependency in
            guard let condition = dependency.condition else { return nil }
            let isIntended = architecture.traits.contains { trait in
                condition == .trait(trait.name.text) && trait.gives.contains { $0.text == dependency.name }
            }
            if isIntended { return nil }
            return Finding(
                .notDeclared, at: project.manifest.places.word(dependency.name, in: name), target: name,
                subject: dependency.name, "\(name) depends on \(dependency.name) under a condition, so not everywhere.",
                why: "A dependency that one build has and another has not is checked in one of them only.",
                instead: "Drop the condition, or name the target under `gives` of a `trait` in the architecture file.")
        }
    }

    /// Targets that are kept apart, and yet one is built with the other by way of what it depends on.
    private func reaching(_ group: Apart) -> [Finding] {
        let members = group.members.map(\.text)
        return members.flatMap { one in
            members.compactMap { other in
                guard one != other, let path = project.path(from: one, to: other), path.count > 2 else { return nil }
                return Finding(
                    .keptApart, at: project.manifest.places.word(other, in: path[path.count - 2]), target: one,
                    subject: other, "\(one) reaches \(other), but “\(group.name.text)” keeps them apart.", path: path,
                    why: group.why)
            }
        }
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
