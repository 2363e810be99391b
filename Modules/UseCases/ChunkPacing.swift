/// How many lines are committed together, and how long others are let in between two chunks.
///
/// Whoever works beside an import waits for one chunk at most: so a chunk takes as many lines as were lately committed in
/// the time that a person at a desk does not notice, and after each there is a rest in which others come to their turn.
/// On a store so slow that the least chunk takes longer, they wait for that.
/// Alone, chunks are as large as memory allows: the larger, the fewer times each page of a store is written.
public struct ChunkPacing: Sendable {
    /// So long a chunk should take where others work beside the import.
    static let target = Duration.milliseconds(140)
    /// What a chunk may take at most, for memory: its lines, their requests and their outcomes.
    static let most = 150_000
    /// What a chunk takes at least: where that alone takes long, it is the syncs that do, and fewer lines would not help.
    private static let fewest = 500
    private static let first = 1000

    private let isAlone: Bool
    /// How many lines the next chunk takes: few at first, so that trouble shows early.
    public private(set) var lines = Self.first

    /// Paces an import that is alone, or else one with others beside it.
    public init(isAlone: Bool) {
        self.isAlone = isAlone
    }

    /// Takes note of a chunk that was committed.
    public mutating func committed(_ count: Int, in time: Duration) {
        if isAlone {
            lines = Self.most
            return
        }
        // Twice as many at most: one quick chunk says little of the next.
        let fitting = time > .zero ? Double(count) * (Self.target / time) : .infinity
        lines = Int(min(fitting, Double(min(count * 2, Self.most))))
        lines = max(lines, Self.fewest)
    }

    /// The rest that is due before the next chunk, so long after the last was committed.
    public func rest(after time: Duration) -> Duration { isAlone ? .zero : max(.zero, .milliseconds(5) - time) }
}
