/// The three graphs joined: what is intended, what is declared, and what is written.
struct Project {
    let root: String
    let architecture: Architecture
    let manifest: Manifest
    let tree: FileTree
    /// The guide; nil when there is none that can be read.
    let guide: Guide?
    /// The Swift files of every target, in the order of their paths.
    let files: [SourceFile]

    /// Reads everything that the rules judge.
    static func read(_ reader: ManifestReader) throws(Stop) -> Project {
        let root = reader.root
        let architecture = try ArchitectureReader.read(root: root)
        let manifest = try reader.read()
        let tree = try FileTree(root: root, data: architecture.data.map(\.text))
        let missing = (architecture.entries.map(\.folder) + architecture.data).filter { tree.kinds[$0.text] == nil }
        let undeclared = architecture.entries.filter { $0.kind != .tool && manifest.target($0.name.text) == nil }
        let faults =
            missing.map { folder in
                Finding(.configuration, at: folder.place, subject: folder.text, "There is no folder \(folder.text).")
            }
            + undeclared.map { entry in
                Finding(
                    .configuration, at: entry.name.place, subject: entry.name.text,
                    "Package.swift declares no target \(entry.name.text).")
            }
        guard faults.isEmpty else { throw Stop(findings: faults) }
        let key = "\(CommandLine.arguments[0]) \(reader.toolchain)"
        let files = SourceReader(root: root, architecture: architecture, tree: tree, key: key).read()
        return Project(
            root: root, architecture: architecture, manifest: manifest, tree: tree, guide: Guide.read(root: root),
            files: files)
    }

    /// The files of a target.
    func files(of target: String) -> [SourceFile] {
        files.filter { $0.owner.target == target }
    }

    /// What a target depends on directly within the package, sorted.
    func dependencies(of target: String) -> [String] {
        (manifest.target(target)?.dependencies ?? []).filter { $0.package == nil }.map(\.name).sorted()
    }

    /// The shortest chain of declared dependencies between two targets; the first by name among equally short ones.
    ///
    /// With `allowed` it goes only where the allow-list agrees, so that one forbidden edge is told once.
    func path(from start: String, to end: String, allowed: Bool = false) -> [String]? {
        var reached: Set<String> = [start]
        var paths = [[start]]
        while !paths.isEmpty {
            var longer: [[String]] = []
            for path in paths {
                if path.last == end { return path }
                let last = path[path.count - 1]
                let mayUse = architecture.entry(last)?.mayUse ?? { _ in false }
                for next in dependencies(of: last) where !allowed || mayUse(next) {
                    if reached.insert(next).inserted { longer.append(path + [next]) }
                }
            }
            paths = longer
        }
        return nil
    }
}
