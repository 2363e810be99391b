public import Domain
import LibraryState
public import Ports

extension MemoryStore {
    public func record(_ key: OperationKey) throws(StoreFailure) -> LedgerRecord? {
        read { $0.record(key) }
    }

    public func records(after: OperationKey?, limit: Int) throws(StoreFailure) -> [LedgerRecord] {
        read { $0.records(after: after, limit: limit) }
    }

    public func purge(_ order: PurgeOrder, after: OperationKey?, limit: Int) throws(StoreFailure) -> PurgeStep {
        try step { contents throws(StoreFailure) in
            let (last, covered) = contents.library.recordsToPurge(under: order, after: after, limit: limit)
            guard !covered.isEmpty else { return PurgeStep(last: last, purged: 0) }
            try contents.write { library throws(StateConflict) in
                for key in covered { try library.put(LedgerRecord(key: key, content: nil)) }
            }
            return PurgeStep(last: last, purged: covered.count)
        }
    }
}
