import Foundation

/// Remembers what was read in each source file, behind the file's very bytes, so that only changed files are parsed again.
///
/// The bytes are compared, not a digest or a date: a file that differs in any way is parsed.
struct SourceMemory {
    private let path: String
    private let index: Index
    private let bytes: Data

    private struct Index: Codable {
        /// What read the files: another tool or toolchain may read them differently.
        let key: String
        var files: [String: Entry] = [:]
    }

    private struct Entry: Codable {
        let start: Int
        let end: Int
        let file: SourceFile
    }

    /// The memory that an earlier run left in a folder; an empty one if there is none that can be trusted.
    init(folder: String, key: String) {
        path = "\(folder)/sources"
        let kept = FileManager.default.contents(atPath: path) ?? Data()
        let newline = kept.firstIndex(of: 0x0A) ?? kept.endIndex
        let index = try? JSONDecoder().decode(Index.self, from: kept[..<newline])
        self.index = index.flatMap { $0.key == key ? $0 : nil } ?? Index(key: key)
        bytes = newline == kept.endIndex ? Data() : kept[(newline + 1)...]
    }

    /// What is known of a file with exactly these bytes and this owner.
    func file(_ path: String, source: Data, owner: SourceOwner) -> SourceFile? {
        guard let entry = index.files[path], entry.file.owner == owner, entry.start >= 0, entry.start <= entry.end,
            entry.end <= bytes.count
        else { return nil }
        let known = bytes[(bytes.startIndex + entry.start)..<(bytes.startIndex + entry.end)]
        return known == source ? entry.file : nil
    }

    /// Leaves these files to the next run.
    ///
    /// That it cannot be written costs time, not correctness.
    func replace(by files: [(file: SourceFile, source: Data)]) {
        var next = Index(key: index.key)
        var blob = Data()
        for (file, source) in files where file.faults.isEmpty {
            next.files[file.path] = Entry(start: blob.count, end: blob.count + source.count, file: file)
            blob += source
        }
        guard let line = try? JSONEncoder().encode(next) else { return }
        try? (line + [0x0A] + blob).write(to: URL(fileURLWithPath: path), options: .atomic)
    }
}
