/// Finds the rows of a table by a key that the rows themselves hold, in eleven to twenty-one bytes a row.
///
/// The table keeps the rows; a row's number is its place in the table.
struct KeyIndex: Sendable {
    /// The upper half of a row's hash above its number plus one; 0 is free.
    ///
    /// A row lies at its hash or in the next free slot after it; the number of slots is a power of two, at most three
    /// quarters of them in use. With so much of the hash at hand hardly any row is looked at but the wanted one, and
    /// none when the slots grow: each look is a wait for memory.
    private var slots: [UInt64] = Array(repeating: 0, count: 16)
    private var count = 0

    private var mask: Int { slots.count - 1 }

    /// The row with a hash that is the wanted one.
    func row(hash: Int, where isWanted: (Int) -> Bool) -> Int? {
        let entry = Self.entry(hash, 0)
        var slot = Self.home(entry) & mask
        while slots[slot] != 0 {
            if slots[slot] >> 32 == entry >> 32 {
                let row = Int(UInt32(truncatingIfNeeded: slots[slot])) - 1
                if isWanted(row) { return row }
            }
            slot = (slot + 1) & mask
        }
        return nil
    }

    /// Reads the slot where a row with a hash is looked for first.
    func touch(hash: Int) -> Int { Int(truncatingIfNeeded: slots[Self.home(Self.entry(hash, 0)) & mask]) }

    /// Enters the row that follows the last one.
    mutating func append(hash: Int) {
        reserve(count + 1)
        place(Self.entry(hash, count + 1))
        count += 1
    }

    /// Enters all rows of a table at once, into an empty index.
    ///
    /// They go in by the stretch of slots that they lie in, so that a stretch is at hand for all its rows.
    mutating func fill(_ rows: Int, hashOf: (Int) -> Int) {
        reserve(rows)
        count = rows
        let shift = max(0, slots.count.trailingZeroBitCount - 8)
        let entries = (0..<rows).map { Self.entry(hashOf($0), $0 + 1) }
        var ends = [Int](repeating: 0, count: 256)
        for entry in entries { ends[(Self.home(entry) & mask) >> shift] += 1 }
        for stretch in 1..<256 { ends[stretch] += ends[stretch - 1] }
        var sorted = [UInt64](repeating: 0, count: rows)
        for entry in entries.reversed() {
            let stretch = (Self.home(entry) & mask) >> shift
            ends[stretch] -= 1
            sorted[ends[stretch]] = entry
        }
        for entry in sorted { place(entry) }
    }

    /// Makes room for so many rows.
    private mutating func reserve(_ rows: Int) {
        guard rows * 4 > slots.count * 3 else { return }
        var size = slots.count
        while rows * 4 > size * 3 { size *= 2 }
        let entries = slots
        slots = Array(repeating: 0, count: size)
        for entry in entries where entry != 0 { place(entry) }
    }

    /// Takes the last row out.
    mutating func removeLast(hash: Int) {
        let entry = Self.entry(hash, count)
        var free = Self.home(entry) & mask
        while slots[free] != entry { free = (free + 1) & mask }
        count -= 1
        // Those after it move up, as far as they are not before their own places then.
        var slot = (free + 1) & mask
        while slots[slot] != 0 {
            if (slot - Self.home(slots[slot])) & mask >= (slot - free) & mask {
                slots[free] = slots[slot]
                free = slot
            }
            slot = (slot + 1) & mask
        }
        slots[free] = 0
    }

    private mutating func place(_ entry: UInt64) {
        var slot = Self.home(entry) & mask
        while slots[slot] != 0 { slot = (slot + 1) & mask }
        slots[slot] = entry
    }

    private static func entry(_ hash: Int, _ number: Int) -> UInt64 {
        UInt64(UInt(bitPattern: hash)) & 0xFFFF_FFFF_0000_0000 | UInt64(number)
    }

    private static func home(_ entry: UInt64) -> Int { Int(entry >> 32) }
}
