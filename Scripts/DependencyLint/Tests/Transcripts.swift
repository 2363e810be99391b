import Foundation

/// What every verb says, word for word, on the fixture: clean, and with one import planted.
enum Transcripts {
    private static let runs: [(name: String, isBroken: Bool, arguments: [String])] = [
        ("check", false, []), ("check-broken", true, ["check"]), ("check-json", true, ["check", "--format", "json"]),
        ("check-github", true, ["--format", "github"]), ("check-sarif", true, ["--format", "sarif"]),
        ("graph", false, ["graph"]), ("graph-text", false, ["graph", "--format", "text"]),
        ("graph-json", false, ["graph", "--format", "json"]), ("graph-write", false, ["graph", "--write"]),
        ("why-allowed", false, ["why", "Desk", "UseCases"]),
        ("why-through-others", false, ["why", "Desk", "Domain"]), ("why-outward", false, ["why", "Domain", "Ports"]),
        ("why-apart", false, ["why", "BoxStore", "TinStore"]),
        ("why-outside", false, ["why", "TinStoreTests", "Testing"]),
        ("why-json", false, ["why", "Desk", "CTin", "--format", "json"]),
        ("why-nobody", false, ["why", "Nobody", "Ports"]),
        ("explain", false, ["explain"]), ("explain-one", false, ["explain", "DL003"]),
        ("explain-json", false, ["explain", "DL018", "--format", "json"]),
        ("explain-none", false, ["explain", "DL999"]),
        ("help", false, ["help"]), ("misuse-verb", false, ["chekc"]), ("misuse-option", false, ["--formt", "json"]),
        ("misuse-format", false, ["graph", "--format", "sarif"]), ("misuse-write", false, ["check", "--write"]),
        ("misuse-value", false, ["check", "--format"]),
        ("misuse-why", false, ["why", "Desk"]),
    ]

    /// Compares every transcript with its file in a folder; or writes the files.
    static func check(_ sandbox: Sandbox, _ lint: Lint, folder: String, recording: Bool) throws {
        var different: [String] = []
        for (name, isBroken, arguments) in runs {
            if isBroken { try plant(sandbox) }
            let outcome = try lint.run(arguments, in: sandbox.root)
            let again = try lint.run(arguments, in: sandbox.root)
            try sandbox.restore()
            guard outcome.output == again.output else { throw Failed("\(name) differs from run to run.") }
            let command = (["dependency-lint"] + arguments).joined(separator: " ")
            var transcript = "$ \(command)\n\(outcome.output)"
            if !outcome.errors.isEmpty { transcript += "--- standard error\n\(outcome.errors)" }
            transcript += "--- exit code \(outcome.exitCode)\n"
            let file = "\(folder)/\(name).txt"
            if recording {
                try Data(transcript.utf8).write(to: URL(fileURLWithPath: file))
            } else if try String(contentsOfFile: file, encoding: .utf8) != transcript {
                different.append("\(name) says now:\n\(transcript)")
            }
        }
        if !different.isEmpty { throw Failed(different.joined(separator: "\n")) }
    }

    private static func plant(_ sandbox: Sandbox) throws {
        try sandbox.replace(
            "Package.swift", "app(\"Batch\", [\"Bootstrap\", \"UseCases\", ", "app(\"Batch\", [\"Bootstrap\", ")
        try sandbox.prepend("Modules/Domain/Shelf.swift", "import Foundation\n")
        try sandbox.prepend("Apps/Desk/Desk.swift", "import Domain\n")
        try sandbox.replace("Package.swift", "tests(\"DomainTests\", [\"Domain\"])", "tests(\"DomainTests\", [])")
    }
}
