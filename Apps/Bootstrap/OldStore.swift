import FileStore
public import Ports

#if SQLite
    import SQLiteStore
#endif

/// A store that is there, perhaps of an earlier release's layout, in which it is not opened.
public struct OldStore: StoreUpgrading {
    private let location: StoreLocation

    /// The store at a place.
    public init(_ location: StoreLocation) {
        self.location = location
    }

    /// Makes a backup and upgrades the store.
    ///
    /// `backup` is where the backup is made; nil for a free name beside the store.
    public func upgrade(backup: String?) throws(StoreFailure) -> StoreUpgrade {
        try location.checkLocal()
        if let backup { try StoreLocation(backup: backup).checkLocal() }
        switch location.place {
        case .memory:
            throw StoreFailure(.badURL, "a store in memory is always new; name one that lasts")
        case .file(let directory):
            return try FileStore.upgrade(directory: directory, backup: backup)
        case .sqlite(let path):
            #if SQLite
                return try SQLiteStore.upgrade(path: path, backup: backup)
            #else
                throw StoreFailure(.badURL, "this build has no SQLite, so it cannot open \(path)")
            #endif
        }
    }
}
