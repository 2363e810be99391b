import Glibc

/// Why a report cannot be written.
public struct ReportFailure: Error, Hashable, Sendable {
    /// Whether it cannot even be begun, so that nothing was applied yet.
    public let isAtBeginning: Bool
    /// What failed and what to do, in plain words.
    public let message: String

    init(atBeginning: Bool, _ message: String) {
        isAtBeginning = atBeginning
        self.message = message
    }
}

/// A file that appears under its name only when it is whole and on the disk.
///
/// Until then it has no name, so that nothing of it stays when the process is killed; where the file system knows no files
/// without one, it has another name beside it, which goes away if it is given up. It is readable by this account alone.
public final class ReportFile {
    private static let capacity = 64 * 1024

    private let path: String
    private let folder: String
    /// A name beside it, as long as it bears one.
    private let temporary: String
    private var isNamed = false
    private var descriptor: Int32
    private var pending: [UInt8] = []

    /// Begins a report; what is there already is replaced at the end, if it begins as a report of this kind does.
    public init(_ path: String, signature: [UInt8]) throws(ReportFailure) {
        let slash = path.utf8.lastIndex(of: 0x2F).map { path.utf8.index(after: $0) } ?? path.startIndex
        let name = String(path[slash...])
        self.path = path
        folder = slash == path.startIndex ? "." : String(path[..<slash])
        guard !name.isEmpty, name != ".", name != ".." else {
            throw ReportFailure(atBeginning: true, "the report \(path) is a directory; name a file in it")
        }
        try Self.check(path, signature)
        temporary = "\(path[..<slash]).report-\(String(UInt64.random(in: .min ... .max), radix: 36))"
        descriptor = Self.unnamed(in: folder)
        if descriptor < 0 {
            descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else { throw Self.failed(atBeginning: true, path) }
            isNamed = true
        }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
        if isNamed { unlink(temporary) }
    }

    /// A file without a name that can be given one; below 0 where there are none.
    private static func unnamed(in folder: String) -> Int32 {
        // O_TMPFILE, which Swift does not take from the C library's header.
        let descriptor = open(folder, O_WRONLY | O_DIRECTORY | 0o20_000_000 | O_CLOEXEC, 0o600)
        guard descriptor >= 0, access(link(to: descriptor), F_OK) != 0 else { return descriptor }
        close(descriptor)
        return -1
    }

    /// Where the system shows what a descriptor stands for.
    private static func link(to descriptor: Int32) -> String { "/proc/self/fd/\(descriptor)" }

    /// Adds to the report.
    public func write(_ bytes: some Sequence<UInt8>) throws(ReportFailure) {
        pending.append(contentsOf: bytes)
        if pending.count >= Self.capacity { try flush() }
    }

    /// Puts the whole report on the disk and gives it its name.
    public func finish() throws(ReportFailure) {
        try flush()
        guard fsync(descriptor) == 0 else { throw Self.failed(path) }
        if !isNamed {
            // A name that is taken cannot be given, but one can be exchanged for it.
            guard linkat(AT_FDCWD, Self.link(to: descriptor), AT_FDCWD, temporary, AT_SYMLINK_FOLLOW) == 0 else {
                throw Self.failed(path)
            }
            isNamed = true
        }
        guard rename(temporary, path) == 0 else { throw Self.failed(path) }
        isNamed = false
        close(descriptor)
        descriptor = -1
        let directory = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard directory >= 0 else { throw Self.failed(path) }
        defer { close(directory) }
        guard fsync(directory) == 0 else { throw Self.failed(path) }
    }

    private func flush() throws(ReportFailure) {
        var written = 0
        while written < pending.count {
            let count = pending.withUnsafeBytes {
                Glibc.write(descriptor, $0.baseAddress.map { $0 + written }, $0.count - written)
            }
            if count > 0 { written += count } else if errno != EINTR { throw Self.failed(path) }
        }
        pending.removeAll(keepingCapacity: true)
    }

    /// Refuses to replace what is no report: one of the imported files, say, or the store.
    private static func check(_ path: String, _ signature: [UInt8]) throws(ReportFailure) {
        var status = stat()
        guard lstat(path, &status) == 0 else {
            // Any other reason, such as a name that is too long, would come back at the end.
            if errno == ENOENT { return }
            throw failed(atBeginning: true, path)
        }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw ReportFailure(
                atBeginning: true, "the report \(path) cannot be written: there is something else; name a file")
        }
        if status.st_size == 0 { return }
        let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { throw failed(atBeginning: true, path) }
        defer { close(descriptor) }
        var beginning = [UInt8](repeating: 0, count: signature.count)
        guard read(descriptor, &beginning, beginning.count) == signature.count, beginning == signature else {
            throw ReportFailure(
                atBeginning: true,
                "the report \(path) cannot be written: that file is there and is no report; name another")
        }
    }

    private static func failed(atBeginning: Bool = false, _ path: String) -> ReportFailure {
        let reason = String(cString: strerror(errno))
        return ReportFailure(atBeginning: atBeginning, "the report \(path) cannot be written: \(reason)")
    }
}
