import Foundation

/// The command: reads its arguments, checks the repository, and ends with a code that says how it went.
@main
struct Main {
    static func main() {
        let arguments = Array(CommandLine.arguments.dropFirst())
        var options: [String: String] = [:]
        var index = 0
        while index + 1 < arguments.count, arguments[index].hasPrefix("--") {
            options[arguments[index]] = arguments[index + 1]
            index += 2
        }
        let reader = ManifestReader(
            root: options["--root"] ?? ".", swift: options["--swift"] ?? "swift",
            toolchain: options["--toolchain"] ?? "")
        let findings: [Finding]
        do {
            let project = try Project.read(reader)
            findings = Check(project: project, today: options["--today"] ?? CivilDay.today()).findings()
            if findings.isEmpty {
                print(
                    "dependency-lint: \(project.manifest.targets.count) targets, \(project.files.count) files, no findings."
                )
            }
        } catch {
            findings = error.findings.sorted()
        }
        print(TextReport(findings: findings).text(), terminator: "")
        exit(findings.map(\.rule.exitCode).max() ?? 0)
    }
}
