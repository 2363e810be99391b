import Foundation

/// The tool under test as a program, asked from outside as a person would.
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
