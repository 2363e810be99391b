/// Sizes that only speed depends on.
package struct Tuning: Hashable, Sendable {
    /// Bytes by which a journal grows: its file is filled with zeros ahead, so that a sync need not change its size.
    package var growth = 128 << 10
    /// A journal shorter than this, or than two snapshots, is followed by no new snapshot while anyone waits for that.
    package var journalBytes = 128 << 20
    /// Journals after one snapshot, at most, when a store is opened.
    package var journals = 8

    /// The sizes for use.
    package init() {}

    /// Whether a snapshot is due while someone waits for it.
    func isSnapshotDue(journal: Int, snapshot: Int) -> Bool { journal > max(journalBytes, 2 * snapshot) }

    /// Whether a journal is so long that whoever had to read it should take a snapshot before closing the store.
    func isLong(journal: Int, snapshot: Int) -> Bool { journal > max(journalBytes / 32, snapshot / 4) }
}
