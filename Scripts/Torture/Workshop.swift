import Domain
import FileStore
import Foundation
import MemoryStore
import Ports
import StoreTrials

#if SQLite
    import SQLiteStore
#endif

/// A folder for stores of every kind.
///
/// It is in memory where the system has such a place: these trials compare what stores answer, not what outlives them.
final class Workshop {
    /// The kinds of stores that are tried.
    enum Kind: String, CaseIterable {
        case memory, file
        #if SQLite
            case sqlite
        #endif
    }

    private let folder: String
    private var made = 0
    private static let zone = "Europe/Zurich"
    private static let now = Moment(milliseconds: 1_782_864_000_000)

    init() throws {
        let places = ["/dev/shm", NSTemporaryDirectory()]
        let place = places.first { FileManager.default.isWritableFile(atPath: $0) } ?? "."
        folder = "\(place)/circulation-torture-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    /// A place where nothing is.
    func place() -> String {
        made += 1
        return "\(folder)/\(made)"
    }

    func remove(_ path: String) {
        for ending in ["", "-journal"] { try? FileManager.default.removeItem(atPath: path + ending) }
    }

    /// Makes an empty store at a place.
    static func make(_ kind: Kind, at path: String) throws -> any LibraryStore {
        switch kind {
        case .memory: return MemoryStore(zone: zone, createdAt: now)
        case .file: return try FileStore.create(directory: path, zone: zone, at: now)
        #if SQLite
            case .sqlite: return try SQLiteStore.create(path: path, zone: zone, at: now)
        #endif
        }
    }

    /// Opens the store at a place.
    static func open(_ kind: Kind, at path: String) throws -> any LibraryStore {
        switch kind {
        case .memory: throw Difference("a store in memory is not opened again")
        case .file: return try FileStore(directory: path)
        #if SQLite
            case .sqlite: return try SQLiteStore(path: path)
        #endif
        }
    }
}

/// Random operations, taken by stores of all kinds side by side.
struct AlikeTrial {
    static let steps = 2000
    private(set) var operations = 0

    /// Takes one sequence; what lasts is opened again after each stretch of it.
    mutating func run(seed: UInt64, in workshop: Workshop) throws {
        let places = Workshop.Kind.allCases.map { ($0, workshop.place()) }
        defer { for (_, place) in places { workshop.remove(place) } }
        var stores = try places.map { kind, place in try Workshop.make(kind, at: place) }
        var isFirst = true
        var alike = Alike(seed: seed)
        defer { operations += alike.operations }
        try alike.run(steps: Self.steps) {
            if !isFirst {
                // A file store is open once at a time.
                let memory = stores[0]
                stores.removeAll()
                stores = try places.map { kind, place in
                    kind == .memory ? memory : try Workshop.open(kind, at: place)
                }
            }
            isFirst = false
            return stores
        }
    }
}
