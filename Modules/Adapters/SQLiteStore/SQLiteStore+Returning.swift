#if SQLite
    public import Domain
    public import Ports

    extension SQLiteStore {
        public func commitReturns(
            _ requests: [ReturnRequest], under rule: ReturnRule
        ) throws(StoreFailure) -> [ReturnDecision] {
            try write { (connection) throws(StoreFailure) in
                var batch = ReturnBatch(connection: connection)
                try batch.gather(requests, under: rule)
                var decisions: [ReturnDecision] = []
                decisions.reserveCapacity(requests.count)
                for index in requests.indices {
                    let ruling = rule.ruling(on: requests[index], given: try batch.facts(at: index))
                    if case .commit(let effects, _) = ruling { batch.note(effects, at: index) }
                    decisions.append(ruling.decision)
                }
                try batch.write()
                return decisions
            }
        }
    }
#endif
