import Foundation

/// One sentence about the lint, and what shows it.
struct Test: Sendable {
    let name: String
    let run: @Sendable (Bench) throws -> Void
}

/// What one thread works on: copies of its own.
struct Bench {
    let fixture: Sandbox
    let repository: Sandbox
    let folder: String

    init(plan: Plan, worker: Int) throws {
        folder = "\(plan.scratch)/\(worker)"
        fixture = try Sandbox(
            name: "fixture", copying: "\(plan.tests)/Fixture", to: "\(folder)/fixture", lint: plan.lint)
        repository = try Sandbox(
            name: "repository", copying: plan.repository, to: "\(folder)/repository", lint: plan.lint)
    }

    /// The copy of the fixture, or of this repository.
    subscript(name: String) -> Sandbox { name == "fixture" ? fixture : repository }
}

/// The whole proof.
struct Plan: Sendable {
    let lint: Lint
    let repository: String
    let tests: String
    let scratch: String
    let isRecording: Bool

    var suite: [Test] { slow + matrices + mutations + whole }

    private var mutations: [Test] {
        (Mutation.all + Mutation.excused + Mutation.unchecked).flatMap { mutation in
            ["fixture", "repository"].map { name in
                Test(name: "\(mutation.rule) in the \(name): \(mutation.sentence)") { bench in
                    let sandbox = bench[name]
                    do {
                        try sandbox.expect(try mutation.apply(sandbox))
                    } catch {
                        try sandbox.restore()
                        throw error
                    }
                }
            }
        }
    }

    private var slow: [Test] {
        [
            Test(name: "The lint sees the imports of the toolchain's interfaces as the compiler does") {
                try ImportCorpus.files(try interfaces(), "\($0.folder)/interfaces", lint)
            },
            Test(name: "The lint sees the imports of the repository's files as the compiler does") {
                try ImportCorpus.files(try ownFiles(), "\($0.folder)/own", lint)
            },
            Test(name: "Every form of an import is seen where it stands, as the compiler sees it") {
                try ImportCorpus.forms("\($0.folder)/forms", lint)
            },
            Test(name: "Every public declaration without a comment is named, and no other") {
                try MarkedSource.check(CommentForms.all, rule: "DL020", $0.fixture, lint)
            },
            Test(name: "Every way to reach a symbol by its name is named, and nothing that looks like one") {
                try MarkedSource.check(LeakForms.all, rule: "DL013", $0.fixture, lint)
            },
            Test(name: "The lint reads exactly the files that SwiftPM compiles") {
                try DescribedSources.compare($0.fixture, lint)
                try DescribedSources.compare($0.repository, lint)
            },
            Test(name: "A SARIF report has the shape that its schema asks for") {
                try SARIFShape.check($0.fixture, lint)
            },
            Test(name: "Every verb says word for word what it said") {
                try Transcripts.check($0.fixture, lint, folder: "\(tests)/Transcripts", recording: isRecording)
            },
        ]
    }

    private var matrices: [Test] {
        ["fixture", "repository"].flatMap { name in
            [
                Test(name: "The \(name): a target may import the targets that it was given, and no other") {
                    try Matrix(sandbox: $0[name], lint: lint).imports()
                },
                Test(name: "The \(name): a target may declare the targets that it was given, and no other") {
                    try Matrix(sandbox: $0[name], lint: lint).dependencies()
                },
                Test(name: "The \(name): a target may import the outside modules with a reason, and no other") {
                    try Matrix(sandbox: $0[name], lint: lint).outside()
                },
            ]
        }
    }

    private var whole: [Test] {
        [
            Test(name: "The fixture is clean") { try expectClean($0.fixture) },
            Test(name: "The repository is clean") { try expectClean($0.repository) },
            Test(name: "Every rule has a mutation that breaks it") { bench in
                let outcome = try lint.run(["explain"], in: bench.fixture.root)
                let rules = Set(outcome.output.split(separator: "\n").map { String($0.prefix(5)) })
                let proven = Set(Mutation.all.map(\.rule))
                guard rules == proven else {
                    throw Failed("Not proven: \(rules.symmetricDifference(proven).sorted()).")
                }
            },
        ]
    }

    private func expectClean(_ sandbox: Sandbox) throws {
        guard sandbox.baseline.isEmpty else { throw Failed("\(sandbox.baseline)") }
    }

    private func ownFiles() throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: repository)
            .filter { $0.hasSuffix(".swift") && !$0.hasPrefix(".") }.sorted().map { "\(repository)/\($0)" }
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
