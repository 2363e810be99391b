#if SQLite
    import Domain
    import Ports

    /// Reads that several operations share.
    extension Connection {
        /// The book with a number, unless it was removed.
        func book(_ id: BookID) throws(StoreFailure) -> Book? {
            try statement("SELECT \(Rows.bookColumns) FROM book WHERE id = ? AND removed = 0")
                .first(.integer(id.value)) { (row) throws(StoreFailure) in Rows.book(row) }
        }

        /// The member with a number.
        func member(_ id: MemberID) throws(StoreFailure) -> Member? {
            try statement("SELECT \(Rows.memberColumns) FROM member WHERE id = ?")
                .first(.integer(id.value)) { (row) throws(StoreFailure) in Rows.member(row) }
        }

        /// The member with a card.
        func member(card: CardNumber) throws(StoreFailure) -> Member? {
            try statement("SELECT \(Rows.memberColumns) FROM member WHERE card = ?")
                .first(.text(card.description)) { (row) throws(StoreFailure) in Rows.member(row) }
        }

        /// Whether any copy is withdrawn; by an index of those alone.
        func hasWithdrawnCopies() throws(StoreFailure) -> Bool {
            try statement("SELECT 1 FROM copy INDEXED BY copy_withdrawn WHERE withdrawn = 1 LIMIT 1")
                .first { (row) throws(StoreFailure) in row.integer(0) } != nil
        }

        /// The copy with a barcode.
        func copy(_ barcode: Barcode) throws(StoreFailure) -> Copy? {
            let select = try statement(.copy)
            try select.bind(barcode.text, 1)
            defer { select.reset() }
            return try select.step() ? Rows.copy(select) : nil
        }

        /// The copy with a barcode and its newest loan.
        func standing(_ barcode: Barcode) throws(StoreFailure) -> CopyStanding? {
            guard let copy = try copy(barcode) else { return nil }
            return try standing(of: copy)
        }

        /// A copy's newest loan beside it.
        func standing(of copy: Copy) throws(StoreFailure) -> CopyStanding {
            CopyStanding(
                copy: copy,
                newest: try newestLoan(of: copy.barcode, beganBy: Moment(milliseconds: .max)))
        }

        /// The copies of a book, each with its newest loan.
        func copies(of book: BookID) throws(StoreFailure) -> [CopyStanding] {
            let copies = try statement("SELECT \(Rows.copyColumns) FROM copy WHERE book = ?")
                .rows(.integer(book.value)) { (row) throws(StoreFailure) in Rows.copy(row) }
            var standings: [CopyStanding] = []
            for copy in copies { standings.append(try standing(of: copy)) }
            return standings
        }
    }
#endif
