import Foundation
import Synchronization

/// Drives the lint through its proof, on this repository and on the fixture beside the tests.
@main
struct Main {
    static func main() throws {
        var options: [String: String] = [:]
        let arguments = CommandLine.arguments.dropFirst()
        for (name, value) in zip(arguments, arguments.dropFirst()) where name.hasPrefix("--") { options[name] = value }
        guard let command = options["--lint"], let swift = options["--swift"], let repository = options["--repository"],
            let tests = options["--tests"], let toolchain = options["--toolchain"]
        else { throw Failed("--lint, --swift, --toolchain, --repository and --tests are needed.") }
        let scratch = FileManager.default.temporaryDirectory.appending(path: "test-lint-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: scratch) }
        // What a run leaves behind is left in a copy; the repository has what its own check left.
        let fixture = "\(scratch)/fixture"
        try FileManager.default.createDirectory(atPath: scratch, withIntermediateDirectories: true)
        try FileManager.default.copyItem(atPath: "\(tests)/Fixture", toPath: fixture)
        func original(_ name: String, _ root: String) throws -> Original {
            let reader = ManifestReader(root: root, swift: swift, toolchain: toolchain)
            let memory = SourceMemory(path: reader.sources, key: reader.key(tool: command))
            return try Original(name: name, root: root, reader: reader, memory: memory)
        }
        let plan = Plan(
            lint: Lint(command: command, swift: swift), tests: tests, scratch: scratch,
            isRecording: options["--record"] != nil, fixture: try original("fixture", fixture),
            repository: try original("repository", repository))
        let results = Mutex<[(Int, String?)]>([])
        let next = Mutex(0)
        let suite = plan.suite
        let workers = (0..<2).map { _ in
            Thread {
                let bench = Bench(fixture: Sandbox(plan.fixture), repository: Sandbox(plan.repository))
                while true {
                    let index = next.withLock { index in
                        defer { index += 1 }
                        return index
                    }
                    guard index < suite.count else { break }
                    let failure = Self.failure(of: suite[index], bench)
                    results.withLock { $0.append((index, failure)) }
                }
            }
        }
        for worker in workers { worker.stackSize = 8 << 20; worker.start() }
        while results.withLock({ $0.count }) < suite.count { Thread.sleep(forTimeInterval: 0.02) }
        let failures = results.withLock { $0.sorted { $0.0 < $1.0 } }
        for (index, failure) in failures { if let failure { print("failed: \(suite[index].name)\n    \(failure)") } }
        let failed = failures.count { $0.1 != nil }
        print("\(suite.count - failed) passed, \(failed) failed")
        try? FileManager.default.removeItem(atPath: scratch)
        exit(failed == 0 ? 0 : 1)
    }

    private static func failure(of test: Test, _ bench: Bench) -> String? {
        do {
            try test.run(bench)
            return nil
        } catch {
            return "\(error)"
        }
    }
}
