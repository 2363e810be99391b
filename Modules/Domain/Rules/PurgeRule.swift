/// Why the ledger does not do what was asked of it.
public enum LedgerRefusal: Hashable, Sendable {
    /// The ledger knows no such operation.
    case unknownOperation
    /// So much time passed without a record that the clock may be, or may have been, wrong: a person decides.
    case clockInDoubt(from: Moment, to: Moment)

    /// The stable name of the refusal.
    public var code: String {
        switch self {
        case .unknownOperation: "unknownOperation"
        case .clockInDoubt: "clockInDoubt"
        }
    }
}

/// Which records lose their content.
///
/// Only the rule makes an order: no store decides what is old.
public struct PurgeOrder: Hashable, Sendable {
    /// Only what was recorded before this.
    public let before: Moment
    /// Only what concerns loans below this number, if there is one.
    public let loansBelow: LoanID?

    init(before: Moment, loansBelow: LoanID?) {
        self.before = before
        self.loansBelow = loansBelow
    }

    /// Whether a record loses its content.
    public func covers(_ content: LedgerContent) -> Bool {
        content.recordedAt < before && (loansBelow.map { content.result.loan < $0 } ?? true)
    }
}

/// What the rule of purging decides.
public enum PurgeRuling: Hashable, Sendable {
    case purge(PurgeOrder)
    case refuse(LedgerRefusal)
}

/// The rule of purging (design: an operation ID is never forgotten, only its content).
///
/// Records carry the time of a clock that may once have been wrong, by a year in either direction. So age is counted
/// against the newest record and never ahead of it; a long silence is asked about first; and a record stays whose loan
/// is no older than one that was lent within the retention, for loans are numbered in the order in which they began,
/// whatever the clock said.
public struct PurgeRule: Sendable {
    /// A silence longer than this, in milliseconds, puts the clock in doubt: 30 days.
    static let doubtfulSilence: Int64 = 30 * millisecondsOfDay
    private static let millisecondsOfDay: Int64 = 86_400_000

    /// The time of the call.
    public let now: Moment
    /// Whether a person says that the clock is and was right.
    public let isClockConfirmed: Bool

    /// The rule at a time.
    public init(now: Moment, isClockConfirmed: Bool = false) {
        self.now = now
        self.isClockConfirmed = isClockConfirmed
    }

    /// Decides what is purged, from the whole ledger's history; `clockInDoubt` unless the clock is confirmed.
    public func ruling(given history: LedgerHistory, policy: LoanPolicy) -> PurgeRuling {
        let past = history.stretches.values.filter { $0.first <= now }.sorted { $0.first < $1.first }
        guard let last = past.last else {
            return .purge(PurgeOrder(before: Moment(milliseconds: .min), loansBelow: nil))
        }
        let newest = min(last.last, now)
        let retention = Int64(max(policy.retentionDays, LoanPolicy.absoluteRetention.lowerBound))
        let cutoff = newest.advanced(by: -retention * Self.millisecondsOfDay)
        if !isClockConfirmed, let silence = silence(in: past, since: cutoff) {
            return .refuse(.clockInDoubt(from: silence.lowerBound, to: silence.upperBound))
        }
        let lowest = past.filter { $0.last >= cutoff }.compactMap(\.lowestLent).min()
        return .purge(PurgeOrder(before: cutoff, loansBelow: lowest))
    }

    /// The first long silence between the last record before the cutoff and now; without one before it, since the newest.
    private func silence(in past: [LedgerHistory.Stretch], since cutoff: Moment) -> ClosedRange<Moment>? {
        let start = past.contains { $0.first < cutoff } ? cutoff : now
        var before: Moment?
        for moment in past.flatMap({ [$0.first, min($0.last, now)] }) + [now] {
            if let before, moment >= start, before.advanced(by: Self.doubtfulSilence) < moment {
                return before...moment
            }
            before = moment
        }
        return nil
    }
}
