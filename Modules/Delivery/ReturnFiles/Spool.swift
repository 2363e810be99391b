import Glibc

/// An unlinked temporary file, readable by this process alone and gone with it.
final class Spool {
    private let name: String
    private let descriptor: Int32
    private(set) var count = 0

    /// Makes one in `$TMPDIR`, else `/tmp`, for the input of a name.
    init(for name: String) throws(InputFailure) {
        self.name = name
        let folder = getenv("TMPDIR").map { String(cString: $0) } ?? ""
        var template = Array("\(folder.isEmpty ? "/tmp" : folder)/circ-import.XXXXXX".utf8CString)
        descriptor = mkstemp(&template)
        guard descriptor >= 0 else { throw .system(.inputOutput, name, "cannot be kept in a temporary file") }
        unlink(template)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }

    deinit {
        close(descriptor)
    }

    /// Writes all of the bytes at the end.
    func append(_ bytes: UnsafeRawBufferPointer) throws(InputFailure) {
        var rest = bytes
        while !rest.isEmpty {
            let written = pwrite(descriptor, rest.baseAddress, rest.count, off_t(count))
            if written < 0 {
                if errno == EINTR { continue }
                throw .system(
                    .inputOutput, name, "cannot be kept in a temporary file (set TMPDIR to a folder with space)")
            }
            count += written
            rest = UnsafeRawBufferPointer(rebasing: rest[written...])
        }
    }

    /// Reads what is there from an offset, at most a buffer full.
    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(InputFailure) -> Int {
        while true {
            let read = pread(descriptor, buffer.baseAddress, min(buffer.count, count - offset), off_t(offset))
            if read >= 0 { return read }
            if errno != EINTR { throw .system(.inputOutput, name, "cannot be read back from its temporary file") }
        }
    }
}
