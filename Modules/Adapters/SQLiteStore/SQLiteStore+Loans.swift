#if SQLite
    public import Domain
    public import Ports

    extension SQLiteStore {
        public func loan(_ id: LoanID) throws(StoreFailure) -> Loan? {
            try read { (connection) throws(StoreFailure) in try connection.loan(id) }
        }

        public func loans(
            matching filter: LoanFilter, after: LoanID?, limit: Int
        ) throws(StoreFailure) -> [Loan] {
            // Only what narrows by an index is left to SQL; which loans match is said once, in the filter. A page is read
            // on until it is full, for a short page ends a listing.
            var conditions = "id > ?1 AND ?2 IS ?2 AND ?3 IS ?3"
            if filter.isOpen || filter.overdueOn != nil { conditions += " AND returned_at IS NULL" }
            if filter.member != nil { conditions += " AND member = ?2" }
            if filter.book != nil { conditions += " AND book = ?3" }
            let sql = "SELECT \(Rows.loanColumns) FROM loan WHERE \(conditions) ORDER BY id LIMIT ?4"
            return try read { (connection) throws(StoreFailure) in
                let select = try connection.statement(sql)
                var page: [Loan] = []
                var last = after?.value ?? 0
                while page.count < limit {
                    let rows = try select.rows(
                        .integer(last), filter.member.map { .integer($0.value) },
                        filter.book.map { .integer($0.value) },
                        .integer(Int64(limit))
                    ) { (row) throws(StoreFailure) in Rows.loan(row) }
                    page += rows.filter(filter.matches).prefix(limit - page.count)
                    guard rows.count == limit, let end = rows.last else { break }
                    last = end.id.value
                }
                return page
            }
        }
    }
#endif
