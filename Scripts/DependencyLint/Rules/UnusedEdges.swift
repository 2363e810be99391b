/// DL004 and DL021: what is intended, what is declared and what is imported are the same.
struct UnusedEdges {
    let project: Project

    /// Judges every edge that may be there but need not.
    func findings() -> [Finding] {
        let architecture = project.architecture
        let edges = architecture.entries.flatMap { neverImported($0) + neverDeclared($0) }
        let slack: [[Finding]] =
            architecture.entries.map(slack(in:)) + architecture.rings.map(slack(in:))
            + architecture.traits.map(slack(in:))
        return edges + slack.joined()
    }

    /// Outside modules and interfaces that a target may have and has not.
    private func slack(in entry: Entry) -> [Finding] {
        let name = entry.name.text
        let files = project.files(of: name)
        let imported = imports(of: entry)
        let shown = Set(files.flatMap(\.imports).filter { ["public", "package"].contains($0.access) }.map(\.module))
        let outside = entry.outside.map(\.module).filter { !imported.contains($0.text) }
        let api = entry.api.filter { !shown.contains($0.text) }
        return outside.map { slack($0, of: name, "\(name) may import \($0.text), and no file of it does.") }
            + api.map {
                slack($0, of: name, "\($0.text) may appear in the API of \(name), and is not imported publicly.")
            }
    }

    private func slack(in ring: Ring) -> [Finding] {
        let entries = project.architecture.entries.filter { $0.ring?.text == ring.name.text }
        let imported = entries.reduce(into: Set<String>()) { $0.formUnion(imports(of: $1)) }
        return ring.outside.map(\.module).filter { !imported.contains($0.text) }.map {
            slack($0, of: "", "Ring \(ring.name.text) may import \($0.text), and no target in it does.")
        }
    }

    private func slack(in trait: Trait) -> [Finding] {
        let given = project.manifest.targets.flatMap(\.dependencies).filter { $0.condition == .trait(trait.name.text) }
        return trait.gives.filter { word in !given.contains { $0.name == word.text } }.map {
            slack($0, of: "", "\($0.text) may hang on the trait \(trait.name.text), and no dependency does.")
        }
    }

    private func slack(_ word: Word, of target: String, _ message: String) -> Finding {
        Finding(.neverDeclared, at: word.place, target: target, subject: word.text, message)
    }

    private func imports(of entry: Entry) -> Set<String> {
        Set(project.files(of: entry.name.text).flatMap(\.imports).map(\.module))
    }

    private func neverImported(_ entry: Entry) -> [Finding] {
        let name = entry.name.text
        let imported = imports(of: entry)
        return project.dependencies(of: name).filter { entry.mayUse($0) && !imported.contains($0) }.map {
            Finding(
                .neverImported, at: project.manifest.places.word($0, in: name), target: name, subject: $0,
                "\(name) depends on \($0), and no file of it imports \($0).")
        }
    }

    private func neverDeclared(_ entry: Entry) -> [Finding] {
        let name = entry.name.text
        let declared = project.dependencies(of: name)
        let imported = imports(of: entry)
        return entry.uses.filter { !declared.contains($0.text) && !imported.contains($0.text) }.map {
            Finding(
                .neverDeclared, at: $0.place, target: name, subject: $0.text,
                "\(name) may use \($0.text), and \(entry.kind == .tool ? "no file of it does" : "Package.swift does not give it")."
            )
        }
    }
}
