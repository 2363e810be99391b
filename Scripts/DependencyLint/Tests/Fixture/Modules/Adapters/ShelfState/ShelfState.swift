public import Domain
public import Ports

/// A shelf in memory.
public struct ShelfState: ShelfKeeping {
    /// An empty shelf.
    public init() {}

    /// The shelf as it stands.
    public func shelf() -> Shelf { Shelf(size: 0) }
}
