import Foundation

/// The command: asks one verb, prints its answer, and ends with a code that says how it went.
@main
struct Main {
    static func main() {
        do {
            let answer = try answer(try Arguments(Array(CommandLine.arguments.dropFirst())))
            try FileHandle.standardOutput.write(contentsOf: Data(answer.output.utf8))
            complain(answer.remark)
            exit(answer.exitCode)
        } catch let misuse as Arguments.Misuse {
            complain("dependency-lint: \(misuse.message)\n")
            exit(2)
        } catch {
            complain("dependency-lint: \((error as NSError).localizedDescription)\n")
            exit(3)
        }
    }

    private static func answer(_ arguments: Arguments) throws -> Answer {
        switch arguments.verb {
        case .help: return Answer(output: Arguments.usage)
        case .explain(let id): return try Explain(id: id).answer(asJSON: arguments.format == "json")
        default: break
        }
        let project: Project
        do {
            project = try self.project(arguments)
        } catch {
            return try Report(
                findings: error.findings.sorted(), project: nil, tree: try? FileTree(root: arguments.root)
            ).answer(format: format(of: arguments))
        }
        switch arguments.verb {
        case .why(let from, let to):
            return try Why(project: project, from: from, to: to).answer(asJSON: arguments.format == "json")
        case .graph where arguments.writes:
            return try Graph(project: project).write()
        case .graph:
            return try Graph(project: project).answer(format: arguments.format ?? "mermaid")
        default:
            let findings = Check(project: project, today: arguments.today ?? CivilDay.today()).findings()
            return try Report(findings: findings, project: project, tree: project.tree).answer(
                format: format(of: arguments))
        }
    }

    /// The repository at the root, with what earlier runs knew of it.
    private static func project(_ arguments: Arguments) throws(Stop) -> Project {
        let reader = ManifestReader(root: arguments.root, swift: arguments.swift, toolchain: arguments.toolchain)
        let (path, key) = (reader.sources, reader.key(tool: CommandLine.arguments[0]))
        var memory = SourceMemory(path: path, key: key)
        let project = try Project.read(try FileTree(root: arguments.root), memory: &memory, ask: reader.description)
        if memory.hasChanged { memory.write(path: path, key: key) }
        return project
    }

    /// The format of findings: what was asked for, or what the surroundings read.
    private static func format(of arguments: Arguments) -> String {
        if arguments.verb == .check, let format = arguments.format { return format }
        return ProcessInfo.processInfo.environment["GITHUB_ACTIONS"] == "true" ? "github" : "text"
    }

    private static func complain(_ text: String) {
        try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
    }
}

/// What a verb says, and the code that the command ends with.
struct Answer {
    var output = ""
    /// What is said beside the answer, on standard error.
    var remark = ""
    var exitCode: Int32 = 0
}
