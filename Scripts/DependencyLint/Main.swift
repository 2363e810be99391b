import Foundation

/// The command: asks one verb, prints its answer, and ends with a code that says how it went.
@main
struct Main {
    static func main() {
        do {
            let answer = try answer(try Arguments(Array(CommandLine.arguments.dropFirst())))
            emit(answer.output, to: .standardOutput)
            emit(answer.remark, to: .standardError)
            exit(answer.exitCode)
        } catch let misuse as Arguments.Misuse {
            emit("dependency-lint: \(misuse.message)\n", to: .standardError)
            exit(2)
        } catch {
            emit("dependency-lint: \(error)\n", to: .standardError)
            exit(3)
        }
    }

    private static func answer(_ arguments: Arguments) throws -> Answer {
        switch arguments.verb {
        case .help: return Answer(output: Arguments.usage)
        case .explain(let id): return try Explain(id: id).answer(asJSON: arguments.format == "json")
        default: break
        }
        let reader = ManifestReader(root: arguments.root, swift: arguments.swift, toolchain: arguments.toolchain)
        let project: Project
        do {
            project = try Project.read(reader)
        } catch {
            return try Report(findings: error.findings.sorted(), project: nil).answer(format: format(of: arguments))
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
            return try Report(findings: findings, project: project).answer(format: format(of: arguments))
        }
    }

    /// The format of findings: what was asked for, or what the surroundings read.
    private static func format(of arguments: Arguments) -> String {
        if arguments.verb == .check, let format = arguments.format { return format }
        return ProcessInfo.processInfo.environment["GITHUB_ACTIONS"] == "true" ? "github" : "text"
    }

    private static func emit(_ text: String, to file: FileHandle) {
        try? file.write(contentsOf: Data(text.utf8))
    }
}

/// What a verb says, and the code that the command ends with.
struct Answer {
    var output = ""
    /// What is said beside the answer, on standard error.
    var remark = ""
    var exitCode: Int32 = 0
}
