public import Domain

/// Keeps the ledger: every operation's key for ever, its content until it is purged.
///
/// The ledger is read in an order of the store's own, which stays the same; records that are added meanwhile may be met
/// or not. No call keeps anything locked after it returns.
public protocol LedgerKeeping: Sendable {
    /// The record under a key; nil if the key was never used.
    func record(_ key: OperationKey) throws(StoreFailure) -> LedgerRecord?

    /// The next records, at most `limit`; an empty page ends the ledger.
    ///
    /// `after` is the last key of the page before; nil asks for the first page.
    func records(after: OperationKey?, limit: Int) throws(StoreFailure) -> [LedgerRecord]

    /// Looks at the next records, at most `limit`, and removes the content of those that the order covers, in one atomic
    /// step that is durable when the call returns. Keys stay, and a purge that was broken off is simply begun again.
    func purge(_ order: PurgeOrder, after: OperationKey?, limit: Int) throws(StoreFailure) -> PurgeStep
}

/// What one step of a purge did.
public struct PurgeStep: Hashable, Sendable {
    /// The last key that was looked at; nil when the ledger is at its end.
    public let last: OperationKey?
    /// How many records lost their content.
    public let purged: Int

    /// What a step did.
    public init(last: OperationKey?, purged: Int) {
        self.last = last
        self.purged = purged
    }
}
