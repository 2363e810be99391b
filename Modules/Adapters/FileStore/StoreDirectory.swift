import Glibc
import Ports

/// Makes the directory of a store.
enum StoreDirectory {
    /// Makes a directory and those above it that are lacking.
    ///
    /// One that is there is used as it is, but for a group it must be the group's and setgid.
    static func make(_ path: String, access: FileStore.Access) throws(StoreFailure) {
        var facts = stat()
        if lstat(path, &facts) == 0 {
            guard facts.st_mode & S_IFMT == S_IFDIR else {
                throw StoreFailure(.exists, "there is something at \(path) already; nothing was changed")
            }
            guard case .group(let group) = access else { return }
            guard facts.st_gid == group, facts.st_mode & 0o2070 == 0o2070 else {
                throw StoreFailure(
                    .notMade,
                    "the directory \(path) is not the group's; name a new one, or make it so with 'chgrp' and "
                        + "'chmod 2770'")
            }
            return
        }
        let above = parent(of: path)
        if stat(above, &facts) != 0 { try make(above, access: access) }
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw failure("the directory \(path) cannot be made") }
        if case .group(let group) = access {
            guard chown(path, uid_t.max, group) == 0, chmod(path, 0o2770) == 0 else {
                let failed = failure("the directory \(path) cannot be given to the group")
                rmdir(path)
                throw failed
            }
        }
        try sync(above)
    }

    private static func sync(_ directory: String) throws(StoreFailure) {
        let file = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard file >= 0 else { throw failure("the directory \(directory) cannot be opened") }
        defer { close(file) }
        guard fsync(file) == 0 else { throw failure("the directory \(directory) cannot be synced") }
    }

    private static func parent(of path: String) -> String {
        var path = Substring(path)
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    private static func failure(_ message: String) -> StoreFailure {
        let number = errno
        return StoreFailure(
            .notMade, "\(message): \(String(cString: strerror(number)))", cause: "system error \(number)")
    }
}
