import Glibc
package import Ports

/// A directory of the operating system.
package final class SystemDisk: Disk {
    private let directory: Int32
    private let access: FileStore.Access

    /// Opens a directory that is there; files made in it are for those who may use the directory.
    package init(_ path: String) throws(StoreFailure) {
        // With a slash at its end a symbolic link would be followed.
        var name = path[...]
        while name.count > 1, name.last == "/" { name.removeLast() }
        directory = Glibc.open(String(name), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard directory >= 0 else { throw Self.failure(opening: path, errno) }
        var facts = stat()
        guard fstat(directory, &facts) == 0 else {
            let number = errno
            Glibc.close(directory)
            throw Self.failure(opening: path, number)
        }
        access = facts.st_mode & S_ISGID != 0 && facts.st_mode & 0o070 == 0o070 ? .group(facts.st_gid) : .owner
    }

    deinit { Glibc.close(directory) }

    package func open(_ name: String, _ way: OpenWay) throws(DiskError) -> Int32 {
        let (flags, makes) =
            switch way {
            case .existing: (O_RDWR, false)
            // Who only reads would else wait for a writer where a pipe stands in the file's place.
            case .reading: (O_RDONLY | O_NONBLOCK, false)
            case .new: (O_RDWR | O_CREAT | O_EXCL, true)
            case .either: (O_RDWR | O_CREAT, true)
            }
        let file = openat(directory, name, flags | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw DiskError("open \(name)", errno) }
        if makes, case .group = access {
            // The directory is setgid, so the group is right; the mode must not depend on the umask.
            guard fchmod(file, 0o660) == 0 || way == .either else {
                let number = errno
                Glibc.close(file)
                throw DiskError("fchmod \(name)", number)
            }
        }
        return file
    }

    package func close(_ file: Int32) { Glibc.close(file) }

    package func size(of file: Int32) throws(DiskError) -> Int {
        var facts = stat()
        guard fstat(file, &facts) == 0 else { throw DiskError("fstat", errno) }
        guard facts.st_mode & S_IFMT == S_IFREG else {
            throw DiskError("fstat", facts.st_mode & S_IFMT == S_IFDIR ? EISDIR : EINVAL)
        }
        return Int(facts.st_size)
    }

    package func read(
        _ file: Int32, into buffer: UnsafeMutableRawBufferPointer, at offset: Int
    ) throws(DiskError) -> Int {
        let count = pread(file, buffer.baseAddress, buffer.count, offset)
        guard count >= 0 else { throw DiskError("read", errno) }
        return count
    }

    package func write(
        _ file: Int32, _ bytes: UnsafeRawBufferPointer, at offset: Int
    ) throws(DiskError) -> Int {
        let count = pwrite(file, bytes.baseAddress, bytes.count, offset)
        guard count >= 0 else { throw DiskError("write", errno) }
        return count
    }

    package func truncate(_ file: Int32, to size: Int) throws(DiskError) {
        guard ftruncate(file, size) == 0 else { throw DiskError("truncate", errno) }
    }

    package func sync(_ file: Int32) throws(DiskError) {
        guard fdatasync(file) == 0 else { throw DiskError("sync", errno) }
    }

    package func syncNames() throws(DiskError) {
        guard fsync(directory) == 0 else { throw DiskError("sync of the directory", errno) }
    }

    package func rename(_ old: String, to new: String) throws(DiskError) {
        guard renameat(directory, old, directory, new) == 0 else { throw DiskError("rename \(old)", errno) }
    }

    package func remove(_ name: String) throws(DiskError) {
        guard unlinkat(directory, name, 0) == 0 else { throw DiskError("remove \(name)", errno) }
    }

    package func names() throws(DiskError) -> [String] {
        // A listing of its own descriptor, so that two never share a position.
        let copy = openat(directory, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard copy >= 0, let stream = fdopendir(copy) else {
            let number = errno
            if copy >= 0 { Glibc.close(copy) }
            throw DiskError("list", number)
        }
        defer { closedir(stream) }
        var names: [String] = []
        while true {
            errno = 0
            guard let entry = readdir(stream) else {
                if errno != 0 { throw DiskError("list", errno) }
                return names
            }
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
    }

    package func lock(_ file: Int32) throws(DiskError) -> Bool {
        if flock(file, LOCK_EX | LOCK_NB) == 0 { return true }
        guard errno == EWOULDBLOCK else { throw DiskError("lock", errno) }
        return false
    }

    package func pause(milliseconds: Int) { usleep(UInt32(milliseconds) * 1000) }

    private static func failure(opening path: String, _ number: Int32) -> StoreFailure {
        let cause = "system error \(number)"
        switch number {
        case ENOENT:
            return StoreFailure(.missing, "there is no store at \(path); 'circ init' makes one", cause: cause)
        case ENOTDIR:
            return StoreFailure(
                .foreign, "what is at \(path) is no file store: it is no directory, or a symbolic link", cause: cause)
        case ELOOP:
            return StoreFailure(.foreign, "\(path) is a symbolic link; name the directory itself", cause: cause)
        default:
            return StoreFailure(
                .unavailable, "the store at \(path) cannot be reached: \(String(cString: strerror(number)))",
                cause: cause)
        }
    }
}
