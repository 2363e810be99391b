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
    /// The lint sees each form's imports where they stand and nothing else; the compiler agrees on those in active branches.
    static func forms(_ folder: String, _ lint: Lint) throws {
        let forms = ImportForms.all.enumerated().map { ImportForm($1, number: $0) }
        for form in forms {
            let read = ParsedSource(Data(form.source.utf8), path: form.file)
            let found = read.imports.map { "\($0.place.line):\($0.place.column)" }
            guard read.faults.isEmpty, found == form.imports.map({ "\($0.line):\($0.column)" }) else {
                throw Failed("It saw \(found) in “\(form.source)” \(read.faults).")
            }
            try Disk.write(form.source, to: "\(folder)/\(form.file)")
        }
        let scanned = try scan(forms.map { "\(folder)/\($0.file)" }, lint)
        let active = forms.flatMap(\.imports).filter(\.isActive).map(\.name)
        let left = scanned.filter { name in !active.contains(where: name.hasSuffix) }
        let missed = active.filter { name in !scanned.contains { $0.hasSuffix(name) } }
        guard left.isEmpty, missed.isEmpty else { throw Failed("The compiler saw \(left), and not \(missed).") }
    }

    /// The lint sees every import that the compiler sees in real files, and no other unless it is conditional.
    ///
    /// Each import that it sees gets a name of its own in a copy of the file. What the compiler then sees under another name,
    /// the lint has missed; a name that the compiler does not see was none, or stands in a branch that is not taken.
    static func files(
        _ files: [String], _ folder: String, _ lint: Lint, known: (String) -> [Import]? = { _ in nil }
    ) throws {
        var given: [String: String] = [:]
        var conditional: Set<String> = []
        let copies = try files.enumerated().map { number, file in
            let source = try Data(contentsOf: URL(fileURLWithPath: file))
            let imports = try known(file) ?? read(source, file)
            var copy = source
            let lines = source.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map(\.startIndex)
            let isConditional = source.range(of: Data("#if".utf8)) != nil
            for (index, written) in imports.enumerated().reversed() {
                let name = "File\(number)Import\(index)"
                let start = lines[written.place.line - 1] + written.place.column - 1
                let length = written.module.utf8.count + (source[start] == UInt8(ascii: "`") ? 2 : 0)
                copy.replaceSubrange(start..<(start + length), with: Data(name.utf8))
                given[name] = "\(written.module) in \(file)"
                if isConditional { conditional.insert(name) }
            }
            let path = "\(folder)/File\(number).\(URL(fileURLWithPath: file).pathExtension)"
            try Disk.write(copy, to: path)
            return path
        }
        // The compiler takes a file for an interface only when it is alone.
        let areInterfaces = copies.allSatisfy { $0.hasSuffix(".swiftinterface") }
        let scanned = try areInterfaces ? Set(copies.flatMap { try scan([$0], lint) }) : scan(copies, lint)
        let missed = scanned.subtracting(given.keys).sorted()
        let wrong = given.filter { !scanned.contains($0.key) && !conditional.contains($0.key) }.values.sorted()
        guard missed.isEmpty, wrong.isEmpty else { throw Failed("The compiler saw \(missed), and not \(wrong).") }
    }

    private static func read(_ source: Data, _ file: String) throws -> [Import] {
        let read = ParsedSource(source, path: file)
        if let fault = read.faults.first { throw Failed("It cannot read \(file): \(fault.text)") }
        return read.imports
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
