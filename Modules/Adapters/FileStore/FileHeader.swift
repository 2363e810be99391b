import LibraryState

/// A store's name for itself: a file of another store is never taken for its own.
struct StoreID: Hashable, Sendable {
    let high, low: UInt64

    static func random() -> StoreID {
        var generator = SystemRandomNumberGenerator()
        return StoreID(high: generator.next(), low: generator.next())
    }
}

/// The first 64 bytes of a journal or snapshot: what it is, whose, and after which change it begins.
///
/// The last four bytes are their checksum, in this format and every later one.
struct FileHeader: Hashable, Sendable {
    /// What a file is.
    enum Kind: UInt64 {
        /// The letters `CIRCJRNL`.
        case journal = 0x4C4E_524A_4352_4943
        /// The letters `CIRCSNAP`.
        case snapshot = 0x5041_4E53_4352_4943
    }

    static let size = 64
    /// The version of files that this release writes, and the newest that it reads.
    ///
    /// 2: an operation has the digest of a card, and a snapshot's notices name their operation.
    static let version: UInt32 = 2

    let kind: Kind
    let version: UInt32
    let number: UInt32
    let store: StoreID
    /// The sequence number of the last change before those that follow.
    let base: UInt64
    /// The checksum of that change, which the next one repeats.
    let chain: UInt32
    /// What a journal's size is a multiple of, in bytes; 0 if that is not known, as in files of earlier releases.
    let unit: UInt32

    var bytes: [UInt8] {
        var writer = ByteWriter()
        writer.fixed(kind.rawValue)
        writer.fixed(version)
        writer.fixed(number)
        writer.fixed(store.high)
        writer.fixed(store.low)
        writer.fixed(base)
        writer.fixed(chain)
        writer.fixed(unit)
        writer.bytes += Array(repeating: 0, count: Self.size - 4 - writer.bytes.count)
        writer.fixed(CRC32C.checksum(writer.bytes, 0..<writer.bytes.count))
        return writer.bytes
    }

    /// Reads the header of a file that is to be of a kind and a number.
    init(_ bytes: [UInt8], kind: Kind, number: UInt32, file: String) throws(DiskError) {
        let damage = DiskError.damage(file, at: 0, "its header is not whole")
        guard bytes.count == Self.size else { throw damage }
        var reader = ByteReader(bytes, 0..<bytes.count)
        var check = ByteReader(bytes, Self.size - 4..<Self.size)
        do throws(Malformed) {
            guard try check.fixed(as: UInt32.self) == CRC32C.checksum(bytes, 0..<Self.size - 4),
                try reader.fixed(as: UInt64.self) == kind.rawValue
            else { throw Malformed() }
            let version = try reader.fixed(as: UInt32.self)
            guard (1...Self.version).contains(version) else { throw Malformed() }
            self.version = version
            guard try reader.fixed(as: UInt32.self) == number else { throw Malformed() }
            self.kind = kind
            self.number = number
            store = StoreID(high: try reader.fixed(as: UInt64.self), low: try reader.fixed(as: UInt64.self))
            base = try reader.fixed(as: UInt64.self)
            chain = try reader.fixed(as: UInt32.self)
            unit = try reader.fixed(as: UInt32.self)
        } catch {
            throw Self.isNewer(bytes) ? DiskError("format of \(file)", .newerFormat) : damage
        }
    }

    init(
        kind: Kind, version: UInt32 = FileHeader.version, number: UInt32, store: StoreID, base: UInt64, chain: UInt32,
        unit: UInt32 = 0
    ) {
        self.kind = kind
        self.version = version
        self.number = number
        self.store = store
        self.base = base
        self.chain = chain
        self.unit = unit
    }

    /// The least size of a journal whose synced frames end somewhere: after a seal there are zeros up to the end of the
    /// next unit.
    ///
    /// So the size tells a copy that was broken off, unless what it lacks are long changes.
    static func leastSize(end: Int, unit: Int) -> Int {
        let end = end + FrameHeader.frameSize(0)
        return unit == 0 ? end : ((end - 1) / unit + 2) * unit
    }

    /// Refuses a file of an earlier layout.
    func require(_ oldest: UInt32) throws(DiskError) {
        guard version >= oldest else { throw DiskError("layout \(version), this one uses \(oldest)", .olderFormat) }
    }

    /// Whether a newer release wrote the header: it is whole, and its version says so.
    private static func isNewer(_ bytes: [UInt8]) -> Bool {
        var check = ByteReader(bytes, size - 4..<size)
        var version = ByteReader(bytes, 8..<12)
        guard let sum = try? check.fixed(as: UInt32.self), let version = try? version.fixed(as: UInt32.self) else {
            return false
        }
        return sum == CRC32C.checksum(bytes, 0..<size - 4) && version > Self.version
    }

    /// What the checks of frame headers begin with, so that no other store's frames pass them.
    var salt: UInt32 { Self.salt(of: store) }

    static func salt(of store: StoreID) -> UInt32 {
        var writer = ByteWriter()
        writer.fixed(store.high)
        writer.fixed(store.low)
        return CRC32C.checksum(writer.bytes, 0..<16)
    }
}
