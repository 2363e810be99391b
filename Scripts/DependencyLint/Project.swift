import Foundation

/// The three graphs joined: what is intended, what is declared, and what is written.
struct Project {
    let architecture: Architecture
    let manifest: Manifest
    /// The files that are no data.
    let tree: FileTree
    /// The guide; nil when there is none that can be read.
    let guide: Guide?
    /// The Swift files of every target, in the order of their paths.
    let files: [SourceFile]
    private let filesByTarget: [String: [SourceFile]]

    /// Reads everything that the rules judge; `ask` tells what SwiftPM says about the manifest's source.
    static func read(
        _ whole: FileTree, memory: inout SourceMemory, ask: (Data) throws(Stop) -> JSON
    ) throws(Stop) -> Project {
        let architecture = try ArchitectureReader.read(whole)
        guard let source = whole.contents(Manifest.file) else {
            throw Manifest.stop("There is no Package.swift that can be read.")
        }
        let places = try ManifestPlaces(source: source)
        let manifest = try Manifest(dump: try ask(source), places: places)
        let tree = whole.without(architecture.data.map(\.text))
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
        let files = SourceReader(architecture: architecture, tree: tree).read(&memory)
        return Project(
            architecture: architecture, manifest: manifest, tree: tree, guide: Guide.read(tree), files: files,
            filesByTarget: Dictionary(grouping: files, by: \.owner.target))
    }

    /// The files of a target.
    func files(of target: String) -> [SourceFile] {
        filesByTarget[target] ?? []
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
