import Foundation
import Glibc

/// The files of the repository, by path from its root and in sorted order; links are named, never followed.
struct FileTree {
    enum Kind {
        case file, folder, link
    }

    let root: String
    var kinds: [String: Kind] = [:]
    var paths: [String] = []
    /// What files hold that are not, or not so, on the disk.
    var bytes: [String: Data] = [:]

    /// Walks the repository.
    ///
    /// Hidden files and folders at the root are left out.
    init(root: String) throws(Stop) {
        self.root = root
        var waiting = [""]
        while let folder = waiting.popLast() {
            let names: [String]
            do {
                names = try FileManager.default.contentsOfDirectory(atPath: folder.isEmpty ? root : "\(root)/\(folder)")
            } catch {
                let place = Place(file: folder.isEmpty ? "." : folder)
                throw Stop(findings: [Finding(.unreadable, at: place, subject: folder, "The folder cannot be listed.")])
            }
            for name in names where !folder.isEmpty || !name.hasPrefix(".") {
                let path = folder.isEmpty ? name : "\(folder)/\(name)"
                let kind = Self.kind("\(root)/\(path)")
                kinds[path] = kind
                if kind == .folder { waiting.append(path) }
            }
        }
        paths = kinds.keys.sorted()
    }

    private static func kind(_ path: String) -> Kind {
        var status = stat()
        guard lstat(path, &status) == 0 else { return .file }
        switch status.st_mode & S_IFMT {
        case S_IFLNK: return .link
        case S_IFDIR: return .folder
        default: return .file
        }
    }

    /// What a file holds; nil when it is not there, or cannot be read.
    func contents(_ path: String) -> Data? {
        guard kinds[path] != nil else { return nil }
        return bytes[path] ?? FileManager.default.contents(atPath: "\(root)/\(path)")
    }

    /// The tree without what lies in folders of data.
    func without(_ data: [String]) -> FileTree {
        var tree = self
        let prefixes = data.map { $0 + "/" }
        tree.paths.removeAll { path in prefixes.contains { path.hasPrefix($0) } }
        tree.kinds = kinds.filter { kind in !prefixes.contains { kind.key.hasPrefix($0) } }
        return tree
    }

    /// The paths below a folder.
    func below(_ folder: String) -> ArraySlice<String> {
        let prefix = folder + "/"
        let start = firstIndex { $0 >= prefix }
        return paths[start...].prefix { $0.hasPrefix(prefix) }
    }

    /// Where the paths begin for which a condition holds from there on.
    private func firstIndex(where condition: (String) -> Bool) -> Int {
        var (low, high) = (0, paths.count)
        while low < high {
            let middle = (low + high) / 2
            if condition(paths[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }

    /// The link on the way to a folder, if the folder is not really where its path says.
    func link(towards folder: String) -> String? {
        var path = ""
        for part in folder.split(separator: "/") {
            path += path.isEmpty ? String(part) : "/\(part)"
            if kinds[path] == .link { return path }
        }
        return nil
    }
}
