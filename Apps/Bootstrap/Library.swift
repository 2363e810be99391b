public import Domain
import FileStore
import Host
import MemoryStore
public import Ports

#if SQLite
    import SQLiteStore
#endif

/// A library that is open: its store, its calendar and its clock.
///
/// The one place that names concrete stores.
public struct Library: Sendable {
    /// The store.
    public let store: any LibraryStore
    /// The calendar of the library's zone.
    public let calendar: any LibraryCalendar
    /// The clock.
    public let clock: any WallClock
    /// Whether others may use the store while this has it open.
    public let isShared: Bool

    /// What a store is opened for.
    public enum Use: Hashable, Sendable {
        /// To be read: nobody waits for whoever has it open, and it may show the library as it was when it was opened.
        case reading
        /// To be copied: nobody changes it until it is closed, and this does not either.
        case copying
        /// To be changed.
        case changing
        /// To be changed by nobody else: others find it busy until it is closed, where it is one that several may use.
        case changingAlone
    }

    /// Opens a store that is there; none is created by accident.
    ///
    /// - Parameters:
    ///   - location: where the store is.
    ///   - use: what it is opened for.
    public static func open(_ location: StoreLocation, for use: Use = .changing) throws(StoreFailure) -> Library {
        try location.checkLocal()
        switch location.place {
        case .memory:
            return try Library(store: MemoryStore(zone: ZoneCalendar.machineZone, createdAt: SystemClock().now()))
        case .file(let directory):
            switch use {
            case .reading: return try Library(store: FileStore.reading(directory: directory))
            case .copying: return try Library(store: FileStore.held(directory: directory))
            case .changing, .changingAlone: return try Library(store: FileStore(directory: directory))
            }
        case .sqlite(let path):
            #if SQLite
                let isExclusive = use == .changingAlone
                return try Library(store: SQLiteStore(path: path, isExclusive: isExclusive), isShared: !isExclusive)
            #else
                throw StoreFailure(.badURL, "this build has no SQLite, so it cannot open \(path)")
            #endif
        }
    }

    /// Fails early where there is no store that could be opened later, and keeps nothing of it open.
    public static func look(at location: StoreLocation) throws(StoreFailure) {
        guard case .file(let directory) = location.place else {
            _ = try open(location)
            return
        }
        // To open it is to read all of it.
        try location.checkLocal()
        try FileStore.look(directory: directory)
    }

    /// Makes a new store and opens it.
    ///
    /// - Parameters:
    ///   - location: where it is to be.
    ///   - zone: the library's IANA time zone; nil for the machine's own.
    ///   - group: an operating-system group whose accounts share the store; nil for this account alone.
    /// - Returns: the library, and what was assumed, a sentence each.
    /// - Throws: `exists` when anything is there already; `unknownZone` or `unknownGroup`; `badURL` for a store in memory,
    ///   which would be gone at once.
    public static func create(
        _ location: StoreLocation, zone: String?, group: String?
    ) throws(StoreFailure) -> (library: Library, assumed: [String]) {
        try location.checkLocal()
        let clock = SystemClock()
        let name = zone ?? ZoneCalendar.machineZone
        guard ZoneCalendar(zone: name) != nil else {
            throw StoreFailure(
                .unknownZone, "'\(name)' is no time zone; name one such as Europe/Zurich with --zone")
        }
        var assumed: [String] = []
        if zone == nil { assumed.append("The time zone is this machine's: \(name).") }
        if let directory = location.lackingDirectory { assumed.append("The directory \(directory) is to be made too.") }
        switch location.place {
        case .memory:
            throw .goneAtOnce
        case .file(let directory):
            let number = try number(of: group, &assumed)
            let store = try FileStore.create(
                directory: directory, zone: name, at: clock.now(), access: number.map { .group($0) } ?? .owner)
            return (try made(store), assumed)
        case .sqlite(let path):
            #if SQLite
                let number = try number(of: group, &assumed)
                let store = try SQLiteStore.create(
                    path: path, zone: name, at: clock.now(), access: number.map { .group($0) } ?? .owner)
                return (try made(store, isShared: true), assumed)
            #else
                throw StoreFailure(.badURL, "this build has no SQLite, so it cannot make \(path)")
            #endif
        }
    }

    /// The library of a store that was just made.
    private static func made(_ store: any LibraryStore, isShared: Bool = false) throws(StoreFailure) -> Library {
        do throws(StoreFailure) {
            return try Library(store: store, isShared: isShared)
        } catch { throw error.withUnknownOutcome }
    }

    /// The number of the group that shares a store, if one does.
    private static func number(of group: String?, _ assumed: inout [String]) throws(StoreFailure) -> UInt32? {
        guard let group else {
            assumed.append("Only this account may use it; --group shares it.")
            return nil
        }
        guard let number = OperatingSystem.groupNumber(of: group) else {
            throw StoreFailure(.unknownGroup, "there is no group '\(group)' on this machine")
        }
        return number
    }

    private init(store: any LibraryStore, isShared: Bool = false) throws(StoreFailure) {
        let zone = try store.zone()
        guard let calendar = ZoneCalendar(zone: zone) else {
            throw StoreFailure(
                .unknownZone, "the store's time zone, '\(zone)', is not known on this machine; install its zone data")
        }
        self.store = store
        self.isShared = isShared
        self.calendar = calendar
        clock = SystemClock()
    }

    /// The time of the library's clock.
    public func now() -> Moment { clock.now() }

    /// The calendar of another zone; nil if there is none of that name.
    public static func calendar(zone: String) -> (any LibraryCalendar)? { ZoneCalendar(zone: zone) }

    /// The library with a private copy of its store, to try things without effect.
    public func rehearsal() throws(StoreFailure) -> Library {
        try Library(store: try store.privateCopy())
    }
}

extension StoreFailure {
    /// A library in memory is of no use to anybody after the command that makes it.
    static let goneAtOnce = StoreFailure(.badURL, "a store in memory is gone with the command; name one that lasts")
}

extension StoreFailure.Kind {
    /// No time zone has that name.
    public static let unknownZone = StoreFailure.Kind("unknownZone")
    /// No group has that name.
    public static let unknownGroup = StoreFailure.Kind("unknownGroup")
}
