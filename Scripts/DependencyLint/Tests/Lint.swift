import Foundation

/// The tool under test, asked from outside as a person would.
struct Lint {
    let command: String
    let swift: String

    struct Outcome {
        let exitCode: Int32
        let output: String
        let errors: String
    }

    /// Runs it on a repository.
    func run(_ arguments: [String], in root: String, environment: [String: String] = [:]) throws -> Outcome {
        try Self.run(
            command, ["--root", root, "--swift", swift, "--toolchain", "under test"] + arguments,
            environment: environment)
    }

    /// What `check` finds, and its exit code.
    func check(_ root: String, today: String = "2030-01-01") throws -> (findings: [Observed], exitCode: Int32) {
        let outcome = try run(["check", "--format", "json", "--today", today], in: root)
        guard let report = try? JSONDecoder().decode(Findings.self, from: Data(outcome.output.utf8)) else {
            throw Failed("No findings in “\(outcome.output)” (\(outcome.errors)).")
        }
        return (report.findings, outcome.exitCode)
    }

    private struct Findings: Decodable {
        let findings: [Observed]
    }

    /// Runs a command to its end.
    static func run(
        _ command: String, _ arguments: [String], environment: [String: String] = [:], folder: String? = nil
    ) throws -> Outcome {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: command)
        process.arguments = arguments
        if let folder { process.currentDirectoryURL = URL(fileURLWithPath: folder) }
        var inherited = ProcessInfo.processInfo.environment
        inherited["GITHUB_ACTIONS"] = nil
        process.environment = inherited.merging(environment) { $1 }
        let (output, errors) = (Pipe(), FileManager.default.temporaryDirectory.appending(path: UUID().uuidString))
        try Data().write(to: errors)
        defer { try? FileManager.default.removeItem(at: errors) }
        process.standardOutput = output
        process.standardError = try FileHandle(forWritingTo: errors)
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let text = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return Outcome(
            exitCode: process.terminationStatus, output: String(decoding: text, as: UTF8.self),
            errors: String(decoding: try Data(contentsOf: errors), as: UTF8.self))
    }
}

/// A finding as the tool tells it.
struct Observed: Decodable, Hashable, CustomStringConvertible {
    let rule: String
    let file: String
    let line: Int
    let column: Int
    let target: String
    let subject: String

    var description: String { "\(file):\(line):\(column) \(rule) \(target) \(subject)" }
}

/// A finding as a test expects it; what is nil may be anything.
struct Expected: CustomStringConvertible {
    let rule: String
    var file: String?
    var line: Int?
    var column: Int?
    var target: String?
    var subject: String?

    func matches(_ finding: Observed) -> Bool {
        rule == finding.rule && file ?? finding.file == finding.file && line ?? finding.line == finding.line
            && column ?? finding.column == finding.column && target ?? finding.target == finding.target
            && subject ?? finding.subject == finding.subject
    }

    var description: String {
        let place = "\(file ?? "any file"):\(line.map(String.init) ?? "?"):\(column.map(String.init) ?? "?")"
        return "\(place) \(rule) \(target ?? "") \(subject ?? "")"
    }
}

/// Why a test failed.
struct Failed: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
