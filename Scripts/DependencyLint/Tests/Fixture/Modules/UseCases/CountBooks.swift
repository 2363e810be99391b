import Domain
public import Ports

/// Counts the books on the shelf.
public struct CountBooks: Sendable {
    private let keeper: any ShelfKeeping

    /// Counts on the shelf that `keeper` keeps.
    public init(keeper: any ShelfKeeping) { self.keeper = keeper }

    /// How many books there are.
    public func run() -> Int { keeper.shelf().size }
}
