/// Sizes that only speed depends on.
package struct Tuning: Hashable, Sendable {
    /// Bytes by which a journal grows: its file is filled with zeros ahead, so that a sync need not change its size.
    package var growth = 256 << 10
    /// A journal shorter than this, and than the snapshot before it, is followed by no new snapshot.
    package var journalBytes = 16 << 20
    /// Journals after one snapshot, at most, when a store is opened.
    package var journals = 8

    /// The sizes for use.
    package init() {}

    /// Whether a snapshot is due while changes are made.
    func isSnapshotDue(journal: Int, snapshot: Int) -> Bool { journal > max(journalBytes, snapshot) }

    /// Whether a snapshot is due when the store is opened: earlier, since each opening reads the journal.
    func isSnapshotDueOnOpening(journal: Int, journals: Int, snapshot: Int) -> Bool {
        journals > self.journals || journal > max(journalBytes, snapshot) / 4
    }
}
