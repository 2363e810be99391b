/// What a borrower is given: the same for every retry of the operation.
public struct BorrowReceipt: Hashable, Sendable {
    /// The operation's ID.
    public let operation: OperationID
    /// The loan as it began.
    public let loan: Loan

    init(_ key: OperationKey, _ result: OperationResult, _ loan: Loan) {
        operation = key.id
        self.loan = loan.changed(due: result.due, returned: nil)
    }
}

/// What is given for a return: the same for every retry of the operation.
public struct ReturnReceipt: Hashable, Sendable {
    /// What a return did.
    public enum Disposition: String, Hashable, Sendable {
        /// This operation ended the loan.
        case returned
        /// The loan had ended before; its first return stands.
        case alreadyReturned
    }

    /// The operation's ID.
    public let operation: OperationID
    /// The loan, ended.
    public let loan: Loan
    /// When this return happened, and when it was recorded.
    ///
    /// The loan's own end may be an earlier one.
    public let occurrence: Occurrence
    /// What staff should know besides.
    public let notes: ReturnNotes
    /// What it did.
    public let disposition: Disposition

    init(_ key: OperationKey, _ content: LedgerContent, _ loan: Loan) {
        operation = key.id
        disposition = content.result.disposition == .alreadyReturned ? .alreadyReturned : .returned
        self.loan = loan.changed(due: content.result.due, returned: loan.returned)
        occurrence = Occurrence(
            happenedAt: content.payload.happenedAt ?? content.recordedAt, recordedAt: content.recordedAt)
        notes = content.result.notes
    }

    /// Whether nobody needs to look at it.
    public var isSettled: Bool { !notes.contains(.onLoanAgainShortly) }
}

/// A receipt, and whether it is an earlier one given again.
public struct Answer<Receipt: Hashable & Sendable>: Hashable, Sendable {
    /// Where a repeated receipt comes from.
    public enum Origin: Hashable, Sendable {
        /// This call committed it.
        case committed
        /// An earlier call committed it, in this import run if there is one.
        case replayed(RunID?)
    }

    /// The receipt.
    public let receipt: Receipt
    /// Whether this call committed it.
    public let origin: Origin

    /// A receipt with its origin.
    @inlinable
    public init(_ receipt: Receipt, origin: Origin) {
        self.receipt = receipt
        self.origin = origin
    }

    /// Whether an earlier call committed it.
    public var isReplayed: Bool { origin != .committed }
}
