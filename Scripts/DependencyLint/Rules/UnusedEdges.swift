/// DL004 and DL021: what is intended, what is declared and what is imported are the same.
struct UnusedEdges {
    let project: Project

    /// Judges every edge that may be there but need not.
    func findings() -> [Finding] {
        project.architecture.entries.flatMap { neverImported($0) + neverDeclared($0) }
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
        guard entry.kind != .tool else { return [] }
        let name = entry.name.text
        let declared = project.dependencies(of: name)
        let imported = imports(of: entry)
        return entry.uses.filter { !declared.contains($0.text) && !imported.contains($0.text) }.map {
            Finding(
                .neverDeclared, at: $0.place, target: name, subject: $0.text,
                "\(name) may use \($0.text), and Package.swift does not give it.")
        }
    }
}
