#if SQLite
    public import Domain
    public import Ports

    extension SQLiteStore {
        public func record(_ key: OperationKey) throws(StoreFailure) -> LedgerRecord? {
            try read { (connection) throws(StoreFailure) in
                let ledger = Ledger(connection: connection)
                guard let scope = try ledger.number(of: key.scope) else { return nil }
                switch try ledger.entry(key.id, scope: scope) {
                case nil: return nil
                case .expired: return LedgerRecord(key: key, content: nil)
                case .content(let content): return LedgerRecord(key: key, content: content)
                }
            }
        }

        public func records(after: OperationKey?, limit: Int) throws(StoreFailure) -> [LedgerRecord] {
            try read { (connection) throws(StoreFailure) in
                try Ledger(connection: connection).page(after: after, limit: limit)
            }
        }

        public func purge(_ order: PurgeOrder, after: OperationKey?, limit: Int) throws(StoreFailure) -> PurgeStep {
            try write { (connection) throws(StoreFailure) in
                let ledger = Ledger(connection: connection)
                let page = try ledger.page(after: after, limit: limit)
                let covered = page.filter { $0.content.map(order.covers) ?? false }
                for record in covered { try ledger.purge(record.key) }
                return PurgeStep(last: page.last?.key, purged: covered.count)
            }
        }
    }

    extension Ledger {
        /// The next records in the order of the scopes' numbers and the keys.
        fileprivate func page(after key: OperationKey?, limit: Int) throws(StoreFailure) -> [LedgerRecord] {
            let start: (scope: Int64, operation: String)
            if let key { start = (try number(of: key.scope) ?? 0, key.id.text) } else { start = (0, "") }
            let path = connection.path
            return try connection.statement(
                """
                SELECT \(Rows.ledgerColumns), operation, (SELECT name FROM scope WHERE id = ledger.scope) FROM ledger
                WHERE (scope, operation) > (?1, ?2) ORDER BY scope, operation LIMIT ?3
                """
            ).rows(.integer(start.scope), .text(start.operation), .integer(Int64(limit))) {
                (row) throws(StoreFailure) in
                LedgerRecord(
                    key: OperationKey(
                        scope: OperationScope(stored: row.text(Rows.ledgerWidth + 1)),
                        id: OperationID(stored: row.text(Rows.ledgerWidth))),
                    content: try Rows.content(row, path: path))
            }
        }

        /// Removes the content of an operation; its key stays.
        func purge(_ key: OperationKey) throws(StoreFailure) {
            let emptied = Rows.ledgerColumns.split(separator: ",").map { "\($0) = NULL" }.joined(separator: ",")
            try connection.statement(
                "UPDATE ledger SET \(emptied) WHERE scope = (SELECT id FROM scope WHERE name = ?) AND operation = ?"
            ).run(.text(key.scope.description), .text(key.id.text))
        }
    }
#endif
