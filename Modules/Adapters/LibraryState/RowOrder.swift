/// The rows of a table in the order of a key, in blocks, so that neither an insertion nor a page touches them all.
struct RowOrder: Sendable {
    private static let blockSize = 1024

    /// None is empty.
    private var blocks: [[UInt32]] = []

    /// Inserts a row after all those that precede it.
    mutating func insert(_ row: UInt32, after precedes: (UInt32) -> Bool) {
        guard !blocks.isEmpty else {
            blocks.append([row])
            return
        }
        // A row that belongs between two blocks, or after the last, joins the earlier one.
        let block = max(0, partition(blocks) { precedes($0[0]) } - 1)
        blocks[block].insert(row, at: partition(blocks[block], precedes))
        if blocks[block].count > Self.blockSize {
            let half = blocks[block].count / 2
            blocks.insert(Array(blocks[block][half...]), at: block + 1)
            blocks[block].removeLast(blocks[block].count - half)
        }
    }

    /// Puts a row behind all others.
    mutating func append(_ row: UInt32) {
        if blocks.last.map({ $0.count < Self.blockSize }) ?? false {
            blocks[blocks.count - 1].append(row)
        } else {
            blocks.append([row])
        }
    }

    /// The first rows after all those that precede, at most `limit`.
    func page(after precedes: (UInt32) -> Bool, limit: Int) -> [UInt32] {
        var block = max(0, partition(blocks) { precedes($0[0]) } - 1)
        guard block < blocks.count else { return [] }
        var page = Array(blocks[block][partition(blocks[block], precedes)...].prefix(max(0, limit)))
        block += 1
        while page.count < limit, block < blocks.count {
            page += blocks[block].prefix(limit - page.count)
            block += 1
        }
        return page
    }
}

/// The number of leading elements that precede; all that do come first.
func partition<Element>(_ sorted: [Element], _ precedes: (Element) -> Bool) -> Int {
    var low = 0
    var high = sorted.count
    while low < high {
        let middle = (low + high) / 2
        if precedes(sorted[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
}
