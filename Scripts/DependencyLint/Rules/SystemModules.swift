import Foundation

/// DL014: the map of a system module describes that module and nothing else.
struct SystemModules {
    let project: Project

    /// Judges every module map.
    func findings() -> [Finding] {
        project.architecture.entries.filter { $0.kind == .system }.flatMap(judge)
    }

    private func judge(_ entry: Entry) -> [Finding] {
        let path = "\(entry.folder.text)/module.modulemap"
        guard project.tree.kinds[path] == .file else { return [] }
        func finding(_ message: String) -> Finding {
            Finding(.systemModule, at: Place(file: path), target: entry.name.text, subject: path, message)
        }
        guard let data = project.tree.contents(path) else {
            return [Finding(.unreadable, at: Place(file: path), subject: path, "The module map cannot be read.")]
        }
        let words = Self.words(of: String(decoding: data, as: UTF8.self))
        var findings: [Finding] = []
        let modules = zip(words, words.dropFirst()).filter { $0.0 == "module" }.map(\.1)
        if modules != [entry.name.text] {
            let described = modules.joined(separator: ", ")
            findings.append(finding("The map describes \(described), not \(entry.name.text) alone."))
        }
        if words.contains("extern") { findings.append(finding("The map goes on in another file.")) }
        let headers = zip(words, words.dropFirst()).filter { ["header", "umbrella"].contains($0.0) }.map(\.1)
        for header in headers where header.hasPrefix("\"/") || header.contains("..") {
            findings.append(finding("The map reaches out of its folder, to \(header)."))
        }
        return findings
    }

    /// The words of a map, without comments; braces and brackets stand alone.
    private static func words(of map: String) -> [String] {
        var text = map.split(whereSeparator: \.isNewline).map { line in
            line.range(of: "//").map { String(line[..<$0.lowerBound]) } ?? String(line)
        }.joined(separator: " ")
        while let start = text.range(of: "/*") {
            let end = text.range(of: "*/", range: start.upperBound..<text.endIndex)?.upperBound ?? text.endIndex
            text.replaceSubrange(start.lowerBound..<end, with: " ")
        }
        for mark in "{}[]" { text = text.replacingOccurrences(of: String(mark), with: " \(mark) ") }
        return text.split(whereSeparator: \.isWhitespace).map(String.init)
    }
}
