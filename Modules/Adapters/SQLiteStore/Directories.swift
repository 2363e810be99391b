#if SQLite
    import Glibc
    import Ports

    /// Makes the directories that a new store stands in.
    enum Directories {
        /// Makes a directory and those above it that are lacking, and runs a body; when that fails, those are gone again
        /// that nothing is in.
        ///
        /// One that is there is used as it is, but for a group it must be the group's and setgid, or the journals
        /// beside the store would not be.
        static func make(
            _ path: String, access: StoreAccess, _ body: () throws(StoreFailure) -> Void
        ) throws(StoreFailure) {
            var facts = stat()
            if stat(path, &facts) == 0 {
                try check(path, facts, access)
                return try body()
            }
            let above = StoreFile.parent(of: path)
            guard stat(above, &facts) == 0 else {
                return try make(above, access: access) { () throws(StoreFailure) in
                    try make(path, access: access, body)
                }
            }
            guard mkdir(path, 0o700) == 0 else {
                if errno == EEXIST { return try body() }
                throw StoreFile.failure(.notMade, "the directory \(path) cannot be made")
            }
            do throws(StoreFailure) {
                try give(path, to: access)
                try StoreFile.sync(above, O_RDONLY | O_DIRECTORY)
                try body()
            } catch {
                rmdir(path)
                throw error
            }
        }

        private static func check(_ path: String, _ facts: stat, _ access: StoreAccess) throws(StoreFailure) {
            guard case .group(let group) = access else { return }
            guard facts.st_gid == group, facts.st_mode & 0o2070 == 0o2070 else {
                throw StoreFailure(
                    .notMade,
                    "the directory \(path) is not the group's; name a new one, or make it so with 'chgrp' and 'chmod 2770'"
                )
            }
        }

        private static func give(_ path: String, to access: StoreAccess) throws(StoreFailure) {
            guard case .group(let group) = access else { return }
            guard chown(path, uid_t.max, group) == 0, chmod(path, 0o2770) == 0 else {
                throw StoreFile.failure(.notMade, "the directory \(path) cannot be given to the group")
            }
        }
    }
#endif
