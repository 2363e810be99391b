import Glibc

/// Why a file cannot be read: before any effect, unless it changed while it was read.
public struct InputFailure: Error, Hashable, Sendable {
    /// What kind of failure it is.
    public enum Kind: Hashable, Sendable {
        /// It is not there, may not be read, or is no file.
        case noInput
        /// Its content is refused as a whole.
        case refused
        /// Reading failed, or the file changed while it was read.
        case inputOutput
        /// Its check was stopped, as was asked.
        case stopped
    }

    /// What kind of failure it is.
    public let kind: Kind
    /// The file's name as it was given.
    public let file: String
    /// The line at fault, from 1, if one is.
    public let line: Int?
    /// What is wrong and what to do, in plain words.
    public let message: String

    init(_ kind: Kind, _ file: String, line: Int? = nil, _ message: String) {
        self.kind = kind
        self.file = file
        self.line = line
        self.message = message
    }

    /// A check that was stopped.
    static func stopped(_ file: String) -> InputFailure { InputFailure(.stopped, file, "stopped as asked") }

    /// A failed system call; `errno` must be that call's.
    static func system(_ kind: Kind, _ file: String, _ what: String) -> InputFailure {
        InputFailure(kind, file, "\(what): \(String(cString: strerror(errno)))")
    }
}
