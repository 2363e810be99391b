import Glibc

/// Bytes that are opened by a name as a file or a named pipe is, without a folder that they lie in.
final class BytesInput {
    private let descriptor: Int32

    /// What the system refused.
    struct Refused: Error {
        let number: Int32
    }

    /// The bytes as a file, which has no name left in `$TMPDIR`, else `/tmp`.
    init(file bytes: [UInt8]) throws(Refused) {
        let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array("\(folder)/returns.XXXXXX".utf8CString)
        descriptor = mkstemp(&template)
        unlink(template)
        guard descriptor >= 0, bytes.withUnsafeBytes({ write(descriptor, $0.baseAddress, $0.count) }) == bytes.count
        else { throw Refused(number: errno) }
    }

    /// The bytes as a pipe that holds them and has no writer; at most what a pipe holds, 64 KiB.
    init(pipe bytes: [UInt8]) throws(Refused) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw Refused(number: errno) }
        descriptor = ends[0]
        defer { close(ends[1]) }
        guard bytes.withUnsafeBytes({ write(ends[1], $0.baseAddress, $0.count) }) == bytes.count
        else { throw Refused(number: errno) }
    }

    deinit {
        close(descriptor)
    }

    /// The name under which this process opens it.
    var path: String { "/proc/self/fd/\(descriptor)" }
}
