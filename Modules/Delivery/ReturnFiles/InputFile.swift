import Glibc

/// An opened file, or what a pipe delivers, readable from the beginning as often as wanted.
///
/// A regular file is read up to the size it had when it was opened: what is appended later belongs to the next import.
/// What a pipe delivers is kept in an unlinked temporary file as it is read for the first time, so that a refusal of its
/// beginning ends the reading.
public final class InputFile {
    /// The name that stands for standard input.
    public static let standardInput = "-"

    /// The name as it was given.
    public let name: String
    private let descriptor: Int32
    private let isOwned: Bool
    /// Whether reading has lost its purpose; it is asked until the check is at its end.
    private var isStopped: () -> Bool
    private var source: Source
    /// What was read of a regular file since its check began, by offset: it is read again only if it is the same.
    private var checked: [Int: BlockDigest] = [:]

    private enum Source {
        /// `size` bytes from `start`.
        case regular(start: Int, size: Int)
        case stream(Spool, isComplete: Bool)
    }

    /// Opens a file, a named pipe, or standard input as `-`.
    ///
    /// - Parameters:
    ///   - name: the file's name.
    ///   - isStopped: whether checking it has lost its purpose; it is asked before each part of it that is read, and while a
    ///     pipe is waited for.
    public init(_ name: String, isStopped: @escaping () -> Bool = { false }) throws(InputFailure) {
        self.name = name
        self.isStopped = isStopped
        isOwned = name != Self.standardInput
        // A pipe that nobody writes to yet is waited for where it is read.
        let opened = isOwned ? open(name, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK) : STDIN_FILENO
        guard opened >= 0 else { throw .system(.noInput, name, "cannot be opened") }
        descriptor = opened
        source = .regular(start: 0, size: 0)
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .system(.noInput, name, "cannot be read") }
        switch status.st_mode & S_IFMT {
        case S_IFDIR:
            throw InputFailure(.noInput, name, "is a directory; name the files in it")
        case S_IFREG:
            let start = isOwned ? 0 : max(0, lseek(descriptor, 0, SEEK_CUR))
            source = .regular(start: start, size: max(0, Int(status.st_size) - start))
        default:
            source = .stream(try Spool(for: name), isComplete: false)
        }
    }

    deinit {
        if isOwned { close(descriptor) }
    }

    /// How many bytes there are to read, as far as that is known.
    public var size: Int {
        switch source {
        case .regular(_, let size): size
        case .stream(let spool, _): spool.count
        }
    }

    /// Whether the file is longer now than what is read of it.
    var hasGrown: Bool {
        guard case .regular(let start, let size) = source else { return false }
        var status = stat()
        return fstat(descriptor, &status) == 0 && Int(status.st_size) > start + size
    }

    /// From now on what is read for the first time is remembered, and must be the same when it is read again.
    func beginCheck() { checked.removeAll() }

    /// From now on it is read for its lines, and to stop is up to the reader.
    func endCheck() { isStopped = { false } }

    /// Leaves out what follows: a last line that is still being written.
    func cut(to count: Int) {
        if case .regular(let start, let size) = source { source = .regular(start: start, size: min(size, count)) }
    }

    /// Reads at most a buffer full from an offset, and gives how much it was: 0 at the end.
    ///
    /// What a pipe delivers must be read in order the first time.
    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(InputFailure) -> Int {
        if isStopped() { throw .stopped(name) }
        switch source {
        case .regular(let start, let size):
            let wanted = min(buffer.count, size - offset)
            guard wanted > 0 else { return 0 }
            var count = 0
            while count < wanted {
                let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[count..<wanted])
                let read = retrying { pread(descriptor, rest.baseAddress, rest.count, off_t(start + offset + count)) }
                if read < 0 { throw .system(.inputOutput, name, "cannot be read") }
                if read == 0 {
                    throw InputFailure(.inputOutput, name, "became shorter while it was read; import it again")
                }
                count += read
            }
            let digest = BlockDigest(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
            if checked.updateValue(digest, forKey: offset).map({ $0 != digest }) == true {
                throw InputFailure(.inputOutput, name, "was changed while it was read; import it again")
            }
            return count
        case .stream(let spool, let isComplete):
            if offset < spool.count { return try spool.read(into: buffer, at: offset) }
            if isComplete { return 0 }
            try waitForInput()
            let count = retrying { Glibc.read(descriptor, buffer.baseAddress, buffer.count) }
            if count < 0 { throw .system(.inputOutput, name, "cannot be read") }
            if count == 0 {
                source = .stream(spool, isComplete: true)
            } else {
                try spool.append(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
            }
            return count
        }
    }

    /// Waits until something can be read from a pipe, or it has ended.
    private func waitForInput() throws(InputFailure) {
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        // A signal may come before the waiting begins, so that it does not end it.
        while poll(&request, 1, 100) == 0 || request.revents == 0 {
            if isStopped() { throw .stopped(name) }
        }
    }

    /// Repeats a call that a signal interrupted, and waits where the descriptor was set not to block.
    private func retrying(_ call: () -> Int) -> Int {
        while true {
            let count = call()
            if count >= 0 { return count }
            if errno == EAGAIN {
                var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
                poll(&wait, 1, -1)
            } else if errno != EINTR {
                return count
            }
        }
    }
}

/// What tells a block of bytes from another one.
private struct BlockDigest: Equatable {
    private let count: Int
    private let value: UInt64

    init(_ bytes: UnsafeRawBufferPointer) {
        count = bytes.count
        // Multiplying by an odd number loses nothing; four at a time, as each must wait for itself alone.
        let factor: UInt64 = 0x9E37_79B9_7F4A_7C15
        var (a, b, c, d): (UInt64, UInt64, UInt64, UInt64) = (1, 2, 3, 4)
        var index = 0
        while index + 32 <= count {
            a = (a ^ bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)) &* factor
            b = (b ^ bytes.loadUnaligned(fromByteOffset: index + 8, as: UInt64.self)) &* factor
            c = (c ^ bytes.loadUnaligned(fromByteOffset: index + 16, as: UInt64.self)) &* factor
            d = (d ^ bytes.loadUnaligned(fromByteOffset: index + 24, as: UInt64.self)) &* factor
            index += 32
        }
        for byte in bytes[index...] { a = (a ^ UInt64(byte)) &* factor }
        value = [b, c, d].reduce(a) { ($0 << 17 | $0 >> 47) ^ $1 }
    }
}
