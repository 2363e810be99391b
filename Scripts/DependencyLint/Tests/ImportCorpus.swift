import Foundation

/// A form with its marks replaced: a source, and where its imports stand.
struct ImportForm {
    /// The name of its file: a script with a first line of its own is a main file.
    let file: String
    private(set) var source = ""
    private(set) var imports: [Marked] = []

    struct Marked {
        /// What the module's name ends in; no other form uses it.
        let name: String
        let line: Int
        let column: Int
        /// Whether the compiler sees it.
        let isActive: Bool
    }

    init(_ form: String, number: Int) {
        file = form.hasPrefix("#!") ? "main.swift" : "Form\(number).swift"
        var start: (line: Int, column: Int)?
        for character in form {
            switch character {
            case "‸": start = end
            case "§", "¤":
                let place = start ?? end
                let name = "Form\(number)Part\(imports.count)"
                imports.append(
                    Marked(name: name, line: place.line, column: place.column, isActive: character == "§"))
                source += name
                start = nil
            default: source.append(character)
            }
        }
    }

    /// Where the next character will stand.
    private var end: (line: Int, column: Int) {
        let lines = source.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        return (lines.count, (lines.last?.utf8.count ?? 0) + 1)
    }
}

/// What the lint sees in sources, compared with what was written and with what the compiler sees.
enum ImportCorpus {
    /// A repository of one program that may import nothing, so that the lint tells every import of it.
    private static func makeProbe(_ root: String) throws {
        let manifest = """
            // swift-tools-version: 6.2
            import PackageDescription
            let package = Package(name: "Probe", targets: [.executableTarget(name: "Probe", path: "Probe")])

            """
        let architecture = "ring only\n    why  W.\n\nprogram Probe\n    ring  only\n    folder  Probe\n"
        for (path, text) in [("Package.swift", manifest), (Sandbox.architecture, architecture)] {
            let url = URL(fileURLWithPath: "\(root)/\(path)")
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: url)
        }
        try FileManager.default.createDirectory(atPath: "\(root)/Probe", withIntermediateDirectories: true)
    }

    /// The lint sees each form's imports where they stand and nothing else; the compiler agrees on those in active branches.
    static func forms(_ folder: String, _ lint: Lint) throws {
        try makeProbe(folder)
        let forms = ImportForms.all.enumerated().map { ImportForm($1, number: $0) }
        for form in forms {
            try Data(form.source.utf8).write(to: URL(fileURLWithPath: "\(folder)/Probe/\(form.file)"))
        }
        let all = try lint.check(folder).findings
        if let unread = all.first(where: { $0.rule == "DL017" }) { throw Failed("It cannot read \(unread).") }
        let byFile = Dictionary(grouping: all.filter { $0.rule == "DL006" }, by: \.file)
        for form in forms {
            let found = (byFile["Probe/\(form.file)"] ?? []).map { "\($0.line):\($0.column)" }
            guard found == form.imports.map({ "\($0.line):\($0.column)" }) else {
                throw Failed("It saw \(found) in “\(form.source)”.")
            }
        }
        let scanned = try scan(forms.map { "\(folder)/Probe/\($0.file)" }, lint)
        let active = forms.flatMap(\.imports).filter(\.isActive).map(\.name)
        let left = scanned.filter { name in !active.contains(where: name.hasSuffix) }
        let missed = active.filter { name in !scanned.contains { $0.hasSuffix(name) } }
        guard left.isEmpty, missed.isEmpty else { throw Failed("The compiler saw \(left), and not \(missed).") }
    }

    /// The lint sees every import that the compiler sees in real files, and no other unless it is conditional.
    static func files(_ files: [String], _ folder: String, _ lint: Lint) throws {
        try makeProbe(folder)
        for (number, file) in files.enumerated() {
            try FileManager.default.copyItem(atPath: file, toPath: "\(folder)/Probe/File\(number).swift")
        }
        let all = try lint.check(folder).findings
        let byFile = Dictionary(grouping: all, by: \.file)
        for (number, file) in files.enumerated() {
            let copy = "Probe/File\(number).swift"
            let findings = byFile[copy] ?? []
            if findings.contains(where: { $0.rule == "DL017" }) { throw Failed("It cannot read \(file).") }
            let seen = Set(findings.filter { $0.rule == "DL006" }.map(\.subject))
            let scanned = try scan([file], lint)
            let isConditional = try String(contentsOfFile: file, encoding: .utf8).contains("#if")
            guard scanned.isSubset(of: seen), isConditional || seen == scanned else {
                throw Failed("In \(file) it saw \(seen.sorted()), the compiler \(scanned.sorted()).")
            }
        }
    }

    /// What the compiler says that files import.
    private static func scan(_ files: [String], _ lint: Lint) throws -> Set<String> {
        let frontend = URL(fileURLWithPath: lint.swift).deletingLastPathComponent().appending(path: "swift-frontend")
            .path
        let outcome = try Lint.run(
            frontend,
            ["-emit-imported-modules", "-module-name", "Probe", "-swift-version", "6", "-suppress-warnings"] + files
                + ["-o", "-"])
        guard outcome.exitCode == 0 else {
            throw Failed("The compiler refuses \(files.count) files: \(outcome.errors)")
        }
        return Set(outcome.output.split(separator: "\n").map(String.init))
    }
}
