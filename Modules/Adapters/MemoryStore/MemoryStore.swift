public import Domain
import LibraryState
public import Ports
import Synchronization

/// A library in memory, gone with the process; for the rest it keeps the same contract as the stores that last.
public final class MemoryStore: LibraryStore {
    /// What the lock guards.
    struct Contents {
        var library: LibraryState
        var writesUntilFailure: Int?
    }

    let contents: Mutex<Contents>

    /// A new, empty library.
    public convenience init(zone: String, createdAt: Moment, policy: LoanPolicy = .initial) {
        self.init(LibraryState(zone: zone, createdAt: createdAt, policy: policy))
    }

    /// A library that is equal to one elsewhere.
    public convenience init(_ copy: LibraryCopy) throws(StoreFailure) {
        self.init(try LibraryState(copy) { MemoryStore($0) })
    }

    init(_ library: LibraryState) {
        contents = Mutex(Contents(library: library))
    }

    /// Makes a write fail once, as a full disk would: the next one for 1, the one after it for 2; nil calls it off.
    ///
    /// An operation's effects are one write.
    package func failWrite(_ number: Int?) {
        contents.withLock { $0.writesUntilFailure = number }
    }

    /// Writes a loan past the rules, as a defect would.
    package func putPastTheRules(_ loan: Loan) throws(StoreFailure) {
        try step { contents throws(StoreFailure) in
            try contents.write { library throws(StateConflict) in try library.put(loan) }
        }
    }

    /// Forgets an operation's content and keeps its key.
    package func purge(_ key: OperationKey) throws(StoreFailure) {
        try step { contents throws(StoreFailure) in
            try contents.write { library throws(StateConflict) in
                try library.put(LedgerRecord(key: key, content: nil))
            }
        }
    }

    /// Reads the library as it is at one moment.
    func read<Result: Sendable>(_ body: (LibraryState) -> Result) -> Result {
        contents.withLock { body($0.library) }
    }

    /// Takes one atomic step; the body leaves the library as it was when it throws.
    func step<Result: Sendable>(
        _ body: (inout Contents) throws(StoreFailure) -> Result
    ) throws(StoreFailure) -> Result {
        try contents.withLock { contents throws(StoreFailure) in
            try contents.library.standing.checkOpen()
            return try body(&contents)
        }
    }
}

extension MemoryStore.Contents {
    /// Writes to the library, unless this write was told to fail.
    mutating func write(_ body: (inout LibraryState) throws(StateConflict) -> Void) throws(StoreFailure) {
        if let left = writesUntilFailure {
            writesUntilFailure = left > 1 ? left - 1 : nil
            if left <= 1 { throw StoreFailure(.inputOutput, "writing failed; nothing was changed: try again") }
        }
        do throws(StateConflict) { try body(&library) } catch { throw error.failure }
    }
}

extension MemoryStore {
    public func loan(_ id: LoanID) throws(StoreFailure) -> Loan? {
        read { $0.loan(id) }
    }

    public func loans(matching filter: LoanFilter, after: LoanID?, limit: Int) throws(StoreFailure) -> [Loan] {
        read { $0.loans(matching: filter, after: after, limit: limit) }
    }

    public func privateCopy() throws(StoreFailure) -> any LibraryStore {
        MemoryStore(read { $0 })
    }

    public func zone() throws(StoreFailure) -> String {
        read { $0.zone }
    }

    public func facts() throws(StoreFailure) -> StoreFacts {
        read { $0.facts(technology: "memory", durability: "none: gone with the process", schema: 1) }
    }
}
