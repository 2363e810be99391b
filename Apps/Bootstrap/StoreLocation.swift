import Glibc
import Host
public import Ports

/// Where a store is: `sqlite:PATH`, `file:DIR` or `memory:`.
public struct StoreLocation: Hashable, Sendable, CustomStringConvertible {
    enum Place: Hashable, Sendable {
        case memory
        case file(directory: String)
        case sqlite(path: String)
    }

    let place: Place

    /// Reads a store's URL.
    ///
    /// - Throws: `badURL` if it names no store that this build knows.
    public init(url: String) throws(StoreFailure) {
        if url == "memory:" {
            place = .memory
            return
        }
        if let directory = Self.path(in: url, after: "file:") {
            place = .file(directory: directory)
            return
        }
        #if SQLite
            if let path = Self.path(in: url, after: "sqlite:") {
                place = .sqlite(path: path)
                return
            }
        #endif
        throw StoreFailure(.badURL, "'\(url)' names no store; use \(Self.forms)")
    }

    /// The store that a backup's path names: a directory holds files, anything else is SQLite's.
    ///
    /// A URL is taken as one.
    public init(backup path: String) throws(StoreFailure) {
        if let location = try? StoreLocation(url: path) {
            self = location
            return
        }
        var facts = stat()
        let isDirectory = stat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFDIR
        try self.init(url: "\(isDirectory ? "file" : "sqlite"):\(path)")
    }

    /// The path at which a backup of this store is to be made: `text` is a path, or the URL of a store of this kind.
    ///
    /// - Throws: `badURL` for one of another kind.
    public func pathOfBackup(_ text: String) throws(StoreFailure) -> String {
        guard let named = try? StoreLocation(url: text) else { return text }
        switch (place, named.place) {
        case (.file, .file(let path)), (.sqlite, .sqlite(let path)): return path
        default:
            throw StoreFailure(
                .badURL,
                "a backup of \(self) is a store of the same kind, so it cannot be at \(text); name a path, or copy the store"
            )
        }
    }

    /// The same place, named from the root of the file system.
    public var absolute: StoreLocation {
        switch place {
        case .memory: self
        case .file(let directory): StoreLocation(.file(directory: Self.whole(directory)))
        case .sqlite(let path): StoreLocation(.sqlite(path: Self.whole(path)))
        }
    }

    /// The directory that a new store would stand in, if it is not there yet.
    var lackingDirectory: String? {
        let path: String
        switch absolute.place {
        case .memory: return nil
        case .file(let directory): path = directory
        case .sqlite(let file): path = file
        }
        let parent = "/" + path.split(separator: "/").dropLast().joined(separator: "/")
        return access(parent, F_OK) == 0 ? nil : parent
    }

    /// Refuses a place on a network file system, unless the variable `CIRC_NETWORK_STORE` allows it: neither locks nor
    /// syncs need be there what they say.
    public func checkLocal() throws(StoreFailure) {
        let path: String
        switch place {
        case .memory: return
        case .file(let directory): path = directory
        case .sqlite(let file): path = file
        }
        guard Self.environment("CIRC_NETWORK_STORE") != "allow", let system = NetworkFileSystem(at: path) else {
            return
        }
        throw StoreFailure(
            .unavailable,
            "\(path) lies on a network file system (\(system.type)), whose locks and syncs cannot be relied on; choose a "
                + "local place, or set CIRC_NETWORK_STORE=allow if you know that they can")
    }

    private init(_ place: Place) {
        self.place = place
    }

    private static func whole(_ path: String) -> String {
        guard !path.hasPrefix("/"), let here = getcwd(nil, 0) else { return path }
        defer { free(here) }
        return "\(String(cString: here))/\(path)"
    }

    /// Refuses a store that is gone with the command, where what it is told must last.
    public func requireLasting() throws(StoreFailure) {
        if case .memory = place { throw .goneAtOnce }
    }

    /// The store that was chosen: by the option, else by `CIRC_STORE`, else by the file `/etc/circ/store`, else SQLite in
    /// `$XDG_DATA_HOME/circ/` (`~/.local/share/circ/`).
    public static func chosen(option: String?) throws(StoreFailure) -> StoreLocation {
        if let option { return try StoreLocation(url: option) }
        if let variable = environment("CIRC_STORE") { return try StoreLocation(url: variable) }
        if let line = firstLine(of: "/etc/circ/store") { return try StoreLocation(url: line) }
        // A relative XDG_DATA_HOME is to be ignored, says the XDG Base Directory Specification.
        let shared = environment("XDG_DATA_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
        let data = shared ?? environment("HOME").map { "\($0)/.local/share" }
        guard let data else {
            throw StoreFailure(.badURL, "no store was named and there is no home directory; use --store \(forms)")
        }
        return try StoreLocation(url: "sqlite:\(data)/circ/circ.sqlite")
    }

    /// The URL.
    public var description: String {
        switch place {
        case .memory: "memory:"
        case .file(let directory): "file:\(directory)"
        case .sqlite(let path): "sqlite:\(path)"
        }
    }

    private static var forms: String {
        #if SQLite
            "sqlite:PATH, file:DIR or memory:"
        #else
            "file:DIR or memory: (this build has no SQLite)"
        #endif
    }

    /// What follows the kind of store in a URL; nil if it is another kind, or names nothing.
    private static func path(in url: String, after kind: String) -> String? {
        guard url.hasPrefix(kind), url.utf8.count > kind.utf8.count, !url.utf8.contains(0) else { return nil }
        return String(url.dropFirst(kind.count))
    }

    private static func environment(_ name: String) -> String? {
        guard let value = getenv(name).map({ String(cString: $0) }), !value.isEmpty else { return nil }
        return value
    }

    private static func firstLine(of path: String) -> String? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = read(descriptor, &bytes, bytes.count)
        let line = bytes.prefix(max(0, count)).prefix { $0 != 0x0A && $0 != 0x0D }
        return line.isEmpty ? nil : String(decoding: line, as: UTF8.self)
    }
}
