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

    /// What may be stated of the loans a member may have open at once.
    public enum LoanLimit: Hashable, Sendable {
        /// As many as the member likes.
        case none
        /// At most so many, 1 to 1000.
        case loans(Int)
    }

    /// Changes what is stated and leaves the rest; it applies to every commit from then on.
    public func set(
        defaultDays: Int?, maximumDays: Int?, retentionDays: Int?, loanLimit: LoanLimit?,
        as principal: Principal
    ) throws(HoldingsFailure) -> LoanPolicy {
        try HoldingsFailure.require(.manage, of: principal)
        guard defaultDays != nil || maximumDays != nil || retentionDays != nil || loanLimit != nil else {
            throw .invalidRequest(InvalidRequest(.changes, .missing))
        }
        let result = try HoldingsFailure.ask(
            try policies.changePolicy { old in
                Result { () throws(InvalidRequest) -> LoanPolicy in
                    try LoanPolicy(
                        defaultDays: defaultDays ?? old.defaultDays, maximumDays: maximumDays ?? old.maximumDays,
                        retentionDays: retentionDays ?? old.retentionDays,
                        loanLimit: loanLimit.map(\.number) ?? old.loanLimit)
                }
            })
        switch result {
        case .success(let policy): return policy
        case .failure(let invalid): throw .invalidRequest(invalid)
        }
    }
}

extension DecidePolicy.LoanLimit {
    fileprivate var number: Int? {
        switch self {
        case .none: nil
        case .loans(let number): number
        }
    }
}
