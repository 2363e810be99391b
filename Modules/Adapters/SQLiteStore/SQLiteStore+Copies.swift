#if SQLite
    public import Domain
    public import Ports

    extension SQLiteStore {
        public func addCopy(_ copy: Copy) throws(StoreFailure) -> HoldingsRuling<Copy> {
            try write { (connection) throws(StoreFailure) in
                let ruling = CopyRule.add(
                    copy, book: try connection.book(copy.book), existing: try connection.copy(copy.barcode))
                guard case .write(let copy) = ruling else { return ruling }
                try connection.insert(copy)
                return ruling
            }
        }

        public func withdrawCopy(_ barcode: Barcode) throws(StoreFailure) -> HoldingsRuling<Copy> {
            try write { (connection) throws(StoreFailure) in
                let ruling = CopyRule.withdraw(try connection.copy(barcode))
                guard case .write(let copy) = ruling else { return ruling }
                try connection.statement("UPDATE copy SET withdrawn = ? WHERE barcode = ?").run(
                    copy.isWithdrawn ? 1 : 0, .text(barcode.text))
                return ruling
            }
        }

        public func copy(_ barcode: Barcode) throws(StoreFailure) -> CopyStanding? {
            try read { (connection) throws(StoreFailure) in try connection.standing(barcode) }
        }

        public func copies(of book: BookID?, after: Barcode?, limit: Int) throws(StoreFailure) -> [CopyStanding] {
            try read { (connection) throws(StoreFailure) in
                // Without a book all copies are read in the order of their key; no barcode is empty.
                let condition = book == nil ? "?1 IS NULL AND" : "book = ?1 AND"
                let copies = try connection.statement(
                    "SELECT \(Rows.copyColumns) FROM copy WHERE \(condition) barcode > ?2 ORDER BY barcode LIMIT ?3"
                ).rows(
                    book.map { .integer($0.value) }, .text(after?.text ?? ""), .integer(Int64(limit))
                ) { (row) throws(StoreFailure) in Rows.copy(row) }
                var standings: [CopyStanding] = []
                for copy in copies { standings.append(try connection.standing(of: copy)) }
                return standings
            }
        }
    }
#endif
