public import Domain

/// Keeps the catalogue.
///
/// Each change is one atomic step, durable when the call returns.
public protocol BookKeeping: Sendable {
    /// Enters a book under the next number, at revision 1.
    func addBook(_ details: BookDetails, at now: Moment) throws(StoreFailure) -> Book

    /// Asks the change's rule about the book as it is and writes what it rules: a book removed withdraws its copies.
    func changeBook(_ id: BookID, by change: BookChange) throws(StoreFailure) -> HoldingsRuling<Book>

    /// The book with its stock, one that was removed too; nil if there is none.
    func book(_ id: BookID) throws(StoreFailure) -> BookStock?

    /// The next books in order of their numbers, those removed left out, at most `limit`; an empty page ends the list.
    func books(after: BookID?, limit: Int) throws(StoreFailure) -> [BookStock]
}
