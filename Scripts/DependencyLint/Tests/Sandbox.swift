import Foundation

/// A repository as it is, read once.
struct Original: Sendable {
    /// What it is: the fixture, or this repository.
    let name: String
    /// The files, with what they hold.
    let tree: FileTree
    /// What SwiftPM says about it.
    let description: JSON
    /// What was read in its sources.
    let memory: SourceMemory
    /// What is wrong with it; nothing, when it is clean.
    let findings: [Finding]
    let targets: [Target]
    /// The imports of its sources, by path.
    let imports: [String: [Import]]

    init(name: String, root: String, reader: ManifestReader, memory known: SourceMemory) throws {
        var tree = try FileTree(root: root)
        for path in tree.paths where tree.kinds[path] == .file { tree.bytes[path] = tree.contents(path) }
        let description = try reader.description(of: tree.bytes[Manifest.file] ?? Data())
        var memory = known
        let project = try Project.read(tree, memory: &memory) { _ in description }
        self.name = name
        self.tree = tree
        self.description = description
        self.memory = memory
        findings = Check(project: project, today: Sandbox.today).findings()
        imports = Dictionary(uniqueKeysWithValues: project.files.map { ($0.path, $0.imports) })
        targets = project.architecture.entries.map { Target($0, project: project) }
    }
}

/// A repository that tests break and mend again, without touching the disk.
final class Sandbox {
    static let today = "2030-01-01"
    static let architecture = Architecture.file

    let original: Original
    private(set) var tree: FileTree
    private(set) var description: JSON

    init(_ original: Original) {
        self.original = original
        tree = original.tree
        description = original.description
    }

    var name: String { original.name }

    /// The text of a file.
    func text(_ path: String) throws -> String {
        guard let data = tree.contents(path) else { throw Failed("There is no \(path).") }
        return String(decoding: data, as: UTF8.self)
    }

    func write(_ path: String, _ text: String) {
        write(path, Data(text.utf8))
    }

    func write(_ path: String, _ data: Data) {
        put(path, .file)
        tree.bytes[path] = data
    }

    func prepend(_ path: String, _ text: String) throws {
        write(path, text + (try self.text(path)))
    }

    func append(_ path: String, _ text: String) throws {
        write(path, try self.text(path) + text)
    }

    /// Replaces the first occurrence of a text, which must be there.
    func replace(_ path: String, _ old: String, _ new: String) throws {
        let text = try text(path)
        guard let range = text.range(of: old) else { throw Failed("There is no “\(old)” in \(path).") }
        write(path, text.replacingCharacters(in: range, with: new))
    }

    func remove(_ path: String) {
        tree.kinds[path] = nil
        tree.paths.removeAll { $0 == path }
    }

    func link(_ path: String) {
        put(path, .link)
    }

    private func put(_ path: String, _ kind: FileTree.Kind) {
        if let slash = path.lastIndex(of: "/"), tree.kinds[String(path[..<slash])] == nil {
            put(String(path[..<slash]), .folder)
        }
        if tree.kinds.updateValue(kind, forKey: path) == nil { tree.paths = tree.kinds.keys.sorted() }
    }

    /// Makes SwiftPM say something else about the package.
    func declare(_ change: Declaration, by target: Target) {
        description = change.applied(to: description, target: target.name)
    }

    /// Makes SwiftPM tell a target that is nowhere else, of the kind and with the settings of the first.
    func declareTarget(_ name: String) {
        change("targets") { targets in
            guard case .object(var fields)? = targets.first else { return [] }
            fields.merge(["name": .string(name), "path": .string("Modules/\(name)")]) { $1 }
            return targets + [.object(fields)]
        }
    }

    /// Makes SwiftPM tell that the package depends on another.
    func declarePackage(_ identity: String) {
        change("dependencies") { $0 + [.object(["fileSystem": .array([.object(["identity": .string(identity)])])])] }
    }

    private func change(_ key: String, _ change: ([JSON]) -> [JSON]) {
        guard case .object(var package) = description else { return }
        package[key] = .array(change(package[key]?.elements ?? []))
        description = .object(package)
    }

    /// The Swift files below a folder, sorted.
    func sources(_ folder: String) -> [String] {
        tree.below(folder).filter { $0.hasSuffix(".swift") }
    }

    /// Takes back every change.
    func restore() {
        tree = original.tree
        description = original.description
    }

    /// What is wrong with it now.
    func findings(today: String = Sandbox.today) -> [Finding] {
        var memory = original.memory
        do {
            let project = try Project.read(tree, memory: &memory) { _ in description }
            return Check(project: project, today: today).findings()
        } catch {
            return error.findings.sorted()
        }
    }

    /// Checks it, and compares what is new with what is expected; then takes back every change.
    func expect(_ outcome: Outcome) throws {
        let all = findings()
        restore()
        let known = Set(original.findings.map { "\($0.rule) \($0.place.file) \($0.target) \($0.subject)" })
        let found = all.filter { !known.contains("\($0.rule) \($0.place.file) \($0.target) \($0.subject)") }
        try outcome.verify(found)
        if known.isEmpty, Report(findings: all, project: nil, tree: nil).exitCode != outcome.exitCode {
            throw Failed("It does not end with \(outcome.exitCode).")
        }
    }
}
