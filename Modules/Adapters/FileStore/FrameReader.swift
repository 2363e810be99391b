import LibraryState

/// Reads frames one after another from a file, each checked before it is given.
struct FrameReader {
    private let disk: any Disk
    private let file: Int32
    private let salt: UInt32
    private let layout: UInt32
    /// Bytes of the file.
    let size: Int
    /// Where the next frame begins in the file.
    private(set) var offset = FileHeader.size
    /// The checksum of the last frame.
    private(set) var chain: UInt32

    private var buffer: [UInt8] = []
    private var bufferStart = 0
    /// Bytes of the file that are in the buffer.
    private var loaded = 0
    private static let stretch = 1 << 20

    /// Reads the file of a header, from after it.
    init(_ disk: any Disk, _ file: Int32, size: Int, _ header: FileHeader) {
        self.disk = disk
        self.file = file
        self.size = size
        salt = header.salt
        layout = header.version
        chain = header.chain
    }

    /// The next frame; nil where there is no whole frame that follows the last.
    ///
    /// The place stays there then.
    mutating func next() throws(DiskError) -> (header: FrameHeader, content: ByteReader)? {
        guard size - offset >= FrameHeader.frameSize(0) else { return nil }
        try load(FrameHeader.size)
        // A length is used only once its own check passed and the file is long enough for it.
        guard offset + FrameHeader.size <= bufferStart + loaded,
            let header = FrameHeader(buffer, at: offset - bufferStart, salt: salt), header.previous == chain,
            header.frameSize <= size - offset
        else { return nil }
        try load(header.frameSize)
        let start = offset - bufferStart
        let end = start + header.frameSize
        guard end <= loaded else { return nil }
        let sum = CRC32C.checksum(buffer, start..<end - 4)
        var kept = ByteReader(buffer, end - 4..<end)
        guard let kept = try? kept.fixed(as: UInt32.self), kept == sum else { return nil }
        offset += header.frameSize
        if !header.isSeal { chain = sum }
        let content = start + FrameHeader.size
        var reader = ByteReader(buffer, content..<content + header.length)
        reader.layout = layout
        return (header, reader)
    }

    /// Looks at all that follows the last frame.
    ///
    /// - Parameter sequence: the number of the change that should follow.
    /// - Returns: whether anything but zeros is there, and whether a later frame knows that the change was durable.
    mutating func examineRest(for sequence: UInt64) throws(DiskError) -> (isTorn: Bool, wasSynced: Bool) {
        var isTorn = false
        var place = offset
        while place < size {
            let count = min(Self.stretch, size - place)
            var bytes = [UInt8](repeating: 0, count: count)
            let read = try disk.readWhole(file, into: &bytes, range: 0..<count, at: place)
            guard read > 0 else { break }
            for start in stride(from: 0, to: read, by: 8) {
                if Self.isBlank(bytes, start) { continue }
                isTorn = true
                if let header = FrameHeader(bytes, at: start, salt: salt), header.synced >= sequence {
                    return (true, true)
                }
            }
            if read < count || place + read >= size { break }
            // Stretches overlap by a head, which may lie across their border.
            place += read - FrameHeader.size
        }
        return (isTorn, false)
    }

    /// Whether eight bytes, or those left at the end, are zeros.
    private static func isBlank(_ bytes: [UInt8], _ start: Int) -> Bool {
        bytes.withUnsafeBytes { bytes in
            guard start + 8 <= bytes.count else { return bytes[start...].allSatisfy { $0 == 0 } }
            return bytes.loadUnaligned(fromByteOffset: start, as: UInt64.self) == 0
        }
    }

    /// Makes sure that so many bytes from the place on are in the buffer, as far as the file has them.
    private mutating func load(_ count: Int) throws(DiskError) {
        if bufferStart + loaded - offset >= count, offset >= bufferStart { return }
        let wanted = min(max(count, Self.stretch), size - offset)
        if buffer.count < wanted { buffer = Array(repeating: 0, count: wanted) }
        bufferStart = offset
        loaded = try disk.readWhole(file, into: &buffer, range: 0..<wanted, at: offset)
    }
}
