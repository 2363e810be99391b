/// The checksum CRC-32C (Castagnoli; RFC 3720, appendix B.4), eight bytes a step.
enum CRC32C {
    /// The checksum of bytes, going on from that of the bytes before them.
    static func checksum(_ bytes: UnsafeRawBufferPointer, after before: UInt32 = 0) -> UInt32 {
        var crc = ~before
        tables.withUnsafeBufferPointer { (tables: UnsafeBufferPointer<UInt32>) -> Void in
            var offset = 0
            while offset + 8 <= bytes.count {
                let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
                let low = UInt32(truncatingIfNeeded: word) ^ crc
                let high = UInt32(truncatingIfNeeded: word >> 32)
                crc = 0
                // The first byte has seven after it, the last none.
                for index in 0..<4 {
                    let shift = UInt32(8 * index)
                    let first = Int((low >> shift) & 0xFF)
                    let second = Int((high >> shift) & 0xFF)
                    crc ^= tables[(7 - index) * 256 + first]
                    crc ^= tables[(3 - index) * 256 + second]
                }
                offset += 8
            }
            for byte in bytes[offset...] {
                let place = Int(UInt8(truncatingIfNeeded: crc) ^ byte)
                crc = tables[place] ^ (crc >> 8)
            }
        }
        return ~crc
    }

    /// The checksum of a part of an array.
    static func checksum(_ bytes: [UInt8], _ range: Range<Int>, after before: UInt32 = 0) -> UInt32 {
        bytes.withUnsafeBytes { checksum(UnsafeRawBufferPointer(rebasing: $0[range]), after: before) }
    }

    private static let tables = makeTables()

    /// Eight tables in one: table `k` is that of a byte with `k` bytes after it.
    private static func makeTables() -> [UInt32] {
        var tables: [UInt32] = []
        for byte in UInt32(0)..<256 {
            var crc = byte
            for _ in 0..<8 { crc = crc & 1 == 1 ? (crc >> 1) ^ 0x82F6_3B78 : crc >> 1 }
            tables.append(crc)
        }
        for entry in 256..<2048 {
            let before = tables[entry - 256]
            tables.append(tables[Int(before & 0xFF)] ^ (before >> 8))
        }
        return tables
    }
}
