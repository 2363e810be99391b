import Foundation

/// What SwiftPM says that it compiles.
struct DescribedSources: Decodable {
    let targets: [Target]

    struct Target: Decodable {
        let name: String
        let type: String
        let path: String
        let sources: [String]
    }

    /// Compares each Swift target's sources with the files in the folder that the architecture gives it.
    static func compare(_ sandbox: Sandbox, _ lint: Lint, scratch: String) throws {
        let outcome = try Lint.run(
            lint.swift,
            ["package", "--package-path", sandbox.tree.root, "--scratch-path", scratch, "describe", "--type", "json"])
        guard let described = try? JSONDecoder().decode(DescribedSources.self, from: Data(outcome.output.utf8)) else {
            throw Failed("SwiftPM cannot describe the \(sandbox.name): \(outcome.errors)")
        }
        let compiled = described.targets.filter { $0.type != "system-target" }
        for target in compiled {
            let read = sandbox.sources(target.path)
            let sources = target.sources.map { "\(target.path)/\($0)" }.sorted()
            guard read == sources else { throw Failed("\(target.name): SwiftPM \(sources), the lint \(read).") }
        }
        let known = sandbox.original.targets.filter { $0.kind != .system && $0.kind != .tool }.map(\.name).sorted()
        guard compiled.map(\.name).sorted() == known else { throw Failed("SwiftPM compiles \(compiled.map(\.name)).") }
    }
}
