/// DL022, DL023, DL024: what the guide tells is so, and it tells what a newcomer needs.
struct GuideRules {
    let project: Project

    private static let map = "Code map"
    private static let walk = "Follow one return"
    private static let invariants = "Invariants"

    /// Judges the guide; that there is none is the first thing wrong with it.
    func findings() -> [Finding] {
        guard let guide = project.guide else {
            return [fault(.incompleteGuide, Place(file: Guide.file), Guide.file, "There is no guide that can be read.")]
        }
        return diagram(guide) + names(guide) + map(guide) + walk(guide) + invariants(guide)
    }

    private func fault(_ rule: Rule, _ place: Place, _ subject: String, _ message: String) -> Finding {
        Finding(rule, at: place, subject: subject, message)
    }

    private func diagram(_ guide: Guide) -> [Finding] {
        if guide.shows(Graph(project: project).mermaid()) { return [] }
        return [fault(.staleDiagram, guide.diagramPlace, "graph", "The guide's diagram is not the declared graph.")]
    }

    private func names(_ guide: Guide) -> [Finding] {
        let cited = guide.lines.flatMap(\.rules).filter { Rule(rawValue: $0.text) == nil }.map {
            fault(.unknownInGuide, $0.place, $0.text, "There is no rule \($0.text).")
        }
        let tails = Set(project.tree.paths.flatMap(Self.tails))
        let paths = guide.lines.flatMap(\.spans).compactMap(Self.path).filter { !tails.contains($0.text[...]) }.map {
            fault(.unknownInGuide, $0.place, $0.text, "There is no file or folder \($0.text).")
        }
        return cited + paths
    }

    /// A path and what is left of it without its first folders: a guide may say `Ports/Returning.swift`.
    private static func tails(_ path: String) -> [Substring] {
        [path[...]] + path.indices.filter { path[$0] == "/" }.map { path[path.index(after: $0)...] }
    }

    /// The path that a text in backticks names: its first word, if that has a slash or the ending of a file.
    ///
    /// Hidden paths are made by tools, absolute ones are another machine's, and a pattern stands for many.
    private static func path(_ span: Word) -> Word? {
        guard let first = span.text.split(separator: " ").first, let start = first.first, start != ".", start != "/",
            first.wholeMatch(of: /[\w+.\/-]+/) != nil,
            first.contains("/") || first.hasSuffix(".swift") || first.hasSuffix(".md")
        else { return nil }
        return Word(text: String(first.hasSuffix("/") ? first.dropLast() : first), place: span.place)
    }

    /// Every target stands in the code map with its folder, or folders in it, and its name; tests stand with the folder of all.
    private func map(_ guide: Guide) -> [Finding] {
        let rows = guide.section(Self.map)
        guard let heading = rows.first else { return [missing(Self.map)] }
        return project.architecture.entries.compactMap { entry in
            let (name, folder) = (entry.name.text, entry.folder.text)
            let home = entry.kind == .tests ? folder.split(separator: "/").dropLast().joined(separator: "/") : folder
            let isThere = rows.contains { row in
                let spans = row.spans.map(\.text)
                let firstCell = row.cells.first ?? ""
                let hasFolder = spans.contains {
                    ($0 == home || $0.hasPrefix(folder + "/")) && firstCell.contains("`\($0)`")
                }
                return hasFolder && (entry.kind == .tests || spans.contains(name))
            }
            if isThere { return nil }
            return fault(.incompleteGuide, heading.place, name, "The code map has no row for \(name) in \(folder).")
        }
    }

    private func walk(_ guide: Guide) -> [Finding] {
        let names = guide.section(Self.walk).flatMap(\.spans).compactMap(Self.path)
        return names.contains { $0.text.hasSuffix(".swift") } ? [] : [missing(Self.walk)]
    }

    private func invariants(_ guide: Guide) -> [Finding] {
        let items = guide.items(under: Self.invariants)
        if items.isEmpty { return [missing(Self.invariants)] }
        return items.filter(\.rules.isEmpty).map {
            fault(.incompleteGuide, $0.place, Self.invariants, "The invariant cites no rule that keeps it.")
        }
    }

    private func missing(_ heading: String) -> Finding {
        fault(.incompleteGuide, Place(file: Guide.file), heading, "The guide has nothing under “\(heading)”.")
    }
}
