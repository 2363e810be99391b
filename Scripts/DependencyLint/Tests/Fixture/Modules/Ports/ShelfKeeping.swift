public import Domain

/// Keeps one shelf.
public protocol ShelfKeeping: Sendable {
    /// The shelf as it stands.
    func shelf() -> Shelf
}
