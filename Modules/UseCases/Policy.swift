public import Domain
public import Ports

/// Shows and sets the loan policy.
public struct DecidePolicy: Sendable {
    private let policies: any PolicyKeeping

    /// Works by way of this port.
    public init(policies: any PolicyKeeping) {
        self.policies = policies
    }

    /// The policy as it is.
    ///
    /// Anybody may.
    public func show() throws(HoldingsFailure) -> LoanPolicy {
        try HoldingsFailure.ask(try policies.policy())
    }

    /// Changes what is stated and leaves the rest; it applies to every commit from then on.
    public func set(
        defaultDays: Int?, maximumDays: Int?, retentionDays: Int?, as principal: Principal
    ) throws(HoldingsFailure) -> LoanPolicy {
        try HoldingsFailure.require(.manage, of: principal)
        guard defaultDays != nil || maximumDays != nil || retentionDays != nil else {
            throw .invalidRequest(InvalidRequest(.changes, .missing))
        }
        let result = try HoldingsFailure.ask(
            try policies.changePolicy { old in
                Result { () throws(InvalidRequest) -> LoanPolicy in
                    try LoanPolicy(
                        defaultDays: defaultDays ?? old.defaultDays, maximumDays: maximumDays ?? old.maximumDays,
                        retentionDays: retentionDays ?? old.retentionDays)
                }
            })
        switch result {
        case .success(let policy): return policy
        case .failure(let invalid): throw .invalidRequest(invalid)
        }
    }
}
