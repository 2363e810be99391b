import Domain
import FileStore
import Foundation
import MemoryStore
import Ports
import StoreContract
import StoreTrials
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

    /// `CIRC_SEED` repeats the sequence of a failure, which names its seed; `CIRC_STEPS` sets how many steps it has.
    private static let seed = number("CIRC_SEED").map { UInt64($0) } ?? .random(in: 0..<1_000_000_000)
    private static let steps = number("CIRC_STEPS") ?? 1500

    private static func number(_ name: String) -> Int? { ProcessInfo.processInfo.environment[name].flatMap { Int($0) } }

    @Test("The same random operations give the same answers and digests in every store, step by step")
    func randomOperations() throws {
        defer { remove() }
        let stores = try stores()
        var alike = Alike(seed: Self.seed)
        try alike.run(steps: Self.steps) { stores }
        #expect(alike.operations > Self.steps)
    }

    @Test("A library goes from store to store and back, and is the same everywhere")
    func around() throws {
        defer { remove() }
        let first = try stores()
        var alike = Alike(seed: Self.seed)
        try alike.run(steps: Self.steps) { first }
        let memory = try MemoryStore(copy(of: first[1]))
        var way: [any LibraryStore] = [memory]
        #if SQLite
            way.append(try SQLiteStore.create(path: "\(folder)/second.sqlite", copy(of: memory)))
        #endif
        way.append(try FileStore.create(directory: "\(folder)/second", copy(of: way[way.count - 1])))
        let digests = try ([first[0]] + way).map { try LibraryDigest(of: $0) }
        #expect(Set(digests).count == 1, "\(digests)")
    }

    private func copy(of store: any LibraryStore) throws -> LibraryCopy {
        LibraryCopy(of: store, head: try store.head(), isOutboxPaused: false)
    }
}
