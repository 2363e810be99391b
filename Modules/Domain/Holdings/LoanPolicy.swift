/// What a library decides about lending; read inside each commit.
public struct LoanPolicy: Hashable, Sendable {
    /// The days a loan may have at the very most, whatever the library decides.
    public static let absoluteDays = 1...365
    /// The days that records may be kept for.
    public static let absoluteRetention = 7...36_500
    /// The most loans that a limit may allow a member.
    public static let absoluteLoanLimit = 1...1000

    /// Days of a loan whose length is not stated; 14 unless changed.
    public let defaultDays: Int
    /// The most days a loan may have; 14 unless changed.
    public let maximumDays: Int
    /// Days for which the content of operations is kept at least; 180 unless changed.
    public let retentionDays: Int
    /// The most loans a member may have open at once; no limit unless set.
    public let loanLimit: Int?

    /// The policy of a new library: 14 days, at most 14 days, records kept for 180, loans without limit.
    public static let initial = LoanPolicy(storedDefault: 14, maximum: 14, retention: 180, loanLimit: nil)

    /// Checks a policy: 1 to 365 days, the default no longer than the maximum, retention 7 to 36,500, a limit of
    /// 1 to 1000 loans.
    public init(
        defaultDays: Int, maximumDays: Int, retentionDays: Int, loanLimit: Int? = nil
    ) throws(InvalidRequest) {
        try Self.check(maximumDays, in: Self.absoluteDays, as: .maximumDays)
        try Self.check(defaultDays, in: 1...maximumDays, as: .defaultDays)
        try Self.check(retentionDays, in: Self.absoluteRetention, as: .retentionDays)
        if let loanLimit { try Self.check(loanLimit, in: Self.absoluteLoanLimit, as: .loanLimit) }
        self.init(
            storedDefault: defaultDays, maximum: maximumDays, retention: retentionDays, loanLimit: loanLimit)
    }

    /// Takes a policy that a store kept.
    public init(storedDefault: Int, maximum: Int, retention: Int, loanLimit: Int?) {
        defaultDays = storedDefault
        maximumDays = maximum
        retentionDays = retention
        self.loanLimit = loanLimit
    }

    static func check(
        _ number: Int, in range: ClosedRange<Int>, as field: InvalidRequest.Field
    ) throws(InvalidRequest) {
        guard range.contains(number) else {
            throw InvalidRequest(field, .outOfRange(lowest: range.lowerBound, highest: range.upperBound))
        }
    }
}
