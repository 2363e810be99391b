public import Domain

/// Gives all that a store holds, so that it can be checked and moved.
///
/// No call but `withChangesHeld` keeps anything locked after it returns.
public protocol StoreMoving: Sendable {
    /// What the library has one of.
    func head() throws(StoreFailure) -> LibraryHead

    /// The next books in order of their numbers, those removed too, at most `limit`; an empty page ends the list.
    func everyBook(after: BookID?, limit: Int) throws(StoreFailure) -> [Book]

    /// The next copies in order of their barcodes, at most `limit`; an empty page ends the list.
    func everyCopy(after: Barcode?, limit: Int) throws(StoreFailure) -> [Copy]

    /// The next notices that are pending, each with its place in their order, at most `limit`; an empty page ends the
    /// list.
    func pendingNotices(after: Int64?, limit: Int) throws(StoreFailure) -> [PendingNotice]

    /// What the store's technology finds wrong with its own files, a line each, without any member's data.
    ///
    /// It may read all of them: it is asked of a private copy.
    func damage() throws(StoreFailure) -> [String]

    /// Holds off all changes while a body reads, and then retires the store if the body gives the URL it moved to: from
    /// then on it refuses every change with `closed`, durably.
    ///
    /// - Parameter body: reads by the store it is given, and no other way.
    func withChangesHeld(_ body: (any LibraryStore) throws(StoreFailure) -> String?) throws(StoreFailure)

    /// Lets a store at which a library was arriving take changes from now on, durably; one that is open stays so.
    ///
    /// - Throws: `closed` for any other.
    func arrive() throws(StoreFailure)

    /// Makes a copy of the store, as it is at one moment, at a path where nothing is: whole or not at all, durable when
    /// the call returns, and closed to changes.
    ///
    /// Others may write meanwhile; it takes a bounded time all the same.
    /// - Throws: `closed` if the library has moved from here; `corrupt` if the store contradicts itself.
    func backUp(to path: String) throws(StoreFailure)
}

/// A notice that is to be sent, and its place in the order in which notices were recorded.
public struct PendingNotice: Hashable, Sendable {
    /// Its place: those that come later have a higher one.
    public let place: Int64
    /// The notice.
    public let notice: Notice

    /// A notice at its place.
    public init(place: Int64, notice: Notice) {
        self.place = place
        self.notice = notice
    }
}
