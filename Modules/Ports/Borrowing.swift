public import Domain

/// Lends copies.
///
/// An implementation keeps this, and the contract suite (`Tests/StoreContract`) checks it:
/// - One call is one atomic step: it gathers the facts, asks the rule once, and writes all of the ruling's effects or none.
///   No other call's effects come between the facts and the effects.
/// - When it returns, the effects are durable, as far as the store is at all.
/// - It decides nothing itself, and refuses a second open loan of a copy even if it is told to write one.
/// - A retry under the same key and payload sees the ledger record of the first and gets its receipt again, equal in
///   every field; a store never forgets a key.
public protocol LoanBorrowing: Sendable {
    /// Rules on a request and commits the effects.
    ///
    /// - Throws: `StoreFailure`: nothing was committed, unless it says that the outcome is unknown; then the same request
    ///   sent again finds out.
    func commitBorrow(_ request: BorrowRequest, under rule: BorrowRule) throws(StoreFailure) -> BorrowDecision
}
