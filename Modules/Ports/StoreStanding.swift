/// Whether a store takes changes.
public enum StoreStanding: Hashable, Sendable {
    /// It does.
    case open
    /// It is a backup: what is changed in it would be lost or doubled.
    case backup
    /// The library has moved to another store, of which this is the URL.
    case moved(to: String)

    /// Takes what a store kept; nil for an open store.
    public init(stored text: String?) {
        switch text {
        case nil: self = .open
        case "backup"?: self = .backup
        case let text?: self = .moved(to: text.hasPrefix("moved ") ? String(text.dropFirst(6)) : text)
        }
    }

    /// What a store keeps of it.
    public var stored: String? {
        switch self {
        case .open: nil
        case .backup: "backup"
        case .moved(let place): "moved \(place)"
        }
    }

    /// Fails unless the store takes changes.
    public func checkOpen() throws(StoreFailure) {
        switch self {
        case .open: return
        case .backup:
            throw StoreFailure(
                .closed, "this store is a backup and takes no changes; 'circ store restore' makes a store of it")
        case .moved(let place):
            throw StoreFailure(
                .closed, "the library has moved to \(place) and this store takes no changes; use that one")
        }
    }
}
