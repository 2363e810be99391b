import Foundation

/// Remembers what was read in each source file, beside the file's very bytes, so that only changed files are parsed again.
///
/// The bytes are compared, not a digest or a date: a file that differs in any way is parsed.
struct SourceMemory {
    private var files: [String: Known] = [:]
    /// Whether it knows what the file that it came from does not.
    private(set) var hasChanged = false

    private struct Known {
        let file: SourceFile
        let source: Data
    }

    /// What the bytes of all files lie behind, in the file that keeps them.
    private struct Index: Codable {
        /// What read the files: another tool or toolchain may read them differently.
        let key: String
        var entries: [Entry] = []
    }

    private struct Entry: Codable {
        let length: Int
        let file: SourceFile
    }

    /// The memory that an earlier run left in a file; an empty one if there is none that can be trusted.
    init(path: String, key: String) {
        guard let kept = FileManager.default.contents(atPath: path), let newline = kept.firstIndex(of: 0x0A),
            let index = try? JSONDecoder().decode(Index.self, from: kept[..<newline]), index.key == key
        else { return }
        var rest = kept[(newline + 1)...]
        for entry in index.entries {
            guard (0...rest.count).contains(entry.length) else { break }
            files[entry.file.path] = Known(file: entry.file, source: rest.prefix(entry.length))
            rest = rest.dropFirst(entry.length)
        }
    }

    /// What is known of a file with exactly these bytes and this owner.
    func file(_ path: String, source: Data, owner: SourceOwner) -> SourceFile? {
        guard let known = files[path], known.file.owner == owner, known.source == source else { return nil }
        return known.file
    }

    /// Knows these files from now on, and no others; a file with a fault is read each time.
    mutating func replace(by read: [(file: SourceFile, source: Data)]) {
        (files, hasChanged) = ([:], true)
        for (file, source) in read where file.faults.isEmpty { files[file.path] = Known(file: file, source: source) }
    }

    /// Leaves what is known to the next run.
    ///
    /// That it cannot be written costs time, not correctness.
    func write(path: String, key: String) {
        let known = files.sorted { $0.key < $1.key }.map(\.value)
        let index = Index(key: key, entries: known.map { Entry(length: $0.source.count, file: $0.file) })
        guard var kept = try? JSONEncoder().encode(index) + [0x0A] else { return }
        for file in known { kept += file.source }
        try? kept.write(to: URL(fileURLWithPath: path), options: .atomic)
    }
}
