import LibraryState
import Ports

/// The journal that changes are added to, and all that its owner knows of what is on the disk.
///
/// It only grows. What was promised is never written again, so no failure of a write can hurt it; this takes for
/// granted that to write a part of a sector leaves the rest of the sector as it is.
struct Journal {
    let disk: any Disk
    let tuning: Tuning
    /// The header of the journal's file.
    private var header: FileHeader
    /// The number of the last snapshot.
    private var snapshot: UInt32
    private var snapshotSize: Int
    /// Bytes of the journals since the last snapshot, but for this one.
    private var earlierBytes: Int

    private var file: Int32
    /// Where the next frame goes.
    private var end: Int
    /// Bytes of the file; those from the end on are zeros, or a seal.
    private var size: Int
    /// The last change in it, and the checksum of its frame.
    private(set) var sequence: UInt64
    /// How many frames were added together the last time: as many are worth waiting for.
    private(set) var lastFrames = 0
    private var chain: UInt32

    /// The number of the journal.
    var number: UInt32 { header.number }
    private var store: StoreID { header.store }
    private var salt: UInt32 { header.salt }

    /// Takes over what was found on a disk.
    init(_ found: Recovery, file: Int32) {
        disk = found.disk
        tuning = found.tuning
        header = found.header
        snapshot = found.snapshot
        snapshotSize = found.snapshotSize
        earlierBytes = found.earlierBytes
        self.file = file
        end = found.end
        size = found.size
        sequence = found.sequence
        chain = found.chain
    }

    /// Adds frames and makes them durable.
    ///
    /// - Throws: the error, and whether it came before the sync: then `cutBack` makes sure that nothing was added.
    mutating func append(_ batch: inout FrameBatch) throws(AppendFailure) {
        let chain = batch.finish(after: sequence, synced: sequence, chain: chain, salt: salt)
        let count = batch.bytes.count
        // The zeros beyond cost one longer write now and then, and spare every sync a change of the file's size.
        let unit = header.unit == 0 ? tuning.growth : Int(header.unit)
        let room = FileHeader.leastSize(end: end + count, unit: unit)
        if room > size { batch.fill(to: room - end) }
        do throws(DiskError) {
            try disk.writeWhole(file, batch.bytes, at: end)
        } catch {
            throw AppendFailure(error: error, isSyncFailure: false)
        }
        size = max(size, end + batch.bytes.count)
        do throws(DiskError) {
            try disk.sync(file)
        } catch {
            throw AppendFailure(error: error, isSyncFailure: true)
        }
        end += count
        sequence += UInt64(batch.lengths.count)
        lastFrames = batch.lengths.count
        self.chain = chain
        seal()
    }

    /// Takes back what a failed write may have left: all beyond what the file had before, and all that it changed of that.
    ///
    /// The file is never shorter than it was.
    func cutBack() throws(DiskError) {
        try disk.persistently { () throws(DiskError) in try disk.truncate(file, to: size) }
        try disk.writeWhole(file, [UInt8](repeating: 0, count: size - end), at: end)
        try disk.sync(file)
        seal()
    }

    /// What makes a copy of the journal one of a backup, and where it is written.
    func ending(as standing: StoreStanding) -> (bytes: [UInt8], offset: Int) {
        var batch = FrameBatch()
        batch.write { Change.standing(standing).write(to: &$0) }
        batch.endFrame()
        let last = batch.finish(after: sequence, synced: sequence, chain: chain, salt: salt)
        return (batch.bytes + FrameHeader.seal(after: sequence + 1, chain: last, salt: salt), end)
    }

    /// Says that all so far was synced.
    ///
    /// It need not succeed, nor last: without it the next opening takes more care.
    private func seal() {
        let seal = FrameHeader.seal(after: sequence, chain: chain, salt: salt)
        try? disk.writeWhole(file, seal, at: end)
    }

    func close() { disk.close(file) }
}

/// A journal that did not take what was added.
struct AppendFailure: Error {
    let error: DiskError
    /// Nobody knows then what is on the disk, until it is read again.
    let isSyncFailure: Bool
}

extension Journal {
    /// Whether changes should be gathered into a snapshot.
    var isSnapshotDue: Bool { tuning.isSnapshotDue(journal: earlierBytes + end, snapshot: snapshotSize) }

    /// Whether they should be before the first change: there are many journals too if stores are never closed.
    var isSnapshotDueOnOpening: Bool { isSnapshotDue || Int(number - snapshot) >= tuning.journals }

    /// Whether it takes long to read all since the last snapshot.
    var isLong: Bool { tuning.isLong(journal: earlierBytes + end, snapshot: snapshotSize) }

    /// Writes a snapshot of the library as it is after the last change, goes on in a new journal, and drops what both
    /// replace.
    ///
    /// - Returns: false if there was no room for it: all is as before.
    /// - Throws: the store must be opened again.
    mutating func takeSnapshot(of library: LibraryState) throws(DiskError) -> Bool {
        let next = number + 1
        let empty = FileHeader(
            kind: .journal, number: next, store: store, base: sequence, chain: chain, unit: UInt32(tuning.growth))
        do throws(DiskError) {
            snapshotSize = try Journal.draft(library, before: empty, on: disk)
        } catch {
            try? disk.remove(FileName.draft(of: FileName.snapshot(named: next)))
            return false
        }
        try Journal.publish(number: next, on: disk)
        let opened = try disk.persistently { () throws(DiskError) in
            try disk.open(FileName.journal(named: next), .existing)
        }
        disk.close(file)
        file = opened
        header = empty
        end = FileHeader.size
        size = FileHeader.leastSize(end: end, unit: tuning.growth)
        earlierBytes = 0
        let old = [FileName.snapshot(named: snapshot)] + (snapshot..<next).map { FileName.journal(named: $0) }
        snapshot = next
        Journal.drop(old, on: disk)
        return true
    }

    /// Writes the drafts of a snapshot and of the empty journal that follows it, which has this header; gives the
    /// snapshot's size.
    static func draft(
        _ library: LibraryState, before empty: FileHeader, on disk: any Disk
    ) throws(DiskError) -> Int {
        let header = FileHeader(
            kind: .snapshot, number: empty.number, store: empty.store, base: empty.base, chain: empty.chain)
        let size = try Snapshot.draft(library, as: header, on: disk)
        try draft(empty, frames: [], end: empty.base, last: empty.chain, on: disk)
        return size
    }

    /// Writes the draft of a journal that begins with frames, sealed: it has its name only once it is durable, so the
    /// seal says what is true.
    static func draft(
        _ header: FileHeader, frames: [UInt8], end sequence: UInt64, last: UInt32, on disk: any Disk
    ) throws(DiskError) {
        var bytes = header.bytes + frames
        let size = FileHeader.leastSize(end: bytes.count, unit: Int(header.unit))
        bytes += FrameHeader.seal(after: sequence, chain: last, salt: header.salt)
        bytes += [UInt8](repeating: 0, count: size - bytes.count)
        try disk.draft(FileName.journal(named: header.number)) { file throws(DiskError) in
            try disk.writeWhole(file, bytes, at: 0)
        }
    }

    /// Gives the drafts of a journal and its snapshot their names: the journal first, so that no snapshot is without.
    static func publish(number: UInt32, on disk: any Disk) throws(DiskError) {
        try disk.publish(FileName.journal(named: number))
        try disk.publish(FileName.snapshot(named: number))
    }

    /// Drops files that newer ones replace; what cannot be dropped now is dropped when the store is opened.
    static func drop(_ names: [String], on disk: any Disk) {
        for name in names { try? disk.remove(name) }
    }
}
