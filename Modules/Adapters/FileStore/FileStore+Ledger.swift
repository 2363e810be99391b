public import Domain
import LibraryState
public import Ports

extension FileStore {
    public func record(_ key: OperationKey) throws(StoreFailure) -> LedgerRecord? {
        try read { $0.record(key) }
    }

    public func records(after: OperationKey?, limit: Int) throws(StoreFailure) -> [LedgerRecord] {
        try read { $0.records(after: after, limit: limit) }
    }

    public func purge(_ order: PurgeOrder, after: OperationKey?, limit: Int) throws(StoreFailure) -> PurgeStep {
        try write { contents throws(StoreFailure) in
            let (last, covered) = contents.library.recordsToPurge(under: order, after: after, limit: limit)
            for key in covered { try contents.make(.purge(key)) }
            return PurgeStep(last: last, purged: covered.count)
        }
    }
}
