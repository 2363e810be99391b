import LibraryState

/// A whole library in a file: the pieces of its state, each in a frame.
enum Snapshot {
    /// Writes a draft of the snapshot with a number and reads it back; gives its size.
    static func draft(_ library: LibraryState, as header: FileHeader, on disk: any Disk) throws(DiskError) -> Int {
        let name = FileName.snapshot(named: header.number)
        var end = 0
        try disk.draft(name) { file throws(DiskError) in
            try disk.writeWhole(file, header.bytes, at: 0)
            end = FileHeader.size
            var (sequence, chain) = (UInt64(0), header.chain)
            var pieces = library.pieces()
            while !pieces.isAtEnd {
                var batch = FrameBatch()
                batch.write { pieces.write(to: &$0) }
                batch.endFrame()
                chain = batch.finish(after: sequence, synced: 0, chain: chain, salt: header.salt)
                sequence += 1
                try disk.writeWhole(file, batch.bytes, at: end)
                end += batch.bytes.count
            }
        }
        // What is there in its stead is dropped only for one that was seen to be whole.
        try disk.reading(FileName.draft(of: name)) { file, size throws(DiskError) in
            _ = try frames(of: file, size, header, named: name, on: disk) { _ throws(DiskError) in }
        }
        return end
    }

    /// Reads the snapshot with a number.
    static func read(
        _ number: UInt32, on disk: any Disk
    ) throws(DiskError) -> (header: FileHeader, library: LibraryState, size: Int) {
        let name = FileName.snapshot(named: number)
        return try disk.reading(name) { file, size throws(DiskError) in
            let header = try disk.header(of: file, kind: .snapshot, number: number, named: name)
            var restored = RestoredState()
            let end = try frames(of: file, size, header, named: name, on: disk) { content throws(DiskError) in
                do throws(Malformed) {
                    var content = content
                    try restored.read(&content)
                } catch {
                    throw DiskError.damage(name, at: 0, "it holds what cannot be")
                }
            }
            guard let library = try? restored.finished() else {
                throw DiskError.damage(name, at: end, "its end is missing")
            }
            return (header, library, size)
        }
    }

    /// Goes through all frames and gives the place of the end.
    private static func frames(
        of file: Int32, _ size: Int, _ header: FileHeader, named name: String, on disk: any Disk,
        _ body: (ByteReader) throws(DiskError) -> Void
    ) throws(DiskError) -> Int {
        var reader = FrameReader(disk, file, size: size, header)
        var sequence: UInt64 = 0
        while reader.offset < size {
            sequence += 1
            guard let frame = try reader.next(), frame.header.sequence == sequence else {
                throw DiskError.damage(name, at: reader.offset, "a part of it is not as it was written")
            }
            try body(frame.content)
        }
        return reader.offset
    }
}
