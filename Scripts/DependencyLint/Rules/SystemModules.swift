import Foundation

/// DL014: a system module is its map and the headers beside it, in a language so small that it can hide nothing.
struct SystemModules {
    let project: Project

    /// Judges every module map and every header.
    func findings() -> [Finding] {
        project.architecture.entries.filter { $0.kind == .system }.flatMap { entry in
            project.tree.below(entry.folder.text).filter { project.tree.kinds[$0] == .file }.compactMap { path in
                guard let data = project.tree.contents(path) else {
                    return Finding(.unreadable, at: Place(file: path), subject: path, "The file cannot be read.")
                }
                let source = CTokens(data)
                let fault = source.isOpen ? "has a comment or a text without an end" : fault(in: source, path, entry)
                return fault.map {
                    Finding(.systemModule, at: Place(file: path), target: entry.name.text, subject: path, "It \($0).")
                }
            }
        }
    }

    private func fault(in source: CTokens, _ path: String, _ entry: Entry) -> String? {
        if path.hasSuffix(".h") { return header(source.tokens) }
        return path == "\(entry.folder.text)/module.modulemap" ? map(source.tokens, entry) : nil
    }

    /// `module NAME [system] { header "here.h" link "library" export * }`, and nothing else.
    private func map(_ tokens: [String], _ entry: Entry) -> String? {
        var rest = tokens[...]
        func take(_ expected: String...) -> Bool {
            guard rest.starts(with: expected) else { return false }
            rest = rest.dropFirst(expected.count)
            return true
        }
        guard take("module", entry.name.text) else { return "does not begin with the module \(entry.name.text)" }
        _ = take("[", "system", "]")
        guard take("{") else { return "says more of the module than its name" }
        while !take("}") {
            if take("export", "*") { continue }
            guard let word = rest.popFirst(), let text = rest.popFirst(), text.hasPrefix("\"") else {
                return "has more in the module than headers, libraries and `export *`"
            }
            let name = text.dropFirst().dropLast()
            switch word {
            case "link": continue
            case "header":
                let isHere = !name.contains("/") && project.tree.kinds["\(entry.folder.text)/\(name)"] == .file
                guard isHere else { return "names the header \(name), which is not beside it" }
            default: return "has “\(word)” in the module"
            }
        }
        return rest.first.map { "goes on after the module, with “\($0)”" }
    }

    private static let refused: Set<String> = [
        "extern", "asm", "typeof", "_Pragma", "_Generic", "$", "\\", "`", "@", "'", "%",
    ]

    /// Includes of system headers, one guard, and functions that are `static inline`; no texts, so no symbol by its name.
    private func header(_ tokens: [String]) -> String? {
        var depth = 0
        var outside: [String] = []
        for token in tokens {
            if token.hasPrefix("#") {
                guard Self.isHarmless(directive: token) else { return "has the line “\(token)”" }
                continue
            }
            if Self.refused.contains(token) || token.hasPrefix("__") || token.hasPrefix("\"")
                || ImportReader.leaks(token)
            {
                return "says “\(token)”"
            }
            if depth == 0 { outside.append(token) }
            if token == "{" { depth += 1 }
            if token == "}" { depth -= 1 }
            if depth == 0, token == "}" {
                guard outside.starts(with: ["static", "inline"]), !outside.contains(";") else { break }
                outside = []
            }
        }
        return depth == 0 && outside.isEmpty ? nil : "has more than functions that are `static inline`"
    }

    private static func isHarmless(directive: String) -> Bool {
        let line = directive.split { $0 == " " || $0 == "\t" || $0 == "\r" }
        switch (line.first, line.count) {
        case ("#endif", 1): return true
        case ("#ifndef", 2), ("#define", 2): return line[1].wholeMatch(of: /[A-Z][A-Z0-9_]*_H/) != nil
        case ("#include", 2): return line[1].wholeMatch(of: /<\w[\w.\/]*>/) != nil && !line[1].contains("..")
        default: return false
        }
    }
}
