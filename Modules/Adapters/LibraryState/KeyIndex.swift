/// Finds the rows of a table by a key that the rows themselves hold, in five to eleven bytes a row.
///
/// The table keeps the rows and knows their hashes; a row's number is its place in the table.
struct KeyIndex: Sendable {
    /// A row's number plus one; 0 is free.
    ///
    /// A row lies at its hash or in the next free slot after it; the number of slots
    /// is a power of two, at most three quarters of them in use.
    private var slots: [UInt32] = Array(repeating: 0, count: 16)
    private var count = 0

    /// The row with a hash that is the wanted one.
    func row(hash: Int, where isWanted: (Int) -> Bool) -> Int? {
        var slot = hash & (slots.count - 1)
        while slots[slot] != 0 {
            let row = Int(slots[slot] - 1)
            if isWanted(row) { return row }
            slot = (slot + 1) & (slots.count - 1)
        }
        return nil
    }

    /// Enters the row that follows the last one; `hashOf` gives the hash of an earlier row.
    mutating func append(hash: Int, hashOf: (Int) -> Int) {
        if (count + 1) * 4 > slots.count * 3 {
            slots = Array(repeating: 0, count: slots.count * 2)
            for row in 0..<count { place(row, hash: hashOf(row)) }
        }
        place(count, hash: hash)
        count += 1
    }

    /// Makes room for so many rows, if there is none yet.
    mutating func reserve(_ rows: Int) {
        guard count == 0 else { return }
        var size = slots.count
        while rows * 4 > size * 3 { size *= 2 }
        slots = Array(repeating: 0, count: size)
    }

    /// Takes the last row out.
    ///
    /// Rows are placed in their order, so no other row can have moved past its slot, and the slot
    /// may simply become free.
    mutating func removeLast(hash: Int) {
        var slot = hash & (slots.count - 1)
        while slots[slot] != UInt32(count) { slot = (slot + 1) & (slots.count - 1) }
        slots[slot] = 0
        count -= 1
    }

    private mutating func place(_ row: Int, hash: Int) {
        var slot = hash & (slots.count - 1)
        while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
        slots[slot] = UInt32(row + 1)
    }
}
