import Foundation

/// A copy of a repository that tests break and mend again.
final class Sandbox {
    /// What it is a copy of: the fixture, or this repository.
    let name: String
    let root: String
    /// What the untouched copy already has; nothing, when the repository is clean.
    let baseline: [Observed]
    let shape: Shape
    private let lint: Lint
    private var originals: [String: Data?] = [:]

    init(name: String, copying source: String, to root: String, lint: Lint) throws {
        try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
        for entry in try FileManager.default.contentsOfDirectory(atPath: source) where !entry.hasPrefix(".") {
            try FileManager.default.copyItem(atPath: "\(source)/\(entry)", toPath: "\(root)/\(entry)")
        }
        self.name = name
        self.root = root
        self.lint = lint
        baseline = try lint.check(root).findings
        shape = try Shape(lint: lint, root: root)
    }

    /// The text of a file.
    func text(_ path: String) throws -> String {
        try String(contentsOfFile: "\(root)/\(path)", encoding: .utf8)
    }

    func write(_ path: String, _ text: String) throws {
        try write(path, Data(text.utf8))
    }

    func write(_ path: String, _ data: Data) throws {
        remember(path)
        let url = URL(fileURLWithPath: "\(root)/\(path)")
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try data.write(to: url)
    }

    func prepend(_ path: String, _ text: String) throws {
        try write(path, text + (try self.text(path)))
    }

    func append(_ path: String, _ text: String) throws {
        try write(path, try self.text(path) + text)
    }

    /// Replaces the first occurrence of a text, which must be there.
    func replace(_ path: String, _ old: String, _ new: String) throws {
        let text = try text(path)
        guard let range = text.range(of: old) else { throw Failed("There is no “\(old)” in \(path).") }
        try write(path, text.replacingCharacters(in: range, with: new))
    }

    func remove(_ path: String) throws {
        remember(path)
        try FileManager.default.removeItem(atPath: "\(root)/\(path)")
    }

    func link(_ path: String, to destination: String) throws {
        remember(path)
        try FileManager.default.createSymbolicLink(atPath: "\(root)/\(path)", withDestinationPath: destination)
    }

    /// The Swift files below a folder, sorted.
    func sources(_ folder: String) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: "\(root)/\(folder)")
            .filter { $0.hasSuffix(".swift") }.sorted().map { "\(folder)/\($0)" }
    }

    private func remember(_ path: String) {
        // The lint keeps SwiftPM's answer about one manifest; the answer about the untouched one is put back too.
        if path == "Package.swift" { remember(".build/dependency-lint/manifest") }
        if originals[path] == nil { originals[path] = .some(FileManager.default.contents(atPath: "\(root)/\(path)")) }
    }

    /// Takes back every change.
    func restore() throws {
        for (path, data) in originals {
            let full = "\(root)/\(path)"
            try? FileManager.default.removeItem(atPath: full)
            if let data { try data.write(to: URL(fileURLWithPath: full)) }
        }
        originals = [:]
    }

    /// Checks it, and compares what is new with what is expected; then takes back every change.
    func expect(_ outcome: Outcome, today: String = "2030-01-01") throws {
        let (all, exitCode) = try lint.check(root, today: today)
        try restore()
        let known = Set(baseline.map { "\($0.rule) \($0.file) \($0.target) \($0.subject)" })
        let found = all.filter { !known.contains("\($0.rule) \($0.file) \($0.target) \($0.subject)") }
        try outcome.verify(found)
        if baseline.isEmpty, exitCode != outcome.exitCode {
            throw Failed("It ended with \(exitCode), not \(outcome.exitCode).")
        }
    }
}

/// What a check must find.
enum Outcome {
    /// These findings, each once, and no other.
    case exactly([Expected])
    /// At least one finding, and each like this.
    case only(Expected)

    var exitCode: Int32 {
        let rules = if case .exactly(let expected) = self { expected.map(\.rule) } else { [] as [String] }
        return rules.contains("DL017") ? 3 : rules.contains("DL018") ? 2 : rules.isEmpty && !isOnly ? 0 : 1
    }

    private var isOnly: Bool { if case .only = self { true } else { false } }

    func verify(_ found: [Observed]) throws {
        var left = found
        switch self {
        case .only(let expected):
            if found.isEmpty { throw Failed("Nothing was found; expected \(expected).") }
            left.removeAll(where: expected.matches)
        case .exactly(let all):
            for expected in all {
                guard let index = left.firstIndex(where: expected.matches) else {
                    throw Failed("Expected \(expected); found \(found).")
                }
                left.remove(at: index)
            }
        }
        if !left.isEmpty { throw Failed("Found besides: \(left).") }
    }
}
