/// Sizes that only speed depends on.
package struct Tuning: Hashable, Sendable {
    /// Bytes by which a journal grows: its file is filled with zeros ahead, so that a sync need not change its size.
    package var growth = 256 << 10
    /// While changes are made, a journal shorter than this, or than two snapshots, is followed by no new snapshot.
    package var journalBytes = 64 << 20
    /// Journals after one snapshot, at most, when a store is opened.
    package var journals = 8

    /// The sizes for use.
    package init() {}

    /// Whether a snapshot is due while changes are made: seldom, since those who make them wait for it.
    func isSnapshotDue(journal: Int, snapshot: Int) -> Bool { journal > max(journalBytes, 2 * snapshot) }

    /// Whether a snapshot is due when the store is opened: earlier, since each opening reads the journal again.
    func isSnapshotDueOnOpening(journal: Int, journals: Int, snapshot: Int) -> Bool {
        journals > self.journals || journal > max(journalBytes / 16, snapshot / 4)
    }
}
