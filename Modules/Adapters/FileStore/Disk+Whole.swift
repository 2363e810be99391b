import Glibc

/// Calls that do all they were told or fail: short ones go on, interrupted ones are made again.
extension Disk {
    /// Reads so many bytes, or up to the end of the file.
    func readWhole(_ file: Int32, into bytes: inout [UInt8], range: Range<Int>, at offset: Int) throws(DiskError)
        -> Int
    {
        var done = 0
        while done < range.count {
            let count = try persistently { () throws(DiskError) in
                try reading(into: &bytes, from: range.lowerBound + done, to: range.upperBound) {
                    buffer throws(DiskError) in try read(file, into: buffer, at: offset + done)
                }
            }
            if count == 0 { break }
            done += count
        }
        return done
    }

    /// Writes all of an array.
    func writeWhole(_ file: Int32, _ bytes: [UInt8], at offset: Int) throws(DiskError) {
        var done = 0
        while done < bytes.count {
            let count = try persistently { () throws(DiskError) in
                try bytes.span.withUnsafeBytes { buffer throws(DiskError) in
                    try write(file, UnsafeRawBufferPointer(rebasing: buffer[done...]), at: offset + done)
                }
            }
            // A disk that takes nothing and reports nothing is full.
            if count == 0 { throw DiskError("write", ENOSPC) }
            done += count
        }
    }

    /// Makes a call again while it is interrupted, a hundred times at most: a signal that never ends is an error.
    func persistently<Result>(_ call: () throws(DiskError) -> Result) throws(DiskError) -> Result {
        for _ in 0..<100 {
            do throws(DiskError) {
                return try call()
            } catch {
                guard error.cause == .system(EINTR) else { throw error }
            }
        }
        return try call()
    }

    private func reading(
        into bytes: inout [UInt8], from start: Int, to end: Int,
        _ body: (UnsafeMutableRawBufferPointer) throws(DiskError) -> Int
    ) throws(DiskError) -> Int {
        var span = bytes.mutableSpan
        return try span.withUnsafeMutableBytes { buffer throws(DiskError) in
            try body(UnsafeMutableRawBufferPointer(rebasing: buffer[start..<end]))
        }
    }
}
