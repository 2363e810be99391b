public import Domain

/// Keeps the loan policy.
public protocol PolicyKeeping: Sendable {
    /// The policy as it is.
    func policy() throws(StoreFailure) -> LoanPolicy

    /// Replaces the policy in one atomic step, durable when the call returns, and gives it as it is then.
    ///
    /// - Parameter change: makes the new policy from the one that is there; refusing leaves that one.
    func changePolicy(
        _ change: (LoanPolicy) -> Result<LoanPolicy, InvalidRequest>
    ) throws(StoreFailure) -> Result<LoanPolicy, InvalidRequest>
}
