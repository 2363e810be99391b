/// Making files so that they are whole when they have their name.
extension Disk {
    /// Writes a file under a draft's name and makes its data durable.
    func draft(_ name: String, _ fill: (Int32) throws(DiskError) -> Void) throws(DiskError) {
        let draft = FileName.draft(of: name)
        // One that a failed attempt left is of no use to anyone.
        try? remove(draft)
        let file = try persistently { () throws(DiskError) in try open(draft, .new) }
        do throws(DiskError) {
            try fill(file)
            try sync(file)
            close(file)
        } catch {
            close(file)
            try? remove(draft)
            throw error
        }
    }

    /// Gives a draft its name, durably.
    ///
    /// After an error it may have either name.
    func publish(_ name: String) throws(DiskError) {
        try persistently { () throws(DiskError) in try rename(FileName.draft(of: name), to: name) }
        try syncNames()
    }

    /// Opens a file of the store to be read, gives it and its size to a body, and closes it.
    func reading<Result>(
        _ name: String, _ body: (_ file: Int32, _ size: Int) throws(DiskError) -> Result
    ) throws(DiskError) -> Result {
        let file = try persistently { () throws(DiskError) in try open(name, .reading) }
        defer { close(file) }
        return try body(file, try persistently { () throws(DiskError) in try size(of: file) })
    }

    /// Reads the header of a file.
    func header(
        of file: Int32, kind: FileHeader.Kind, number: UInt32, named name: String
    ) throws(DiskError) -> FileHeader {
        var bytes = [UInt8](repeating: 0, count: FileHeader.size)
        let count = try readWhole(file, into: &bytes, range: 0..<bytes.count, at: 0)
        return try FileHeader(Array(bytes.prefix(count)), kind: kind, number: number, file: name)
    }
}
