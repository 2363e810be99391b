import Glibc

/// One stream that a command writes to: standard output or standard error.
///
/// It gathers what is written and passes it on whole, however short the system's writes are. A failure is remembered and
/// ends all further writing: the caller looks at `failure` when it matters. It belongs to one thread.
public final class Output {
    /// Why nothing more can be written.
    public enum Failure: Error, Hashable, Sendable {
        /// The reader has gone: a pipe was closed. That is no error.
        case closed
        /// Writing failed, with this `errno`.
        case failed(Int32)
    }

    /// What the system does with some bytes: the number it took, 1 or more, or an `errno`.
    public typealias Sink = (UnsafeRawBufferPointer) -> Result<Int, SystemError>

    /// An `errno` of the system.
    public struct SystemError: Error, Hashable, Sendable {
        /// The number.
        public let number: Int32

        /// Wraps a number.
        public init(_ number: Int32) {
            self.number = number
        }
    }

    /// Why nothing more can be written; nil as long as all is well.
    public private(set) var failure: Failure?
    /// How many columns a person sees; nil when nobody is known to look.
    public let columns: Int?
    /// Whether emphasis may be shown with the terminal's means.
    public let isPainted: Bool

    private let sink: Sink
    /// Whether each line is passed on at once.
    private let isPrompt: Bool
    private var pending: [UInt8] = []
    private static let capacity = 1 << 16

    /// Writes to a descriptor of the process.
    ///
    /// A terminal is asked for its width, and painted unless `NO_COLOR` is set or the terminal is a dumb one. With `isPrompt`
    /// each line is passed on at once: messages must come out however the process ends.
    public init(descriptor: Int32, isPrompt: Bool = false) {
        self.isPrompt = isPrompt
        let isTerminal = isatty(descriptor) == 1
        columns = isTerminal ? Self.columns(of: descriptor) : nil
        isPainted = isTerminal && Self.setting("NO_COLOR") == nil && Self.setting("TERM") != "dumb"
        sink = { bytes in Self.write(bytes, to: descriptor) }
    }

    /// Writes to something else, as tests do.
    public init(columns: Int? = nil, isPainted: Bool = false, isPrompt: Bool = false, sink: @escaping Sink) {
        self.isPrompt = isPrompt
        self.columns = columns
        self.isPainted = isPainted
        self.sink = sink
    }

    /// Whether writing still has a purpose.
    public var isUsable: Bool { failure == nil }

    /// Writes a line for a person, made safe for a terminal.
    public func line(_ text: String) {
        rawLine(TerminalText.safe(text))
    }

    /// Writes lines for a person, each made safe for a terminal.
    public func lines(_ text: String) {
        for part in text.split(separator: "\n", omittingEmptySubsequences: false) { line(String(part)) }
    }

    /// Writes a line whose parts were made safe before, and perhaps painted since.
    func rawLine(_ text: String) {
        write(text.utf8)
        write(CollectionOfOne(0x0A))
        if isPrompt { flush() }
    }

    /// Writes bytes as they are.
    public func write(_ bytes: some Sequence<UInt8>) {
        pending.append(contentsOf: bytes)
        if pending.count >= Self.capacity { flush() }
    }

    /// Passes on all that was written so far.
    public func flush() {
        pending.withUnsafeBytes { all in
            var rest = all[...]
            while failure == nil, !rest.isEmpty {
                switch sink(UnsafeRawBufferPointer(rebasing: rest)) {
                case .success(let count): rest = rest.dropFirst(count)
                case .failure(let error) where error.number == EINTR: continue
                case .failure(let error): failure = error.number == EPIPE ? .closed : .failed(error.number)
                }
            }
        }
        pending.removeAll(keepingCapacity: true)
    }

    /// Writes once; where the descriptor was left in non-blocking mode by another process it waits for room first.
    private static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Result<Int, SystemError> {
        while true {
            let count = Glibc.write(descriptor, bytes.baseAddress, bytes.count)
            if count > 0 { return .success(count) }
            let number = count == 0 ? EIO : errno
            guard number == EAGAIN else { return .failure(SystemError(number)) }
            var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            poll(&request, 1, -1)
        }
    }

    private static func columns(of descriptor: Int32) -> Int? {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col >= 20 else { return nil }
        return Int(size.ws_col)
    }

    private static func setting(_ name: String) -> String? {
        guard let value = getenv(name) else { return nil }
        let text = String(cString: value)
        return text.isEmpty ? nil : text
    }
}
