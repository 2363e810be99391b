#if SQLite
    import Domain
    import Foundation
    import Ports
    import SQLiteStore

    /// One durable return after another on a SQLite store, beside the same statements in C (`Scripts/Bench/peer_return.c17`).
    enum ReturnsBench {
        /// Returns loans by number, and prints the microseconds that each took, a line each.
        static func run(_ path: String, first: Int64, count: Int64) throws {
            let store = try SQLiteStore(path: path)
            for number in first..<first + count {
                let now = Moment(milliseconds: 1_790_000_000_000 + number)
                let scope = try OperationScope.staff("bench")
                let start = ContinuousClock.now
                let id = OperationID(generatedAt: now, random: UInt64(number))
                let request = ReturnRequest(
                    key: OperationKey(scope: scope, id: id), item: .loan(LoanID(stored: number)))
                let decision = try store.commitReturns([request], under: ReturnRule(now: now))
                let time = start.duration(to: .now)
                guard case .done(let answer) = decision.first, answer.receipt.disposition == .returned else {
                    throw StoreFailure(.unavailable, "loan \(number) was not returned: \(decision)")
                }
                print(Double(time.components.attoseconds) / 1e12 + Double(time.components.seconds) * 1e6)
            }
        }
    }
#endif
