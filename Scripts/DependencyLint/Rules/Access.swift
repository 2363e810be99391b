/// DL007, DL008, DL013, DL015: how a file imports, and what goes round imports.
struct Access {
    let project: Project

    private static let harmlessAttributes: Set<String> = ["preconcurrency", "testable", "_exported"]

    /// Judges the attributes and the access level of every import, and every symbol that is reached by its name.
    func findings() -> [Finding] {
        project.architecture.entries.flatMap { entry in
            project.files(of: entry.name.text).flatMap { file in
                file.imports.flatMap { judge($0, in: entry) } + file.leaks.map { judge($0, in: entry) }
            }
        }
    }

    private func judge(_ written: Import, in entry: Entry) -> [Finding] {
        let (name, module) = (entry.name.text, written.module)
        func finding(_ rule: Rule, _ message: String) -> Finding {
            Finding(rule, at: written.place, target: name, subject: module, message)
        }
        var findings: [Finding] = []
        if written.attributes.contains("_exported") {
            findings.append(finding(.reexport, "\(name) re-exports \(module)."))
        } else if let access = written.access, ["public", "package"].contains(access),
            !entry.api.contains(where: { $0.text == module })
        {
            findings.append(
                finding(
                    .publicImport, "\(name) imports \(module) as \(access), and \(module) is not in its `api`."))
        }
        if written.attributes.contains("testable"), entry.kind != .tests {
            findings.append(
                finding(.pastTheInterface, "\(name) imports \(module) as @testable, and it is no test target."))
        }
        if let attribute = written.attributes.first(where: { !Self.harmlessAttributes.contains($0) }) {
            findings.append(finding(.pastTheInterface, "\(name) imports \(module) with @\(attribute)."))
        }
        return findings
    }

    private func judge(_ leak: Mention, in entry: Entry) -> Finding {
        let name = entry.name.text
        return Finding(
            .symbolLeak, at: leak.place, target: name, subject: leak.text,
            "\(name) reaches a symbol by its name with \(leak.text).")
    }
}
