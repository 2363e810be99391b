#if SQLite
    import Glibc
    import Ports

    /// Where a new store is filled, before it has its name: in a directory of its own beside that.
    ///
    /// Whoever fills it holds the directory's lock, so that the next one tells what a killed process left, which may be a
    /// whole copy of a library, and takes it away. The lock is not the file's own, which SQLite keeps.
    enum Draft {
        /// Gives a body the name of an empty file, and takes it away when the body returns.
        static func with(
            of path: String, access: StoreAccess, _ body: (String) throws(StoreFailure) -> Void
        ) throws(StoreFailure) {
            removeDead(of: path)
            let (directory, lock) = try lockedDirectory(beside: path)
            defer {
                remove(directory, lock)
                close(lock)
            }
            let draft = "\(directory)/\(name)"
            close(try StoreFile.makeFile(draft, access: access))
            try body(draft)
        }

        private static let name = "store"

        /// A new directory and its lock.
        ///
        /// Another process may take it for a dead one in the moment before it is locked: then comes another.
        private static func lockedDirectory(beside path: String) throws(StoreFailure) -> (String, Int32) {
            while true {
                let directory = try StoreFile.privateDirectory("\(path).new-")
                let lock = open(directory, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
                guard lock >= 0 else {
                    if errno == ENOENT { continue }
                    let failed = StoreFile.failure(.notMade, "\(directory) cannot be opened")
                    rmdir(directory)
                    throw failed
                }
                var facts = stat()
                let isTaken = flock(lock, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK
                // Where directories cannot be locked nobody takes them away.
                guard fstat(lock, &facts) == 0 else {
                    let failed = StoreFile.failure(.notMade, "\(directory) cannot be examined")
                    rmdir(directory)
                    close(lock)
                    throw failed
                }
                if !isTaken, facts.st_nlink > 0 { return (directory, lock) }
                close(lock)
            }
        }

        /// Takes away what processes that are no more left of the store at a path.
        private static func removeDead(of path: String) {
            let parent = StoreFile.parent(of: path)
            let beginning = "\(path.split(separator: "/").last ?? "").new-"
            guard let entries = opendir(parent) else { return }
            defer { closedir(entries) }
            var dead: [String] = []
            while let entry = readdir(entries) {
                let entryName = withUnsafeBytes(of: &entry.pointee.d_name) {
                    String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
                }
                if entryName.hasPrefix(beginning), entryName.utf8.count == beginning.utf8.count + 6 {
                    dead.append("\(parent)/\(entryName)")
                }
            }
            for directory in dead {
                let lock = open(directory, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
                guard lock >= 0 else { continue }
                if flock(lock, LOCK_EX | LOCK_NB) == 0 { remove(directory, lock) }
                close(lock)
            }
        }

        /// Removes a draft's directory and all that SQLite and this put there; one with anything else in it stays.
        private static func remove(_ directory: String, _ descriptor: Int32) {
            for file in [name, "\(name)-journal"] { unlinkat(descriptor, file, 0) }
            rmdir(directory)
        }
    }
#endif
