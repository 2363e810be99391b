public import Domain
import LibraryState
public import Ports

extension FileStore {
    /// Reads the library as it is at one moment, once all of that is durable.
    func read<Result: Sendable>(_ body: (LibraryState) -> Result) throws(StoreFailure) -> Result {
        try step { contents throws(StoreFailure) in body(contents.library) }
    }

    public func loan(_ id: LoanID) throws(StoreFailure) -> Loan? {
        try read { $0.loan(id) }
    }

    public func loans(matching filter: LoanFilter, after: LoanID?, limit: Int) throws(StoreFailure) -> [Loan] {
        try read { $0.loans(matching: filter, after: after, limit: limit) }
    }

    public func privateCopy() throws(StoreFailure) -> any LibraryStore {
        FileStore(try read { $0 }, directory: "a private copy")
    }

    public func zone() throws(StoreFailure) -> String {
        try read { $0.zone }
    }

    public func facts() throws(StoreFailure) -> StoreFacts {
        try read {
            $0.facts(
                technology: "files", durability: "synced to disk before every answer; one process at a time",
                schema: Int(FileHeader.version))
        }
    }
}
