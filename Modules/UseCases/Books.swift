public import Domain
public import Ports

/// Enters a book in the catalogue.
public struct AddBook: Sendable {
    private let books: any BookKeeping
    private let clock: any WallClock

    /// Works by way of these ports.
    public init(books: any BookKeeping, clock: any WallClock) {
        self.books = books
        self.clock = clock
    }

    /// Enters a book; a title is never empty.
    public func callAsFunction(
        title: String, author: String?, isbn: String?, as principal: Principal
    ) throws(HoldingsFailure) -> Book {
        try HoldingsFailure.require(.catalogue, of: principal)
        let details = try HoldingsFailure.check(try BookDetails(title: title, author: author, isbn: isbn))
        return try HoldingsFailure.ask(try books.addBook(details, at: clock.now()))
    }
}

/// What an edit changes: nil leaves a field as it is, blank empties it where it may be empty.
public struct BookEdit: Hashable, Sendable {
    /// The fields to change.
    public var title, author, isbn: String?

    /// An edit of some fields.
    public init(title: String? = nil, author: String? = nil, isbn: String? = nil) {
        self.title = title
        self.author = author
        self.isbn = isbn
    }

    func applied(to old: BookDetails) throws(InvalidRequest) -> BookDetails {
        guard self != BookEdit() else { throw InvalidRequest(.changes, .missing) }
        return try BookDetails(title: title ?? old.title, author: author ?? old.author, isbn: isbn ?? old.isbn)
    }
}

/// Edits and removes books.
public struct ChangeBook: Sendable {
    private let books: any BookKeeping

    /// Works by way of this port.
    public init(books: any BookKeeping) {
        self.books = books
    }

    /// Edits a book as it was at a revision; refused if it was edited since.
    public func edit(
        _ id: Int64, revision: Int, _ edit: BookEdit, as principal: Principal
    ) throws(HoldingsFailure) -> Book {
        try HoldingsFailure.require(.catalogue, of: principal)
        let book = try bookID(id)
        let found = try HoldingsFailure.ask(try books.book(book))
        guard let old = found?.book.details else { throw .refused(.unknownBook) }
        return try change(book, by: .edit(try HoldingsFailure.check(try edit.applied(to: old)), revision: revision))
    }

    /// Removes a book; refused while a copy is on loan.
    public func remove(_ id: Int64, as principal: Principal) throws(HoldingsFailure) -> Book {
        try HoldingsFailure.require(.catalogue, of: principal)
        return try change(try bookID(id), by: .remove)
    }

    private func bookID(_ number: Int64) throws(HoldingsFailure) -> BookID {
        try HoldingsFailure.check(try BookID(stated: number, as: .book))
    }

    private func change(_ id: BookID, by change: BookChange) throws(HoldingsFailure) -> Book {
        try HoldingsFailure.ask(try books.changeBook(id, by: change)).row()
    }
}

/// Finds books and their stock.
///
/// Anybody may.
public struct FindBooks: Sendable {
    private let books: any BookKeeping

    /// Works by way of this port.
    public init(books: any BookKeeping) {
        self.books = books
    }

    /// The book with a number; refused if there is none in the catalogue.
    public func callAsFunction(_ id: Int64) throws(HoldingsFailure) -> BookStock {
        let book = try HoldingsFailure.check(try BookID(stated: id, as: .book))
        let found = try HoldingsFailure.ask(try books.book(book))
        guard let found, !found.book.isRemoved else { throw .refused(.unknownBook) }
        return found
    }

    /// The title of a book, one that was removed too: past loans keep their meaning; nil if there is no such book.
    public func title(of id: BookID) throws(HoldingsFailure) -> String? {
        try HoldingsFailure.ask(try books.book(id))?.book.details.title
    }

    /// Gives the books that a text finds, page by page, until `use` gives false.
    ///
    /// Nothing of the store is held while a page is used.
    public func each(
        finding text: SearchText, _ use: ([BookStock]) -> Bool
    ) throws(HoldingsFailure) {
        try eachPage(after: \BookStock.book.id, use: { use($0.filter { text.finds($0.book) }) }) {
            (after, limit) throws(StoreFailure) in
            try books.books(after: after, limit: limit)
        }
    }
}
