public import Domain
import LibraryState
public import Ports

extension FileStore {
    public func head() throws(StoreFailure) -> LibraryHead {
        try read { $0.head }
    }

    public func everyBook(after: BookID?, limit: Int) throws(StoreFailure) -> [Book] {
        try read { $0.everyBook(after: after, limit: limit) }
    }

    public func everyCopy(after: Barcode?, limit: Int) throws(StoreFailure) -> [Copy] {
        try read { $0.everyCopy(after: after, limit: limit) }
    }

    public func pendingNotices(after: Int64?, limit: Int) throws(StoreFailure) -> [PendingNotice] {
        try read { $0.pendingNotices(after: after, limit: limit) }
    }

    /// Nothing: all files were read, and every byte of them held against its checksum, when the store was opened.
    public func damage() throws(StoreFailure) -> [String] { [] }

    public func withChangesHeld(
        _ body: (any LibraryStore) throws(StoreFailure) -> String?
    ) throws(StoreFailure) {
        guard hold == nil else { return try withMediumHeld(body) }
        try write { contents throws(StoreFailure) in
            let still = FileStore(contents.library, directory: "a private copy")
            if let place = try body(still) { try contents.make(.standing(.moved(to: place))) }
        }
    }

    /// Where nothing can be written and the lock is held, nothing changes.
    private func withMediumHeld(
        _ body: (any LibraryStore) throws(StoreFailure) -> String?
    ) throws(StoreFailure) {
        try standing().checkOpen()
        if let place = try body(try privateCopy()) {
            try write { contents throws(StoreFailure) in try contents.make(.standing(.moved(to: place))) }
        }
    }

    public func standing() throws(StoreFailure) -> StoreStanding {
        try read { $0.standing }
    }

    public func arrive() throws(StoreFailure) {
        try step { contents throws(StoreFailure) in
            guard contents.library.standing.isArriving else { return try contents.library.standing.checkOpen() }
            try contents.make(.standing(.open))
        }
    }

    public func backUp(to path: String) throws(StoreFailure) {
        var library = try read { $0 }
        try library.standing.checkNotMoved()
        library.standing = .backup
        _ = try Self.create(directory: path, access: .owner) { () throws(StoreFailure) in library }
    }
}
