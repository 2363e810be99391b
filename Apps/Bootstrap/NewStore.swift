import FileStore
import Host
public import Ports

#if SQLite
    import SQLiteStore
#endif

/// A store that is to be made of a library that is elsewhere.
public struct NewStore: StoreMaking {
    /// Its URL, with a whole path.
    public let location: String
    private let whole: StoreLocation
    private let group: UInt32?

    /// A store at a place.
    ///
    /// `group` is an operating-system group whose accounts share it; nil for this account alone.
    /// - Throws: `unknownGroup`; `badURL` for a store in memory, which would be gone at once.
    public init(_ location: StoreLocation, group: String?) throws(StoreFailure) {
        let whole = location.absolute
        if case .memory = whole.place { throw .goneAtOnce }
        try whole.checkLocal()
        self.location = "\(whole)"
        self.whole = whole
        guard let group else {
            self.group = nil
            return
        }
        self.group = OperatingSystem.groupNumber(of: group)
        guard self.group != nil else {
            throw StoreFailure(.unknownGroup, "there is no group '\(group)' on this machine")
        }
    }

    /// Opens the store that is at its place; nil if there is none, or something else.
    public func made() throws(StoreFailure) -> (any LibraryStore)? {
        do throws(StoreFailure) {
            return try Library.open(whole).store
        } catch {
            guard error.kind == .missing || error.kind == .foreign else { throw error }
            return nil
        }
    }

    /// Makes the store, whole or not at all.
    public func make(_ copy: LibraryCopy) throws(StoreFailure) {
        switch whole.place {
        case .memory:
            throw .goneAtOnce
        case .file(let directory):
            _ = try FileStore.create(directory: directory, copy, access: group.map { .group($0) } ?? .owner)
        case .sqlite(let path):
            #if SQLite
                _ = try SQLiteStore.create(path: path, copy, access: group.map { .group($0) } ?? .owner)
            #else
                throw StoreFailure(.badURL, "this build has no SQLite, so it cannot make \(path)")
            #endif
        }
    }
}
