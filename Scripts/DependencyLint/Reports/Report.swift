/// The findings of a check, in one of its formats.
struct Report {
    let findings: [Finding]
    /// What was checked; nil when it could not be read.
    let project: Project?
    /// The files that findings name; nil when they could not be listed.
    let tree: FileTree?

    /// What its worst finding ends the command with.
    var exitCode: Int32 { findings.map(\.rule.exitCode).max() ?? 0 }

    /// The report and the exit code that its worst finding gives.
    func answer(format: String) throws -> Answer {
        switch format {
        case "json": return Answer(output: try json(exitCode).serialized() + "\n", exitCode: exitCode)
        case "sarif": return Answer(output: try sarif(exitCode).serialized() + "\n", exitCode: exitCode)
        case "github": return Answer(output: github(), remark: summary, exitCode: exitCode)
        default: return Answer(output: text(), remark: summary, exitCode: exitCode)
        }
    }

    /// One line that says how it went.
    private var summary: String {
        let size = project.map { "\($0.manifest.targets.count) targets, \($0.files.count) files, " } ?? ""
        if findings.isEmpty { return "dependency-lint: \(size)no findings.\n" }
        let rules = Set(findings.map(\.rule)).sorted()
        let hint = rules.map(\.rawValue).joined(separator: ", ")
        let count = findings.count == 1 ? "1 finding" : "\(findings.count) findings"
        return "dependency-lint: \(size)\(count); `explain` tells more about \(hint).\n"
    }

    private func json(_ exitCode: Int32) -> JSON {
        .object([
            "exitCode": .number(Int(exitCode)),
            "findings": .array(findings.map(Self.object)),
            "formatVersion": .number(1),
        ])
    }

    private static func object(_ finding: Finding) -> JSON {
        .object([
            "column": .number(finding.place.column), "file": .string(finding.place.file),
            "instead": .string(finding.instead), "line": .number(finding.place.line),
            "message": .string(finding.message), "path": .array(finding.path.map(JSON.string)),
            "rule": .string(finding.rule.rawValue), "subject": .string(finding.subject),
            "target": .string(finding.target), "why": .string(finding.why),
        ])
    }
}
