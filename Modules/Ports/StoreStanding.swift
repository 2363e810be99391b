/// Whether a store takes changes.
public enum StoreStanding: Hashable, Sendable {
    /// It does.
    case open
    /// It is a backup: what is changed in it would be lost or doubled.
    case backup
    /// The library has moved to another store, of which this is the URL.
    case moved(to: String)
    /// The library is coming from the store of this URL, which may still be the one in use.
    case arriving(from: String)

    /// Takes what a store kept; nil for an open store.
    public init(stored text: String?) {
        switch text {
        case nil: self = .open
        case "backup"?: self = .backup
        case let text? where text.hasPrefix("arriving "): self = .arriving(from: String(text.dropFirst(9)))
        case let text?: self = .moved(to: text.hasPrefix("moved ") ? String(text.dropFirst(6)) : text)
        }
    }

    /// What a store keeps of it.
    public var stored: String? {
        switch self {
        case .open: nil
        case .backup: "backup"
        case .moved(let place): "moved \(place)"
        case .arriving(let place): "arriving \(place)"
        }
    }

    /// Whether the library is still coming here from another store.
    public var isArriving: Bool {
        if case .arriving = self { true } else { false }
    }

    /// Fails if the library has moved from here, so that what it has become is elsewhere.
    public func checkNotMoved() throws(StoreFailure) {
        if case .moved = self { try checkOpen() }
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
        case .arriving(let place):
            throw StoreFailure(
                .closed,
                "this store is an unfinished copy of \(place) and takes no changes: 'circ store copy' with --retire, as it "
                    + "was begun, finishes it; if that store is lost, make a backup of this one and restore it")
        }
    }
}
