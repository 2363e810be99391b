import Foundation

/// Asks SwiftPM for the declared graph, or remembers its answer while the manifest and the toolchain stay the same.
struct ManifestReader {
    let root: String
    /// The `swift` command of the toolchain.
    let swift: String
    /// What the toolchain calls itself; another toolchain may read a manifest differently.
    let toolchain: String

    /// Where answers are kept.
    private var folder: String { "\(root)/.build/dependency-lint" }
    /// Where it is kept what was read in sources.
    var sources: String { "\(folder)/sources" }

    /// What says the same of the same bytes: the tool, in a folder named after the digest of its sources, and the toolchain.
    func key(tool: String) -> String {
        "\(URL(fileURLWithPath: tool).deletingLastPathComponent().lastPathComponent) \(toolchain)"
    }

    /// What SwiftPM says about a manifest with this source.
    func description(of source: Data) throws(Stop) -> JSON {
        let dump = try dump(of: source)
        if let json = try? JSONDecoder().decode(JSON.self, from: dump) { return json }
        throw Manifest.stop("SwiftPM's description of the package is not JSON.")
    }

    /// The dump is kept behind the manifest's very bytes, so that no digest can mistake one for another.
    private func dump(of source: Data) throws(Stop) -> Data {
        let key = Data("\(toolchain)\u{0}".utf8) + source + Data([0])
        let cached = "\(folder)/manifest"
        if let kept = FileManager.default.contents(atPath: cached), kept.starts(with: key) {
            return kept.dropFirst(key.count)
        }
        let dump = try askSwiftPM()
        try? (key + dump).write(to: URL(fileURLWithPath: cached), options: .atomic)
        return dump
    }

    private func askSwiftPM() throws(Stop) -> Data {
        let scratch = "\(folder)/package-\(ProcessInfo.processInfo.processIdentifier)"
        let (output, errors) = ("\(scratch)/dump.json", "\(scratch)/errors.txt")
        defer { try? FileManager.default.removeItem(atPath: scratch) }
        do {
            try FileManager.default.createDirectory(atPath: scratch, withIntermediateDirectories: true)
        } catch {
            let message = "\(folder) cannot be written, and what SwiftPM says is kept there."
            let instead = "Make the folder writable, or run the lint on a copy."
            throw Stop(findings: [Finding(.unreadable, at: Place(file: Manifest.file), message, instead: instead)])
        }
        do {
            let process = Process()
            process.executableURL = URL(fileURLWithPath: swift)
            process.arguments = [
                "package", "dump-package", "--package-path", root, "--scratch-path", scratch,
                "--manifest-cache", "none",
            ]
            process.standardInput = FileHandle.nullDevice
            process.standardOutput = try FileHandle.creating(output)
            process.standardError = try FileHandle.creating(errors)
            try process.run()
            process.waitUntilExit()
            let dump = try Data(contentsOf: URL(fileURLWithPath: output))
            if process.terminationStatus == 0 { return dump }
        } catch {
            let message = "SwiftPM cannot be asked with \(swift): \((error as NSError).localizedDescription)"
            let instead = "Name the `swift` command of the toolchain by its whole path, with --swift."
            throw Stop(findings: [Finding(.unreadable, at: Place(file: Manifest.file), message, instead: instead)])
        }
        let said = FileManager.default.contents(atPath: errors).map { String(decoding: $0, as: UTF8.self) } ?? ""
        let line = said.split(whereSeparator: \.isNewline).first { $0.contains("error:") } ?? "no reason given"
        // The rest of such a line names temporary files, and differs from run to run.
        let reason = line.firstRange(of: " (compiled with").map { line[..<$0.lowerBound] } ?? line[...]
        throw Manifest.stop("SwiftPM cannot read the manifest: \(reason)")
    }
}

extension FileHandle {
    /// A new, empty file to write to.
    fileprivate static func creating(_ path: String) throws -> FileHandle {
        try Data().write(to: URL(fileURLWithPath: path))
        return try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    }
}
