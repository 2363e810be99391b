#if SQLite
    public import Domain
    public import Ports

    extension SQLiteStore {
        public func commitReturns(
            _ requests: [ReturnRequest], under rule: ReturnRule
        ) throws(StoreFailure) -> [ReturnDecision] {
            try write { (connection) throws(StoreFailure) in
                var batch = try ReturnBatch(requests, under: rule, on: connection)
                return try batch.commit()
            }
        }
    }
#endif
