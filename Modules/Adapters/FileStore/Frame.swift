import LibraryState

/// The head of a frame: 32 bytes before the content, which is followed by zeros up to a multiple of eight less four,
/// and a checksum of all that.
struct FrameHeader: Hashable, Sendable {
    static let size = 32
    /// The letters `CFRM`.
    static let frameMark: UInt32 = 0x4D52_4643
    /// The letters `CSEA`.
    static let sealMark: UInt32 = 0x4145_5343
    /// The most bytes a frame may hold.
    static let maximumLength = 1 << 30

    /// A seal is written after a sync and holds nothing: it says that all before it was synced.
    ///
    /// The next frame takes its place.
    let isSeal: Bool
    /// Bytes of the content.
    let length: Int
    /// The number of the change; a seal repeats that of the last.
    let sequence: UInt64
    /// The last change that was known to be durable when this was written: whoever reads this knows that all up to
    /// there was once promised.
    let synced: UInt64
    /// The checksum of the frame before.
    let previous: UInt32

    /// Bytes that a frame takes with a content of so many.
    static func frameSize(_ length: Int) -> Int { size + (length + 4 + 7) / 8 * 8 }

    /// Bytes that the frame takes.
    var frameSize: Int { Self.frameSize(length) }

    /// Writes the head and the checksum of a frame whose content is in its place, and gives the checksum.
    func finish(_ bytes: inout [UInt8], at offset: Int, salt: UInt32) -> UInt32 {
        var writer = ByteWriter()
        writer.bytes.reserveCapacity(Self.size)
        writer.fixed(isSeal ? Self.sealMark : Self.frameMark)
        writer.fixed(UInt32(length))
        writer.fixed(sequence)
        writer.fixed(synced)
        writer.fixed(previous)
        writer.fixed(CRC32C.checksum(writer.bytes, 0..<Self.size - 4, after: salt))
        bytes.replaceSubrange(offset..<offset + Self.size, with: writer.bytes)
        let end = offset + frameSize - 4
        let sum = CRC32C.checksum(bytes, offset..<end)
        for index in 0..<4 { bytes[end + index] = UInt8(truncatingIfNeeded: sum >> UInt32(8 * index)) }
        return sum
    }

    /// Reads the head at a place; nil unless it passes its own check.
    init?(_ bytes: [UInt8], at offset: Int, salt: UInt32) {
        guard offset + Self.size <= bytes.count else { return nil }
        var reader = ByteReader(bytes, offset..<offset + Self.size)
        guard let mark = try? reader.fixed(as: UInt32.self), mark == Self.frameMark || mark == Self.sealMark,
            let length = try? reader.fixed(as: UInt32.self), let sequence = try? reader.fixed(as: UInt64.self),
            let synced = try? reader.fixed(as: UInt64.self), let previous = try? reader.fixed(as: UInt32.self),
            let check = try? reader.fixed(as: UInt32.self),
            check == CRC32C.checksum(bytes, offset..<offset + Self.size - 4, after: salt),
            length <= Self.maximumLength, mark == Self.frameMark || length == 0
        else { return nil }
        self.init(
            isSeal: mark == Self.sealMark, length: Int(length), sequence: sequence, synced: synced, previous: previous)
    }

    init(isSeal: Bool, length: Int, sequence: UInt64, synced: UInt64, previous: UInt32) {
        self.isSeal = isSeal
        self.length = length
        self.sequence = sequence
        self.synced = synced
        self.previous = previous
    }

    /// A seal after a change.
    static func seal(after sequence: UInt64, chain: UInt32, salt: UInt32) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: frameSize(0))
        let header = FrameHeader(isSeal: true, length: 0, sequence: sequence, synced: sequence, previous: chain)
        _ = header.finish(&bytes, at: 0, salt: salt)
        return bytes
    }
}

/// Frames that are written together, each made in its place.
///
/// Their heads are filled in when it is known what they follow.
struct FrameBatch: Sendable {
    private var writer = ByteWriter()
    /// Where the frame begins that is being made.
    private var start = 0
    private(set) var lengths: [Int] = []

    /// The frames, and what fills them up.
    var bytes: [UInt8] { writer.bytes }

    /// Whether there is no frame that was ended.
    var isEmpty: Bool { lengths.isEmpty }

    /// Writes to the content of a frame, which begins with the first write.
    mutating func write(_ body: (inout ByteWriter) -> Void) {
        if writer.bytes.count == start { writer.bytes += repeatElement(0, count: FrameHeader.size) }
        body(&writer)
    }

    /// Ends the frame, if one was begun.
    mutating func endFrame() {
        guard writer.bytes.count > start else { return }
        lengths.append(writer.bytes.count - start - FrameHeader.size)
        start += FrameHeader.frameSize(lengths[lengths.count - 1])
        fill(to: start)
    }

    /// Takes back what was written since the last frame ended.
    mutating func dropFrame() { writer.bytes.removeLast(writer.bytes.count - start) }

    /// Forgets all frames, and keeps their memory.
    mutating func removeAll() {
        writer.bytes.removeAll(keepingCapacity: true)
        start = 0
        lengths.removeAll(keepingCapacity: true)
    }

    /// Adds zeros up to a size.
    mutating func fill(to size: Int) {
        writer.bytes += [UInt8](repeating: 0, count: max(0, size - writer.bytes.count))
    }

    /// Fills in the heads and gives the checksum of the last frame.
    mutating func finish(after sequence: UInt64, synced: UInt64, chain: UInt32, salt: UInt32) -> UInt32 {
        var (offset, sequence, chain) = (0, sequence, chain)
        for length in lengths {
            sequence += 1
            let header = FrameHeader(
                isSeal: false, length: length, sequence: sequence, synced: synced, previous: chain)
            chain = header.finish(&writer.bytes, at: offset, salt: salt)
            offset += header.frameSize
        }
        return chain
    }
}
