/// One directory of files, by the system calls that a store makes on it and no others.
///
/// Each function is one system call, or must behave as one: it may write or read less than it was told, may be
/// interrupted, and fails with the number that the system gave. What to do then is the caller's: see
/// `Disk+Whole.swift`. Names are names in the directory, never paths; a symbolic link is never followed.
package protocol Disk: Sendable {
    /// Opens a file, for reading and writing unless it is only to be read.
    func open(_ name: String, _ way: OpenWay) throws(DiskError) -> Int32
    /// Closes a file.
    ///
    /// Whatever it says the file is closed then, so it is never tried again.
    func close(_ file: Int32)
    /// The bytes of a file.
    func size(of file: Int32) throws(DiskError) -> Int
    /// Reads from an offset on and gives the number of bytes read, 0 only at the end.
    func read(_ file: Int32, into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(DiskError) -> Int
    /// Writes from an offset on and gives the number of bytes written.
    func write(_ file: Int32, _ bytes: UnsafeRawBufferPointer, at offset: Int) throws(DiskError) -> Int
    /// Cuts a file.
    func truncate(_ file: Int32, to size: Int) throws(DiskError)
    /// Makes the data of a file durable.
    ///
    /// After any error, an interruption included, nobody knows what is, and another sync may say that all is well: it
    /// is never tried again.
    func sync(_ file: Int32) throws(DiskError)
    /// Makes the names in the directory durable.
    func syncNames() throws(DiskError)
    /// Gives a file another name, in place of the one that has it.
    func rename(_ old: String, to new: String) throws(DiskError)
    /// Takes a name away.
    func remove(_ name: String) throws(DiskError)
    /// The names of all files, in any order.
    func names() throws(DiskError) -> [String]
    /// Takes the one lock of a file for as long as it is open; false if another has it.
    func lock(_ file: Int32) throws(DiskError) -> Bool
    /// Waits.
    func pause(milliseconds: Int)
}

/// How a file is opened.
package enum OpenWay: Hashable, Sendable {
    /// It is there.
    case existing
    /// It is there, and is only read.
    case reading
    /// It is not there, and is made.
    case new
    /// It is made if it is not there.
    case either
}

/// A system call that failed, or what it gave cannot be right.
package struct DiskError: Error, Hashable, Sendable {
    /// Why it failed.
    package enum Cause: Hashable, Sendable {
        /// The system's number of the error.
        case system(Int32)
        /// The files are not as the store wrote them.
        case damage
        /// A newer release wrote them.
        case newerFormat
        /// An earlier release wrote them.
        case olderFormat
        /// They must be mended before they are told of, and the medium is read-only.
        case unmended
        /// There are none.
        case missing
        /// There are only others.
        case foreign
    }

    /// The call with the name of the file, or the place of the damage.
    package let what: String
    /// Why.
    package let cause: Cause

    /// A call that failed with a number.
    package init(_ call: String, _ number: Int32) {
        self.init(call, .system(number))
    }

    init(_ what: String, _ cause: Cause) {
        self.what = what
        self.cause = cause
    }

    /// Files that are not as the store wrote them.
    static func damage(_ file: String, at offset: Int, _ what: String) -> DiskError {
        DiskError("\(file), byte \(offset): \(what)", .damage)
    }
}
