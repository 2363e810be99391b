public import Domain
public import Ports

/// Copies a whole library to a new store: every row, every operation's ID, the counters, the notices that are pending.
public struct CopyLibrary: Sendable {
    private let from: any StoreMoving
    private let to: any StoreMaking

    /// Copies from one store to another that is to be made.
    public init(from: any StoreMoving, to: any StoreMaking) {
        self.from = from
        self.to = to
    }

    /// Copies while no change is let in.
    ///
    /// `retires` says whether the old store takes no changes from then on and says where the library is; else both
    /// do, and the copy sends no notices.
    public func callAsFunction(retires: Bool, as principal: Principal) throws(HoldingsFailure) {
        try HoldingsFailure.require(.manage, of: principal)
        try HoldingsFailure.ask(
            try from.withChangesHeld { still throws(StoreFailure) in
                try to.make(LibraryCopy(of: still, head: try still.head(), isOutboxPaused: !retires))
                return retires ? to.location : nil
            })
    }
}

/// Makes backups.
public struct BackUpLibrary: Sendable {
    private let store: any StoreMoving

    /// Works by way of this port.
    public init(store: any StoreMoving) {
        self.store = store
    }

    /// Makes a backup at a path where nothing is, while others may write.
    public func callAsFunction(to path: String, as principal: Principal) throws(HoldingsFailure) {
        try HoldingsFailure.require(.operate, of: principal)
        try HoldingsFailure.ask(try store.backUp(to: path))
    }
}

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

    /// Checks the backup and restores it.
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
        let still = try backup.privateCopy()
        let report = try CheckLibrary.report(on: still)
        guard report.isSound else { return .unsound(report) }
        let head = try still.head().skippingLoans(skipping)
        try to.make(LibraryCopy(of: still, head: head, isOutboxPaused: false))
        return .restored(nextLoan: head.nextLoan)
    }
}
