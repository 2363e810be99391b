#if SQLite
    public import Domain
    public import Ports

    extension SQLiteStore {
        private static let stockColumns = """
            \(Rows.bookColumns),
            (SELECT count(*) FROM copy WHERE copy.book = book.id AND withdrawn = 0),
            (SELECT count(*) FROM copy WHERE copy.book = book.id AND withdrawn = 0 AND NOT EXISTS
                (SELECT 1 FROM loan WHERE loan.copy = copy.barcode AND returned_at IS NULL))
            """

        public func addBook(_ details: BookDetails, at now: Moment) throws(StoreFailure) -> Book {
            try write { (connection) throws(StoreFailure) in
                let id = BookID(stored: try connection.counter("book"))
                let book = Book(id: id, details: details, createdAt: now)
                try connection.insert(book)
                try connection.moveCounter("book", past: id.value)
                return book
            }
        }

        public func changeBook(_ id: BookID, by change: BookChange) throws(StoreFailure) -> HoldingsRuling<Book> {
            try write { (connection) throws(StoreFailure) in
                let openLoan = try connection.statement(
                    "SELECT min(id) FROM loan WHERE book = ? AND returned_at IS NULL"
                ).first(.integer(id.value)) { (row) throws(StoreFailure) in row.optionalInteger(0) }
                let ruling = change.ruling(
                    book: try connection.book(id), openLoan: openLoan.flatMap { $0 }.map(LoanID.init(stored:)))
                guard case .write(let book) = ruling else { return ruling }
                try connection.statement(
                    "UPDATE book SET title = ?, author = ?, isbn = ?, revision = ?, removed = ? WHERE id = ?"
                ).run(
                    .text(book.details.title), book.details.author.map { .text($0) },
                    book.details.isbn.map { .text($0) }, .integer(Int64(book.revision)), book.isRemoved ? 1 : 0,
                    .integer(id.value))
                if book.isRemoved {
                    try connection.statement("UPDATE copy SET withdrawn = 1 WHERE book = ?").run(.integer(id.value))
                }
                return ruling
            }
        }

        public func book(_ id: BookID) throws(StoreFailure) -> BookStock? {
            try read { (connection) throws(StoreFailure) in
                try connection.statement("SELECT \(Self.stockColumns) FROM book WHERE id = ?")
                    .first(.integer(id.value)) { (row) throws(StoreFailure) in Self.stock(row) }
            }
        }

        public func books(after: BookID?, limit: Int) throws(StoreFailure) -> [BookStock] {
            try read { (connection) throws(StoreFailure) in
                try connection.statement(
                    "SELECT \(Self.stockColumns) FROM book WHERE id > ? AND removed = 0 ORDER BY id LIMIT ?"
                ).rows(.integer(after?.value ?? 0), .integer(Int64(limit))) { (row) throws(StoreFailure) in
                    Self.stock(row)
                }
            }
        }

        private static func stock(_ row: Statement) -> BookStock {
            BookStock(book: Rows.book(row), copies: Int(row.integer(7)), available: Int(row.integer(8)))
        }
    }
#endif
