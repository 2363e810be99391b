/// Lets an import be tried without effect.
public protocol Rehearsing: Sendable {
    /// A private copy of the store as it is at one moment, gone when it is released. Making and using it never holds the
    /// store's write lock.
    func privateCopy() throws(StoreFailure) -> any LibraryStore
}
