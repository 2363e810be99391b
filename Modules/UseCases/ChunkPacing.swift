/// How many lines are committed together, and how long others are let in between two chunks.
///
/// Whoever works beside an import waits for one chunk at most: so a chunk takes as many lines as were lately committed in
/// the time that a person at a desk does not notice, and after each there is a rest in which others come to their turn.
/// On a store so slow that its syncs alone take longer, they wait for those, and for lines that take no longer again.
/// Alone, chunks soon are as large as memory allows: the larger, the fewer times each page of a store is written.
public struct ChunkPacing: Sendable {
    /// So long a chunk should take where others work beside the import.
    static let target = Duration.milliseconds(140)
    /// What a chunk may take at most, for memory: its lines, their requests and their outcomes.
    static let most = 130_000
    /// What a chunk takes at least, unless it is the lines that take long, and not the syncs: then fewer help.
    private static let fewest = 500
    private static let first = 1000

    private typealias Chunk = (lines: Int, time: Duration)

    private let isAlone: Bool
    /// The last chunk, and the last before it that was of quite another size: their difference tells lines from syncs.
    private var (last, other): (Chunk?, Chunk?)
    /// How many lines the next chunk takes: few at first, so that trouble shows early.
    public private(set) var lines = Self.first

    /// Paces an import that is alone, or else one with others beside it.
    public init(isAlone: Bool) {
        self.isAlone = isAlone
    }

    /// Takes note of a chunk that was committed.
    public mutating func committed(_ count: Int, in time: Duration) {
        if isAlone {
            // A chunk is read while the one before it is committed, which takes less time the smaller it is: so they grow.
            lines = min(count * 8, Self.most)
            return
        }
        if let last, Self.areUnlike(last.lines, count) { other = last }
        last = (count, time)
        // Twice as many at most: one quick chunk says little of the next.
        let fitting = time > .zero ? Double(count) * (Self.target / time) : .infinity
        lines = Int(min(fitting, Double(min(count * 2, Self.most))))
        lines = max(lines, least)
    }

    /// So many that what they take is no longer than what a chunk takes without lines, and no more than the fewest.
    private var least: Int {
        guard let last, let other, Self.areUnlike(last.lines, other.lines) else { return Self.fewest }
        let perLine = (last.time - other.time) / (last.lines - other.lines)
        // One of them waited for others, or is long ago: another size tells.
        guard perLine > .zero else { return last.lines == Self.fewest ? Self.fewest / 2 : Self.fewest }
        let overhead = last.time - perLine * last.lines
        return Int(min(Double(Self.fewest), max(1, overhead / perLine)))
    }

    private static func areUnlike(_ lines: Int, _ others: Int) -> Bool { abs(lines - others) * 2 >= min(lines, others) }

    /// The rest that is due before the next chunk, so long after the last was committed.
    public func rest(after time: Duration) -> Duration { isAlone ? .zero : max(.zero, .milliseconds(5) - time) }
}
