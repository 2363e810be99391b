/// When the ledger's records were made, gathered record by record: what the rule of purging asks.
public struct LedgerHistory: Hashable, Sendable {
    /// The records of one stretch of time.
    struct Stretch: Hashable, Sendable {
        var first, last: Moment
        /// The lowest number of a loan that was recorded as lent in it.
        var lowestLent: LoanID?
    }

    /// By number, each 2^26 milliseconds long, which is less than a day: few, however many records there are.
    private(set) var stretches: [Int64: Stretch] = [:]

    /// No record yet.
    public init() {}

    /// Takes note of a record, in any order; one that was purged tells no time.
    public mutating func note(_ record: LedgerRecord) {
        guard let content = record.content else { return }
        let at = content.recordedAt
        let lent = content.result.disposition == .lent ? content.result.loan : nil
        let number = at.milliseconds >> 26
        guard let known = stretches[number] else {
            stretches[number] = Stretch(first: at, last: at, lowestLent: lent)
            return
        }
        let lowest = [known.lowestLent, lent].compactMap { $0 }.min()
        stretches[number] = Stretch(first: min(known.first, at), last: max(known.last, at), lowestLent: lowest)
    }
}
