import Synchronization

/// The offsets of a zone in quarters of an hour, as far as they were asked for last: in constant memory, and without a
/// lock, since an entry is one word.
final class OffsetCache: Sendable {
    /// The upper 40 bits are a quarter's number but for what the slot tells of it, the lower 24 its offset; 0 is free.
    private let slots = InlineArray<1024, Atomic<UInt64>> { _ in Atomic(0) }
    /// Added to an offset, so that what is kept is positive.
    private static let bias = 1 << 23

    /// The offset in a quarter; nil if it is not known.
    subscript(_ quarter: Int64) -> Int? {
        let entry = slots[slot(quarter)].load(ordering: .relaxed)
        return entry != 0 && entry >> 24 == key(quarter) ? Int(entry & 0xFF_FFFF) - Self.bias : nil
    }

    /// Notes the offset in a quarter, in seconds: less than 97 days.
    func note(_ offset: Int, in quarter: Int64) {
        slots[slot(quarter)].store(key(quarter) << 24 | UInt64(offset + Self.bias), ordering: .relaxed)
    }

    private func slot(_ quarter: Int64) -> Int { Int(quarter & 1023) }

    private func key(_ quarter: Int64) -> UInt64 { UInt64(bitPattern: quarter >> 10) & 0xFF_FFFF_FFFF }
}
