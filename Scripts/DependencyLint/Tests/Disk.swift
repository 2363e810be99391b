import Foundation

/// Files for what only real files can show.
enum Disk {
    static func write(_ text: String, to path: String) throws {
        try write(Data(text.utf8), to: path)
    }

    static func write(_ data: Data, to path: String) throws {
        let url = URL(fileURLWithPath: path)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try data.write(to: url)
    }

    /// Writes a repository's files below a folder.
    static func write(_ tree: FileTree, to folder: String) throws {
        for path in tree.paths where tree.kinds[path] == .file {
            try write(tree.contents(path) ?? Data(), to: "\(folder)/\(path)")
        }
    }
}
