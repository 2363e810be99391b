import Domain
import FileStore
import Foundation
import MemoryStore
import Ports
import StoreContract
import Testing

#if SQLite
    import SQLiteStore
#endif

@Suite("All stores are alike")
struct StoresAlikeTests {
    private let folder: String

    init() throws {
        folder = NSTemporaryDirectory() + "circulation-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    private func remove() { try? FileManager.default.removeItem(atPath: folder) }

    /// An empty store of each kind.
    private func stores() throws -> [any LibraryStore] {
        let (zone, now) = (StoreFixture.zone, StoreFixture.createdAt)
        var stores: [any LibraryStore] = [
            MemoryStore(zone: zone, createdAt: now),
            try FileStore.create(directory: "\(folder)/files", zone: zone, at: now),
        ]
        #if SQLite
            stores.append(try SQLiteStore.create(path: "\(folder)/store.sqlite", zone: zone, at: now))
        #endif
        return stores
    }

    @Test("The same random operations give the same answers and digests in every store, step by step")
    func randomOperations() throws {
        defer { remove() }
        try StoreContract.compare(try stores())
    }

    @Test("A library goes from store to store and back, and is the same everywhere")
    func around() throws {
        defer { remove() }
        let first = try stores()
        try StoreContract.compare(first)
        let memory = try MemoryStore(copy(of: first[1]))
        var way: [any LibraryStore] = [memory]
        #if SQLite
            way.append(try SQLiteStore.create(path: "\(folder)/second.sqlite", copy(of: memory)))
        #endif
        way.append(try FileStore.create(directory: "\(folder)/second", copy(of: way[way.count - 1])))
        let digests = try ([first[0]] + way).map(digest)
        #expect(Set(digests).count == 1, "\(digests)")
    }

    private func copy(of store: any LibraryStore) throws -> LibraryCopy {
        LibraryCopy(of: store, head: try store.head(), isOutboxPaused: false)
    }

    private func digest(_ store: any LibraryStore) throws -> LibraryDigest {
        var digest = LibraryDigest(try store.head())
        try LibraryPages(of: store).each { digest.take($0) }
        return digest
    }
}
