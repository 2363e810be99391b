import Foundation
import Glibc

/// What came of a command.
struct Outcome: Hashable {
    let exit: Int32
    let output: String
    let errors: String

    /// The lines of standard output.
    var lines: [String] { output.split(separator: "\n").map(String.init) }
}

/// A command as it was built, run as a process of its own in a scratch folder with a library store in it.
final class Command {
    /// The folder that the command runs in; it is removed with this object.
    let folder: URL
    private let name: String
    private let environment: [String: String]

    /// A program of that name.
    init(_ name: String = "circ", environment: [String: String] = [:]) throws {
        self.name = name
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("command-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let own = [
            "CIRC_STORE": "sqlite:\(folder.path)/library.sqlite", "TZ": "Europe/Zurich", "PATH": "/usr/bin:/bin",
        ]
        self.environment = own.merging(environment) { $1 }
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    /// Where the programs are: in `CIRC_BINARIES`, as `Scripts/test` sets it to the static release build, or else beside
    /// the test bundle, where the build puts both.
    static let products: URL = {
        if let named = ProcessInfo.processInfo.environment["CIRC_BINARIES"] { return URL(filePath: named) }
        let bundle = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        // The tests may be run by a helper of the toolchain, which is given the bundle as an argument.
        let candidates = [bundle] + CommandLine.arguments
        let found = candidates.first { path in
            FileManager.default.isExecutableFile(atPath: folder(of: path).appendingPathComponent("circ").path)
        }
        return folder(of: found ?? bundle)
    }()

    private static func folder(of path: String) -> URL { URL(fileURLWithPath: path).deletingLastPathComponent() }

    /// Runs it to its end.
    func callAsFunction(_ arguments: String..., environment: [String: String] = [:]) throws -> Outcome {
        try run(arguments, environment: environment)
    }

    /// Runs it to its end.
    func run(_ arguments: [String], environment: [String: String] = [:]) throws -> Outcome {
        try start(arguments, environment: environment).outcome()
    }

    /// Starts it.
    ///
    /// - Parameters:
    ///   - prefix: a program with its arguments that runs the command, if one does.
    ///   - input: what standard input is; nil for nothing.
    ///   - output: where standard output goes; nil gathers it.
    func start(
        _ arguments: [String], environment: [String: String] = [:], prefix: [String] = [], input: FileHandle? = nil,
        output: FileHandle? = nil
    ) throws -> Running {
        let program = Self.products.appendingPathComponent(name).path
        let words = prefix + [program] + arguments
        let process = Process()
        process.executableURL = URL(fileURLWithPath: words[0])
        process.arguments = Array(words.dropFirst())
        process.currentDirectoryURL = folder
        process.environment = self.environment.merging(environment) { $1 }
        process.standardInput = input ?? FileHandle.nullDevice
        let outputFile = folder.appendingPathComponent(".out-\(UUID().uuidString)")
        let errorsFile = folder.appendingPathComponent(".err-\(UUID().uuidString)")
        for file in [outputFile, errorsFile] { try Data().write(to: file) }
        process.standardOutput = try output ?? FileHandle(forWritingTo: outputFile)
        process.standardError = try FileHandle(forWritingTo: errorsFile)
        try process.run()
        return Running(process: process, output: outputFile, errors: errorsFile)
    }

    /// A command on its way.
    struct Running {
        let process: Process
        let output, errors: URL

        /// Kills it, wherever it is.
        func kill() {
            Glibc.kill(process.processIdentifier, SIGKILL)
        }

        /// Waits for its end.
        func outcome() throws -> Outcome {
            process.waitUntilExit()
            return Outcome(
                exit: process.terminationStatus, output: String(decoding: try Data(contentsOf: output), as: UTF8.self),
                errors: String(decoding: try Data(contentsOf: errors), as: UTF8.self))
        }
    }
}

extension Command {
    /// Makes a library in Zurich with a book, so many copies `c01`, `c02`, … of it, and a member.
    static func library(copies: Int = 1) throws -> Command {
        let circ = try Command()
        var steps = [
            ["init", "--zone", "Europe/Zurich"], ["book", "add", "Invented title"],
            ["member", "add", "Ada Example", "--card", "C1"],
        ]
        for number in 1..<(copies + 1) {
            steps.append(["copy", "add", number < 10 ? "c0\(number)" : "c\(number)", "--book", "1"])
        }
        for step in steps {
            let outcome = try circ.run(step)
            guard outcome.exit == 0 else { throw Unexpected(outcome: outcome) }
        }
        return circ
    }

    /// What runs a command as an account that may do no more than others may, in a folder that it may write to: the
    /// superuser may read and write anything.
    func asNobody() -> [String] {
        guard geteuid() == 0 else { return [] }
        chmod(folder.path, 0o777)
        return ["/usr/bin/setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
    }

    /// A step that had to succeed and did not.
    struct Unexpected: Error {
        let outcome: Outcome
    }
}
