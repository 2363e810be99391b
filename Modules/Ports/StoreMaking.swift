/// Makes a new store of a library that is elsewhere.
public protocol StoreMaking: Sendable {
    /// The URL of the store to be made.
    var location: String { get }

    /// Makes the store, whole or not at all: nothing is at its place until the copy is complete, durable, and found to be
    /// equal by count and digest.
    ///
    /// - Throws: `exists` when anything is there already.
    func make(_ copy: LibraryCopy) throws(StoreFailure)

    /// Opens the store that is at its place; nil if none is.
    func made() throws(StoreFailure) -> (any LibraryStore)?
}
