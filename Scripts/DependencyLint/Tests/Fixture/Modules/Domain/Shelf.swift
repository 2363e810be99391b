/// A place for books.
public struct Shelf: Sendable {
    /// How many books it holds.
    public let size: Int

    /// A shelf that holds `size` books.
    public init(size: Int) { self.size = size }
}
