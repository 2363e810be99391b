import Foundation
import Glibc

/// The files of the repository, by path from its root and in sorted order; links are named, never followed.
struct FileTree {
    enum Kind {
        case file, folder, link
    }

    let kinds: [String: Kind]
    let paths: [String]

    /// Walks the repository.
    ///
    /// Hidden files and folders at the root are left out, and so is what lies in folders of data.
    init(root: String, data: [String]) throws(Stop) {
        var kinds: [String: Kind] = [:]
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
                if kind == .folder, !data.contains(path) { waiting.append(path) }
            }
        }
        self.kinds = kinds
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

    /// The paths below a folder.
    func below(_ folder: String) -> [String] {
        paths.filter { $0.hasPrefix(folder + "/") }
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
