import Foundation

/// One sentence about the lint, and what shows it.
struct Test: Sendable {
    let name: String
    let run: @Sendable (Bench) throws -> Void
}

/// What one thread works on: repositories of its own to break.
struct Bench {
    let fixture: Sandbox
    let repository: Sandbox

    /// The fixture, or this repository.
    subscript(name: String) -> Sandbox { name == "fixture" ? fixture : repository }
}

/// The whole proof.
struct Plan: Sendable {
    let lint: Lint
    let tests: String
    let scratch: String
    let isRecording: Bool
    let fixture: Original
    let repository: Original

    var suite: [Test] { slow + matrices + mutations + whole }

    private var mutations: [Test] {
        (Mutation.all + Mutation.excused + Mutation.unchecked + Mutation.spoken).flatMap { mutation in
            ["fixture", "repository"].map { name in
                Test(name: "\(mutation.rule) in the \(name): \(mutation.sentence)") { bench in
                    let sandbox = bench[name]
                    defer { sandbox.restore() }
                    try sandbox.expect(try mutation.apply(sandbox))
                }
            }
        }
    }

    private var slow: [Test] {
        [
            Test(name: "The lint sees the imports of the toolchain's interfaces as the compiler does") { _ in
                try ImportCorpus.files(try interfaces(), "\(scratch)/interfaces", lint)
            },
            Test(name: "The lint sees the imports of the repository's files as the compiler does") { _ in
                let root = repository.tree.root
                let files = repository.tree.paths.filter { $0.hasSuffix(".swift") }.map { "\(root)/\($0)" }
                try ImportCorpus.files(files, "\(scratch)/own", lint) {
                    repository.imports[String($0.dropFirst(root.count + 1))]
                }
            },
            Test(name: "Every form of an import is seen where it stands, as the compiler sees it") { _ in
                try ImportCorpus.forms("\(scratch)/forms", lint)
            },
            Test(name: "Every public declaration without a comment is named, and no other") {
                try MarkedSource.check(CommentForms.all, rule: .undocumented, $0.fixture)
            },
            Test(name: "Every way to reach a symbol by its name is named, and nothing that looks like one") {
                try MarkedSource.check(LeakForms.all, rule: .symbolLeak, $0.fixture)
            },
            Test(name: "The lint reads exactly the files that SwiftPM compiles") {
                try DescribedSources.compare($0.fixture, lint, scratch: "\(scratch)/described")
                try DescribedSources.compare($0.repository, lint, scratch: "\(scratch)/described")
            },
            Test(name: "SwiftPM says of each declaration what the mutations make it say") { _ in
                try Declaration.check(folder: scratch, lint: lint)
            },
            Test(name: "A SARIF report has the shape that its schema asks for") {
                try SARIFShape.check($0.fixture)
            },
            Test(name: "An answer that cannot be written ends with 3") { _ in
                let graph =
                    "exec '\(lint.command)' --root '\(repository.tree.root)' --swift '\(lint.swift)' explain > /dev/full"
                let outcome = try Lint.run("/bin/sh", ["-c", graph])
                guard outcome.exitCode == 3, outcome.errors.contains("space") else {
                    throw Failed("It ended with \(outcome.exitCode): \(outcome.errors)")
                }
            },
            Test(name: "Every verb says word for word what it said") {
                try Transcripts.check(
                    $0.fixture, lint, scratch: scratch, folder: "\(tests)/Transcripts", recording: isRecording)
            },
        ]
    }

    private var matrices: [Test] {
        ["fixture", "repository"].flatMap { name in
            [
                Test(name: "The \(name): a target may import the targets that it was given, and no other") {
                    try Matrix(sandbox: $0[name]).imports()
                },
                Test(name: "The \(name): a target may declare the targets that it was given, and no other") {
                    try Matrix(sandbox: $0[name]).dependencies()
                },
                Test(name: "The \(name): a target may import the outside modules with a reason, and no other") {
                    try Matrix(sandbox: $0[name]).outside()
                },
            ]
        }
    }

    private var whole: [Test] {
        [
            Test(name: "The fixture is clean") { _ in try expectClean(fixture) },
            Test(name: "The repository is clean") { _ in try expectClean(repository) },
            Test(name: "Every rule has a mutation that breaks it") { _ in
                let unproven = Set(Rule.allCases.map(\.rawValue)).subtracting(Mutation.all.map(\.rule))
                if !unproven.isEmpty { throw Failed("Not proven: \(unproven.sorted()).") }
            },
        ]
    }

    private func expectClean(_ original: Original) throws {
        if !original.findings.isEmpty { throw Failed("\(original.findings.map(\.short))") }
    }

    /// The interfaces of the toolchain that are not too long to parse in a moment.
    private func interfaces() throws -> [String] {
        let library = URL(fileURLWithPath: lint.swift).resolvingSymlinksInPath()
            .deletingLastPathComponent().appending(path: "../lib/swift").standardized.path
        return try FileManager.default.subpathsOfDirectory(atPath: library)
            .filter { $0.hasSuffix(".swiftinterface") }.sorted().map { "\(library)/\($0)" }
            .filter { (try FileManager.default.attributesOfItem(atPath: $0)[.size] as? Int ?? 0) < 200_000 }
    }
}
