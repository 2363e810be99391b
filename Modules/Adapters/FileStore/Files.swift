/// The files of a store by what they are, in the order of their numbers.
struct Files {
    private(set) var snapshots: [UInt32] = []
    private(set) var journals: [UInt32] = []
    private(set) var drafts: [String] = []
    /// Names that are no store's.
    private(set) var others: [String] = []

    init(on disk: any Disk) throws(DiskError) {
        for name in try disk.persistently({ () throws(DiskError) in try disk.names() }) {
            switch FileName(name) {
            case .snapshot(let number): snapshots.append(number)
            case .journal(let number): journals.append(number)
            case .draft: drafts.append(name)
            case nil: if name != FileName.lock { others.append(name) }
            }
        }
        snapshots.sort()
        journals.sort()
    }

    /// The names of snapshots and journals that a snapshot replaces.
    func names(before snapshot: UInt32) -> [String] {
        snapshots.filter { $0 < snapshot }.map { FileName.snapshot(named: $0) }
            + journals.filter { $0 < snapshot }.map { FileName.journal(named: $0) }
    }
}
