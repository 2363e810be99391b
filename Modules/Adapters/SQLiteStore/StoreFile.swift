#if SQLite
    import Glibc
    import Ports

    /// Who may use a store's files.
    public enum StoreAccess: Hashable, Sendable {
        /// Only the account that makes it: directory 0700, files 0600.
        case owner
        /// An operating-system group, by its number: setgid directory 2770, files 0660.
        case group(UInt32)
    }

    /// Looks at and makes the file of a store, before SQLite opens it: to close any descriptor of an open database would
    /// drop SQLite's locks.
    enum StoreFile {
        /// Tells apart what may be at a path that is to be opened.
        static func check(_ path: String) throws(StoreFailure) {
            var facts = stat()
            guard stat(path, &facts) == 0 else {
                switch errno {
                case ENOENT:
                    throw StoreFailure(.missing, "there is no store at \(path); 'circ init' makes one")
                case ENOTDIR:
                    throw StoreFailure(.missing, "there is no store at \(path): a part of that path is no directory")
                default: throw failure(.unavailable, "the store at \(path) cannot be reached")
                }
            }
            guard facts.st_mode & S_IFMT == S_IFREG else {
                throw StoreFailure(.foreign, "what is at \(path) is not a circulation store: it is no file")
            }
            guard facts.st_size > 0 else {
                throw StoreFailure(.foreign, "what is at \(path) is not a circulation store: it is an empty file")
            }
        }

        /// Makes a store whole or not at all: it is filled under another name and then linked to its own, which fails if
        /// anything has that name.
        static func create(
            _ path: String, access: StoreAccess, fill: (String) throws(StoreFailure) -> Void
        ) throws(StoreFailure) {
            var facts = stat()
            guard lstat(path, &facts) != 0 else {
                throw StoreFailure(.exists, "there is something at \(path) already; nothing was changed")
            }
            let directory = parent(of: path)
            try makeDirectory(directory, access: access)
            let draft = "\(path).new-\(getpid())"
            try makeFile(draft, access: access)
            defer {
                unlink(draft)
                unlink("\(draft)-journal")
            }
            try fill(draft)
            try sync(draft, O_RDONLY)
            guard link(draft, path) == 0 else {
                if errno == EEXIST {
                    throw StoreFailure(.exists, "there is something at \(path) already; nothing was changed")
                }
                throw failure(.notMade, "the store cannot be made at \(path)")
            }
            // It is there; whether it outlasts a power cut is not known until this.
            do throws(StoreFailure) {
                try sync(directory, O_RDONLY | O_DIRECTORY)
            } catch { throw error.withUnknownOutcome }
        }

        /// Gives a body a descriptor of a file that no database connection has open.
        static func withFile(_ path: String, _ body: (Int32) throws(StoreFailure) -> Void) throws(StoreFailure) {
            let descriptor = open(path, O_RDWR | O_NOFOLLOW | O_CLOEXEC)
            guard descriptor >= 0 else { throw failure(.inputOutput, "\(path) cannot be opened") }
            defer { close(descriptor) }
            try body(descriptor)
        }

        /// Gives a body the name of an empty file in a directory of its own, and takes both names away when it returns:
        /// nobody can put a journal beside it.
        static func withTemporaryFile<Result>(
            _ body: (String) throws(StoreFailure) -> Result
        ) throws(StoreFailure) -> Result {
            let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/var/tmp"
            var name = Array("\(parent)/circ-XXXXXX".utf8CString)
            guard mkdtemp(&name) != nil else {
                throw failure(.unavailable, "no temporary directory can be made in \(parent)")
            }
            let directory = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
            let path = "\(directory)/copy"
            defer {
                unlink(path)
                rmdir(directory)
            }
            try makeFile(path, access: .owner)
            return try body(path)
        }

        private static func makeFile(_ path: String, access: StoreAccess) throws(StoreFailure) {
            let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else { throw failure(.notMade, "no store can be made in \(parent(of: path))") }
            defer { close(descriptor) }
            if case .group(let group) = access {
                guard fchown(descriptor, uid_t.max, group) == 0, fchmod(descriptor, 0o660) == 0 else {
                    let failed = failure(.notMade, "the store cannot be given to the group")
                    unlink(path)
                    throw failed
                }
            }
        }

        /// Makes the directories that are lacking.
        ///
        /// One that is there is used as it is, but for a group it must be the group's and setgid, or the journals
        /// beside the store would not be.
        private static func makeDirectory(_ path: String, access: StoreAccess) throws(StoreFailure) {
            var facts = stat()
            if stat(path, &facts) == 0 {
                guard case .group(let group) = access else { return }
                guard facts.st_gid == group, facts.st_mode & 0o2070 == 0o2070 else {
                    throw StoreFailure(
                        .notMade,
                        "the directory \(path) is not the group's; name a new one, or make it so with "
                            + "'chgrp' and 'chmod 2770'")
                }
                return
            }
            if stat(parent(of: path), &facts) != 0 { try makeDirectory(parent(of: path), access: access) }
            guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
                throw failure(.notMade, "the directory \(path) cannot be made")
            }
            if case .group(let group) = access {
                guard chown(path, uid_t.max, group) == 0, chmod(path, 0o2770) == 0 else {
                    throw failure(.notMade, "the directory \(path) cannot be given to the group")
                }
            }
            try sync(parent(of: path), O_RDONLY | O_DIRECTORY)
        }

        /// Makes what a file or directory holds durable; nobody has a database that is synced so open.
        private static func sync(_ path: String, _ flags: Int32) throws(StoreFailure) {
            let descriptor = open(path, flags | O_CLOEXEC)
            guard descriptor >= 0 else { throw failure(.inputOutput, "\(path) cannot be opened") }
            defer { close(descriptor) }
            guard fsync(descriptor) == 0 else { throw failure(.inputOutput, "\(path) cannot be synced") }
        }

        private static func parent(of path: String) -> String {
            guard let slash = path.lastIndex(of: "/") else { return "." }
            return slash == path.startIndex ? "/" : String(path[..<slash])
        }

        private static func failure(_ kind: StoreFailure.Kind, _ message: String) -> StoreFailure {
            let number = errno
            return StoreFailure(
                kind, "\(message): \(String(cString: strerror(number)))", cause: "system error \(number)")
        }
    }
#endif
