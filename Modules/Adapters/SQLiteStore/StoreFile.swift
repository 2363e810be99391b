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
        ///
        /// - Parameters:
        ///   - path: its name.
        ///   - access: who may use it.
        ///   - fill: fills the empty file of which it is given the name.
        static func create(
            _ path: String, access: StoreAccess, fill: (String) throws(StoreFailure) -> Void
        ) throws(StoreFailure) {
            guard path.last != "/" else {
                throw StoreFailure(.notMade, "\(path) is the name of a directory; name the file of the store")
            }
            if let ending = endings.first(where: path.hasSuffix) {
                throw StoreFailure(
                    .notMade,
                    "a store cannot have a name that ends in \(ending): SQLite keeps changes of other stores there")
            }
            try checkFree(path)
            try removeEmptyLeftovers(beside: path)
            try Directories.make(parent(of: path), access: access) { () throws(StoreFailure) in
                try Draft.with(of: path, access: access) { (draft) throws(StoreFailure) in
                    try fill(draft)
                    try sync(draft, O_RDONLY)
                    try checkFree(path)
                    guard link(draft, path) == 0 else {
                        if errno == EEXIST { throw occupied(path) }
                        throw failure(.notMade, "the store cannot be made at \(path)")
                    }
                }
                // It is there; whether it outlasts a power cut is not known until this.
                do throws(StoreFailure) {
                    try sync(parent(of: path), O_RDONLY | O_DIRECTORY)
                } catch { throw error.withUnknownOutcome }
            }
        }

        /// Fails if anything is at a path, or beside it what SQLite would take for changes of the store there.
        private static func checkFree(_ path: String) throws(StoreFailure) {
            var facts = stat()
            guard lstat(path, &facts) != 0 else { throw occupied(path) }
            for left in leftovers(beside: path) where lstat(left, &facts) == 0 && facts.st_size > 0 {
                throw StoreFailure(
                    .exists,
                    "there is \(left), which may hold changes of a store that was at \(path) before: move it to where that "
                        + "store is now, or away; nothing was changed")
            }
        }

        /// Takes away journals that hold nothing: another account's would stop all writing to the new store.
        ///
        /// Only before it is filled, when there is no store whose they could be.
        private static func removeEmptyLeftovers(beside path: String) throws(StoreFailure) {
            for left in leftovers(beside: path) {
                guard unlink(left) == 0 || errno == ENOENT || errno == ENOTDIR else {
                    throw failure(.notMade, "\(left), which is in the way of a new store, cannot be removed")
                }
            }
        }

        /// What SQLite puts behind a database's name for the files beside it.
        private static let endings = ["-journal", "-wal", "-shm"]

        private static func leftovers(beside path: String) -> [String] { endings.map { path + $0 } }

        private static func occupied(_ path: String) -> StoreFailure {
            StoreFailure(.exists, "there is something at \(path) already; nothing was changed")
        }

        /// Gives a body a descriptor of a file, on which no database connection may have a lock at the end: to close the
        /// descriptor drops it.
        static func withFile(_ path: String, _ body: (Int32) throws(StoreFailure) -> Void) throws(StoreFailure) {
            let descriptor = open(path, O_RDWR | O_NOFOLLOW | O_CLOEXEC)
            guard descriptor >= 0 else { throw failure(.inputOutput, "\(path) cannot be opened") }
            defer { close(descriptor) }
            try body(descriptor)
        }

        /// Opens an empty file that has no name any more: it is gone with those who have it open, however they end, and
        /// nobody can put a journal beside it.
        ///
        /// - Parameter connect: opens a connection to the file, which must not look for it again.
        /// - Returns: the connection, and a descriptor of the same file, to be closed while the connection has no lock.
        static func withoutName(
            _ connect: (String) throws(StoreFailure) -> Connection
        ) throws(StoreFailure) -> (connection: Connection, descriptor: Int32) {
            let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/var/tmp"
            let directory = try privateDirectory("\(parent)/circ-")
            let path = "\(directory)/copy"
            defer {
                unlink(path)
                rmdir(directory)
            }
            let descriptor = try makeFile(path, access: .owner)
            do throws(StoreFailure) {
                return (try connect(path), descriptor)
            } catch {
                close(descriptor)
                throw error
            }
        }

        /// Makes a directory for this account alone, under a name that begins as stated.
        static func privateDirectory(_ beginning: String) throws(StoreFailure) -> String {
            var name = Array("\(beginning)XXXXXX".utf8CString)
            guard mkdtemp(&name) != nil else {
                throw failure(.notMade, "nothing can be made in \(parent(of: beginning))")
            }
            return String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }

        /// Makes an empty file and gives a descriptor of it.
        static func makeFile(_ path: String, access: StoreAccess) throws(StoreFailure) -> Int32 {
            let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else { throw failure(.notMade, "no store can be made in \(parent(of: path))") }
            if case .group(let group) = access {
                guard fchown(descriptor, uid_t.max, group) == 0, fchmod(descriptor, 0o660) == 0 else {
                    let failed = failure(.notMade, "the store cannot be given to the group")
                    close(descriptor)
                    unlink(path)
                    throw failed
                }
            }
            return descriptor
        }

        /// Makes what a file or directory holds durable; nobody has a database that is synced so open.
        static func sync(_ path: String, _ flags: Int32) throws(StoreFailure) {
            let descriptor = open(path, flags | O_CLOEXEC)
            guard descriptor >= 0 else { throw failure(.inputOutput, "\(path) cannot be opened") }
            defer { close(descriptor) }
            guard fsync(descriptor) == 0 else { throw failure(.inputOutput, "\(path) cannot be synced") }
        }

        static func parent(of path: String) -> String {
            guard let slash = path.lastIndex(of: "/") else { return "." }
            return slash == path.startIndex ? "/" : String(path[..<slash])
        }

        static func failure(_ kind: StoreFailure.Kind, _ message: String) -> StoreFailure {
            let number = errno
            return StoreFailure(
                kind, "\(message): \(String(cString: strerror(number)))", cause: "system error \(number)")
        }
    }
#endif
