public import Domain
public import Ports

/// Makes a new store of a backup.
public struct RestoreLibrary: Sendable {
    /// Loan numbers that are left out unless another number is stated.
    public static let skippedLoans = 10_000
    /// The most that may be left out.
    public static let mostSkippedLoans = 1_000_000

    /// What became of a restoring.
    public enum Outcome: Hashable, Sendable {
        /// The store was made; its next loan has this number.
        case restored(nextLoan: LoanID)
        /// The backup is not sound, and nothing was made.
        case unsound(CheckLibrary.Report)
    }

    private let backup: any LibraryStore
    private let to: any StoreMaking

    /// Restores a backup to a store that is to be made.
    public init(backup: any LibraryStore, to: any StoreMaking) {
        self.backup = backup
        self.to = to
    }

    /// Checks the backup and restores it; anything else than a backup is refused.
    ///
    /// `skipping` is how many numbers of loans to leave out, 0 to `mostSkippedLoans`: receipts on paper may bear those
    /// that were given after the backup was made.
    public func callAsFunction(skipping: Int, as principal: Principal) throws(HoldingsFailure) -> Outcome {
        try HoldingsFailure.require(.manage, of: principal)
        guard (0...Self.mostSkippedLoans).contains(skipping) else {
            throw .invalidRequest(InvalidRequest(.loans, .outOfRange(lowest: 0, highest: Self.mostSkippedLoans)))
        }
        return try HoldingsFailure.ask(try restore(skipping: skipping))
    }

    private func restore(skipping: Int) throws(StoreFailure) -> Outcome {
        try Self.check(try backup.standing())
        let still = try backup.privateCopy()
        let report = try CheckLibrary.report(on: still)
        guard report.isSound else { return .unsound(report) }
        let head = try still.head().skippingLoans(skipping)
        try to.make(LibraryCopy(of: still, head: head, isOutboxPaused: false))
        return .restored(nextLoan: head.nextLoan)
    }

    /// Fails unless it is a backup: what is made of a store that goes on, or has moved, would be a second one of its
    /// library that is open.
    private static func check(_ standing: StoreStanding) throws(StoreFailure) {
        let what: String
        switch standing {
        case .backup: return
        case .open: what = "a store in use; 'circ store backup' makes a backup of it, and 'circ store copy' copies it"
        case .moved(let place): what = "a store whose library has moved to \(place); use that one, or a backup of it"
        case .arriving(let place): what = "an unfinished copy of \(place); make a backup of it if that one is lost"
        }
        throw StoreFailure(.notABackup, "what is to be restored is no backup but \(what)")
    }
}
