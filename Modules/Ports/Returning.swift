public import Domain

/// Takes copies back, one or many.
///
/// An implementation keeps this, and the contract suite (`Tests/StoreContract`) checks it:
/// - One call is one atomic step over all of its requests, which are ruled on in order: each sees the effects of those
///   before it. Facts may be gathered and effects written in bulk.
/// - All effects of the call are committed together, or none; when it returns, they are durable, as far as the store
///   is at all. A failure fails the whole call: it is never one request's answer.
/// - It decides nothing itself.
/// - A retry under the same key and payload sees the ledger record of the first and gets its receipt again, equal in
///   every field; a store never forgets a key.
public protocol LoanReturning: Sendable {
    /// Rules on requests in order and commits their effects; the answers come in the same order, one each.
    ///
    /// - Throws: `StoreFailure`: nothing was committed, unless it says that the outcome is unknown; then the same requests
    ///   sent again find out.
    func commitReturns(
        _ requests: [ReturnRequest], under rule: ReturnRule
    ) throws(StoreFailure) -> [ReturnDecision]
}
