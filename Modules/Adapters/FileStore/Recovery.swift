import Glibc
import LibraryState

/// Reads a store from its disk, whatever a crash left there.
///
/// A change was promised only after its frame was synced. A frame says up to where all was synced when it was written,
/// a seal says so after the sync, and a journal's header says so of the journals before. So where a frame is not whole:
/// - if anything after it says that it was synced, it was promised: the store is damaged, and is not opened;
/// - otherwise it never was, and ends the journal with all after it.
///
/// Frames that nothing says so of are whole perhaps only in the system's memory, after a sync that failed. They are
/// copied to a new journal, synced there, before anyone is told of them. The old one keeps the torn rest until a
/// snapshot replaces both. Nothing that is there is ever written again, so a crash in the middle of this does no harm.
struct Recovery {
    let disk: any Disk
    let tuning: Tuning
    /// The earliest layout that is read.
    private let oldest: UInt32
    /// The files as they were found.
    private let files: Files
    private(set) var library: LibraryState
    /// The number of the newest snapshot and its bytes.
    private(set) var snapshot: UInt32
    private(set) var snapshotSize: Int
    /// The header of the last journal; before any was read, of the snapshot.
    private(set) var header: FileHeader
    /// Bytes of the journals before the last.
    private(set) var earlierBytes = 0
    /// The last change, and the checksum of its frame.
    private(set) var sequence: UInt64
    private(set) var chain: UInt32
    /// Where the next frame goes in the last journal, and the bytes of its file.
    private(set) var end = FileHeader.size
    private(set) var size = FileHeader.size

    /// The last change that is known to have been synced.
    private var proven: UInt64
    /// The frames after it in the last journal: the number before, the place, the checksum before.
    private var unproven: [(before: UInt64, offset: Int, chain: UInt32)] = []
    private var isTorn = false

    /// Whether nobody may be told of what was read before it is mended.
    var mustBeMended: Bool { isTorn || !unproven.isEmpty }

    /// Reads the newest snapshot and the journals that follow it, and mends the end if it must be.
    ///
    /// - Parameter oldest: the earliest layout that is read; a journal of an earlier one than this release's is not to
    ///   be gone on in.
    /// - Returns: the library, and the journal to go on in.
    static func open(
        on disk: any Disk, tuning: Tuning, oldest: UInt32 = FileHeader.version
    ) throws(DiskError) -> (library: LibraryState, journal: Journal) {
        var recovery = try Recovery(on: disk, tuning: tuning, oldest: oldest)
        let journal = try recovery.resume()
        return (recovery.library, journal)
    }

    /// Reads the newest snapshot and the journals that follow it, and writes nothing.
    init(
        on disk: any Disk, tuning: Tuning, oldest: UInt32 = FileHeader.version, isMediumReadOnly: Bool = false
    ) throws(DiskError) {
        let files = try Files(on: disk)
        // What is seen in the directory may not have lasted yet.
        try Self.syncNames(on: disk, isMediumReadOnly: isMediumReadOnly)
        try self.init(files, on: disk, tuning: tuning, oldest: oldest)
        try readJournals(files.journals)
        if isMediumReadOnly, mustBeMended { throw DiskError("it was not closed cleanly", .unmended) }
    }

    private static func syncNames(on disk: any Disk, isMediumReadOnly: Bool) throws(DiskError) {
        do throws(DiskError) { try disk.syncNames() } catch {
            guard isMediumReadOnly else { throw error }
            switch error.cause {
            // What is made once and never written to, as an ISO image is, has no such call; all that is seen lasts.
            case .system(EINVAL): return
            // What was made read-only by an error has, and refuses it.
            case .system(EROFS): throw DiskError("the last of its files may not last", .unmended)
            default: throw error
            }
        }
    }

    /// Mends the end if it must be, drops what is of no use any more, and gives the journal to go on in.
    mutating func resume() throws(DiskError) -> Journal {
        for draft in files.drafts { try? disk.remove(draft) }
        if mustBeMended { try mend() }
        Journal.drop(files.names(before: snapshot), on: disk)
        let name = FileName.journal(named: header.number)
        let file = try disk.persistently { () throws(DiskError) in try disk.open(name, .existing) }
        return Journal(self, file: file)
    }

    /// Reads the newest snapshot that is whole.
    ///
    /// There is an older one only while the newer has not yet replaced it.
    private init(_ files: Files, on disk: any Disk, tuning: Tuning, oldest: UInt32) throws(DiskError) {
        var failure = DiskError("snapshot", .damage)
        for (index, number) in files.snapshots.reversed().enumerated() {
            do throws(DiskError) {
                let found = try Snapshot.read(number, on: disk)
                try found.header.require(oldest)
                self.disk = disk
                self.files = files
                self.tuning = tuning
                self.oldest = oldest
                library = found.library
                header = found.header
                snapshot = number
                snapshotSize = found.size
                sequence = found.header.base
                proven = sequence
                chain = found.header.chain
                return
            } catch {
                guard error.cause == .damage else { throw error }
                if index == 0 { failure = error }
            }
        }
        throw failure
    }

    private mutating func readJournals(_ journals: [UInt32]) throws(DiskError) {
        let following = journals.filter { $0 >= snapshot }
        for (index, expected) in (snapshot...max(snapshot, following.last ?? snapshot)).enumerated() {
            guard index < following.count, following[index] == expected else {
                throw DiskError.damage(FileName.journal(named: expected), at: 0, "it is missing")
            }
        }
        for (index, number) in following.enumerated() {
            let next = index + 1 < following.count ? following[index + 1] : nil
            let name = FileName.journal(named: number)
            var until: FileHeader?
            if let next {
                let nextName = FileName.journal(named: next)
                until = try disk.reading(nextName) { file, _ throws(DiskError) in
                    try disk.header(of: file, kind: .journal, number: next, named: nextName)
                }
            }
            let result: (end: Int, size: Int) = try disk.reading(name) { file, size throws(DiskError) in
                let header = try disk.header(of: file, kind: .journal, number: number, named: name)
                try header.require(oldest)
                guard header.store == self.header.store, header.base == sequence, header.chain == chain else {
                    throw DiskError.damage(name, at: 0, "it does not follow what is before it")
                }
                self.header = header
                try requireSize(size, of: name, end: FileHeader.size)
                var reader = FrameReader(disk, file, size: size, header)
                if let until {
                    try replay(&reader, name, upTo: until)
                } else {
                    try replayLast(&reader, name)
                    try requireSize(size, of: name, end: unproven.first?.offset ?? end)
                }
                return (end, size)
            }
            if until != nil { earlierBytes += result.end }
            size = result.size
        }
    }

    /// Refuses a journal that is shorter than it was when frames that end somewhere were synced.
    private func requireSize(_ size: Int, of name: String, end: Int) throws(DiskError) {
        let least = FileHeader.leastSize(end: end, unit: Int(header.unit))
        guard size >= least else {
            throw DiskError.damage(name, at: size, "it ends there, and had \(least) bytes or more when it was synced")
        }
    }

    /// Reads a journal up to where the next one begins; that says that all up to there was synced.
    private mutating func replay(
        _ reader: inout FrameReader, _ name: String, upTo next: FileHeader
    ) throws(DiskError) {
        while sequence < next.base {
            let place = reader.offset
            guard let frame = try reader.next(), !frame.header.isSeal, frame.header.sequence == sequence + 1 else {
                throw DiskError.damage(name, at: place, "change \(sequence + 1), which was promised, is not whole")
            }
            try apply(frame.content, name, place)
            chain = reader.chain
        }
        proven = sequence
        end = reader.offset
    }

    /// Reads the last journal up to its end, and tells a torn end from damage.
    private mutating func replayLast(_ reader: inout FrameReader, _ name: String) throws(DiskError) {
        end = reader.offset
        while true {
            let place = reader.offset
            let before = chain
            guard let frame = try reader.next() else { break }
            if frame.header.isSeal {
                guard frame.header.sequence == sequence, frame.header.synced == sequence else {
                    throw DiskError.damage(name, at: place, "a seal does not belong there")
                }
                // The next frame takes the seal's place, so it is the last.
                proven = sequence
                end = place
                unproven.removeAll()
                break
            }
            guard frame.header.sequence == sequence + 1, frame.header.synced <= sequence else {
                throw DiskError.damage(name, at: place, "change \(sequence + 1) is numbered otherwise")
            }
            proven = max(proven, frame.header.synced)
            unproven.removeAll { $0.before < proven }
            unproven.append((sequence, place, before))
            try apply(frame.content, name, place)
            chain = reader.chain
            end = reader.offset
        }
        let rest = try reader.examineRest(for: sequence + 1)
        if rest.wasSynced {
            throw DiskError.damage(name, at: end, "change \(sequence + 1), which was promised, is not whole")
        }
        isTorn = rest.isTorn
    }

    private mutating func apply(
        _ content: consuming ByteReader, _ name: String, _ place: Int
    ) throws(DiskError) {
        sequence += 1
        do throws(ReplayFailure) {
            try library.replay(&content)
        } catch {
            throw DiskError.damage(name, at: place, "change \(sequence) cannot be: \(error)")
        }
    }

    /// Begins a new journal with the frames that are not known to have been synced, and leaves the torn end behind.
    private mutating func mend() throws(DiskError) {
        let old = FileName.journal(named: header.number)
        let first = unproven.first ?? (sequence, end, chain)
        var frames = [UInt8](repeating: 0, count: end - first.offset)
        try disk.reading(old) { file, _ throws(DiskError) in
            let count = try disk.readWhole(file, into: &frames, range: 0..<frames.count, at: first.offset)
            guard count == frames.count else { throw DiskError.damage(old, at: first.offset, "it has become shorter") }
        }
        let next = FileHeader(
            kind: .journal, version: header.version, number: header.number + 1, store: header.store,
            base: first.before, chain: first.chain, unit: UInt32(tuning.growth))
        try Journal.draft(next, frames: frames, end: sequence, last: chain, on: disk)
        try disk.publish(FileName.journal(named: next.number))
        earlierBytes += first.offset
        header = next
        end = FileHeader.size + frames.count
        size = FileHeader.leastSize(end: end, unit: tuning.growth)
    }
}
