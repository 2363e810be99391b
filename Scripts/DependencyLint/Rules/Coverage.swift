/// DL009, DL010, DL011: every target is known, and every source lies in the folder of its target.
struct Coverage {
    let project: Project

    private static let sourceExtensions: Set<String> = [
        "swift", "c", "cc", "cpp", "cxx", "m", "mm", "s", "asm", "h", "hh", "hpp", "modulemap", "apinotes", "def", "o",
        "a", "so", "dylib", "swiftinterface", "swiftmodule",
    ]

    /// Judges the targets of the manifest and the files of the repository.
    func findings() -> [Finding] {
        targets() + folders() + sources()
    }

    private func targets() -> [Finding] {
        project.manifest.targets.compactMap { target in
            let place = project.manifest.places.target(target.name)
            func finding(_ message: String) -> Finding {
                Finding(.unknownTarget, at: place, target: target.name, subject: target.name, message)
            }
            guard let entry = project.architecture.entry(target.name) else {
                return finding("The architecture does not describe \(target.name).")
            }
            if entry.kind.declaredType == target.type { return nil }
            return finding("\(target.name) is a \(entry.kind.rawValue); Package.swift declares it as \(target.type).")
        } + project.manifest.targets.flatMap(unknownDependencies)
    }

    private func unknownDependencies(of target: DeclaredTarget) -> [Finding] {
        target.dependencies.filter { $0.package == nil && project.manifest.target($0.name) == nil }.map {
            Finding(
                .unknownTarget, at: project.manifest.places.word($0.name, in: target.name), target: target.name,
                subject: $0.name, "\(target.name) depends on \($0.name), which is no target of this package.")
        }
    }

    private func folders() -> [Finding] {
        project.architecture.entries.flatMap { entry -> [Finding] in
            let (name, folder) = (entry.name.text, entry.folder.text)
            if let link = project.tree.link(towards: folder) {
                let message = "The folder of \(name) lies behind the link \(link)."
                return [leaving(entry, link, at: Place(file: link), message)]
            }
            let links = project.tree.below(folder).filter { project.tree.kinds[$0] == .link }.map {
                leaving(entry, $0, at: Place(file: $0), "\(name) has the link \($0) among its sources.")
            }
            return links + empty(entry) + moved(entry)
        }
    }

    private func empty(_ entry: Entry) -> [Finding] {
        let (name, folder) = (entry.name.text, entry.folder.text)
        let wanted = entry.kind == .system ? "/module.modulemap" : ".swift"
        if project.tree.below(folder).contains(where: { $0.hasSuffix(wanted) }) { return [] }
        let message = "\(name) has no sources in \(folder)."
        return [Finding(.uncovered, at: entry.folder.place, target: name, subject: folder, message)]
    }

    private func moved(_ entry: Entry) -> [Finding] {
        let (name, folder) = (entry.name.text, entry.folder.text)
        guard let target = project.manifest.target(name) else { return [] }
        let place = project.manifest.places.target(name)
        var findings: [Finding] = []
        let path = target.path ?? "the default folder"
        if path != folder {
            let message = "\(name) belongs in \(folder), and Package.swift puts it in \(path)."
            findings.append(leaving(entry, path, at: place, message))
        }
        if target.sources != nil {
            findings.append(leaving(entry, "sources", at: place, "\(name) picks its `sources` one by one."))
        }
        let hidden = target.exclude.filter { excluded in
            // Another way to write a path is refused: what it hides is not worked out here.
            let parts = excluded.split(separator: "/", omittingEmptySubsequences: false)
            if parts.contains(where: { ["", ".", ".."].contains($0) }) { return true }
            return project.tree.below(folder).contains { path in
                path.hasSuffix(".swift")
                    && (path == "\(folder)/\(excluded)" || path.hasPrefix("\(folder)/\(excluded)/"))
            }
        }
        return findings + hidden.map { leaving(entry, $0, at: place, "\(name) excludes the Swift sources in \($0).") }
    }

    private func leaving(_ entry: Entry, _ subject: String, at place: Place, _ message: String) -> Finding {
        Finding(.leavesFolder, at: place, target: entry.name.text, subject: subject, message)
    }

    private func sources() -> [Finding] {
        let entries = project.architecture.entries
        let data = project.architecture.data.map { $0.text + "/" }
        return project.tree.paths.compactMap { path in
            guard path != Manifest.file, project.tree.kinds[path] != .folder, isSource(path) else { return nil }
            if data.contains(where: { path.hasPrefix($0) }) { return nil }
            let entry = entries.first { path.hasPrefix($0.folder.text + "/") }
            if let entry, project.tree.kinds[path] == .link || fits(path, entry.kind) { return nil }
            let owner = entry?.name.text ?? ""
            let message = entry.map { "\($0.name.text), a \($0.kind.rawValue), cannot have this source." }
            return Finding(
                .uncovered, at: Place(file: path), target: owner, subject: path,
                message ?? "No target covers this source.")
        }
    }

    private func isSource(_ path: String) -> Bool {
        let name = path.split(separator: "/").last ?? ""
        guard let dot = name.lastIndex(of: ".") else { return false }
        return Self.sourceExtensions.contains(name[name.index(after: dot)...].lowercased())
    }

    private func fits(_ path: String, _ kind: TargetKind) -> Bool {
        kind == .system ? path.hasSuffix(".h") || path.hasSuffix("/module.modulemap") : path.hasSuffix(".swift")
    }
}
