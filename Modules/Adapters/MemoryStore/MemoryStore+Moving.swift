public import Domain
import LibraryState
public import Ports
import Synchronization

extension MemoryStore {
    public func head() throws(StoreFailure) -> LibraryHead {
        read { $0.head }
    }

    public func everyBook(after: BookID?, limit: Int) throws(StoreFailure) -> [Book] {
        read { $0.everyBook(after: after, limit: limit) }
    }

    public func everyCopy(after: Barcode?, limit: Int) throws(StoreFailure) -> [Copy] {
        read { $0.everyCopy(after: after, limit: limit) }
    }

    public func pendingNotices(after: Int64?, limit: Int) throws(StoreFailure) -> [PendingNotice] {
        read { $0.pendingNotices(after: after, limit: limit) }
    }

    public func damage() throws(StoreFailure) -> [String] { [] }

    public func withChangesHeld(
        _ body: (any LibraryStore) throws(StoreFailure) -> String?
    ) throws(StoreFailure) {
        try step { contents throws(StoreFailure) in
            if let place = try body(MemoryStore(contents.library)) { contents.library.standing = .moved(to: place) }
        }
    }

    public func standing() throws(StoreFailure) -> StoreStanding {
        read { $0.standing }
    }

    public func arrive() throws(StoreFailure) {
        try contents.withLock { contents throws(StoreFailure) in
            guard contents.library.standing.isArriving else { return try contents.library.standing.checkOpen() }
            contents.library.standing = .open
        }
    }

    /// Refused: a store in memory has no place where a backup could be.
    public func backUp(to path: String) throws(StoreFailure) {
        throw StoreFailure(.unavailable, "a store in memory has no backup; copy it to another store instead")
    }
}
