import Foundation

/// The targets of the package and what each depends on directly.
struct Graph {
    let project: Project

    /// The graph in a format.
    func answer(format: String) throws -> Answer {
        switch format {
        case "json": Answer(output: try json().serialized() + "\n")
        case "text": Answer(output: text())
        default: Answer(output: mermaid())
        }
    }

    /// Writes the diagram into the guide.
    func write() throws -> Answer {
        guard let guide = project.guide, let text = guide.text(withDiagram: mermaid()) else {
            let remark = "dependency-lint: \(Guide.file) has no lines “\(Guide.opening)” and “\(Guide.closing)”.\n"
            return Answer(remark: remark, exitCode: 2)
        }
        try Data(text.utf8).write(to: URL(fileURLWithPath: "\(project.root)/\(Guide.file)"), options: .atomic)
        return Answer(remark: "dependency-lint: the diagram in \(Guide.file) is the declared graph.\n")
    }

    private var targets: [Entry] { project.architecture.entries }

    private func edges(of entry: Entry) -> [String] {
        project.dependencies(of: entry.name.text)
    }

    private func json() -> JSON {
        .array(
            targets.map { entry in
                .object([
                    "dependencies": .array(edges(of: entry).map(JSON.string)),
                    "folder": .string(entry.folder.text),
                    "kind": .string(entry.kind.rawValue),
                    "name": .string(entry.name.text),
                    "outside": .array(project.architecture.outside(of: entry).map { .string($0.module.text) }),
                    "ring": entry.ring.map { .string($0.text) } ?? .null,
                ])
            })
    }

    private func text() -> String {
        targets.map { entry in
            let edges = edges(of: entry)
            return "\(entry.name.text) → \(edges.isEmpty ? "nothing" : edges.joined(separator: " "))\n"
        }.joined()
    }

    /// A diagram of what the programs are made of, ring by ring from the outside in.
    ///
    /// Tests, their support and tools are left out.
    func mermaid() -> String {
        let shown = targets.filter { [.library, .program, .system].contains($0.kind) }
        let rings = project.architecture.rings.map(\.name.text).reversed() + [nil]
        var lines = ["flowchart TD"]
        for ring in rings {
            let members = shown.filter { $0.ring?.text == ring }
            guard !members.isEmpty else { continue }
            lines.append("    subgraph \(ring ?? "system")")
            lines += members.map { "        \($0.name.text)" }
            lines.append("    end")
        }
        let names = shown.map(\.name.text)
        for entry in shown {
            lines += edges(of: entry).filter(names.contains).map { "    \(entry.name.text) --> \($0)" }
        }
        return lines.map { $0 + "\n" }.joined()
    }
}
