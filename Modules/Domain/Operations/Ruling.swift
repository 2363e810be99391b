/// What a rule decides of a request, from the facts.
public enum Ruling<Receipt: Hashable & Sendable, Refusal: Hashable & Sendable>: Sendable {
    /// The operation was executed before: give its receipt again and write nothing.
    case replay(Receipt, RunID?)
    /// Write nothing.
    case refuse(Refusal)
    /// Write all of the effects in one atomic step, or none; hand the receipt out when they are durable.
    case commit(Effects, Receipt)

    /// What the caller is told once the effects, if any, are durable.
    public var decision: Decision<Receipt, Refusal> { settled { _ in } }

    /// Writes the effects, if any, and gives what the caller is told once they are durable.
    ///
    /// - Parameter write: writes the effects, or throws.
    @inlinable
    public consuming func settled<Failure>(
        _ write: (Effects) throws(Failure) -> Void
    ) throws(Failure) -> Decision<Receipt, Refusal> {
        switch consume self {
        case .replay(let receipt, let run): return .done(Answer(receipt, origin: .replayed(run)))
        case .refuse(let refusal): return .refused(refusal)
        case .commit(let effects, let receipt):
            try write(effects)
            return .done(Answer(receipt, origin: .committed))
        }
    }
}

/// What a store answers: a receipt, or a refusal, which is a value and no failure.
public enum Decision<Receipt: Hashable & Sendable, Refusal: Hashable & Sendable>: Hashable, Sendable {
    /// It is done, now or by an earlier call.
    case done(Answer<Receipt>)
    /// It was refused, and nothing was stored.
    case refused(Refusal)
}

/// What a store answers to a borrow.
public typealias BorrowDecision = Decision<BorrowReceipt, BorrowRefusal>
/// What a store answers to a return.
public typealias ReturnDecision = Decision<ReturnReceipt, ReturnRefusal>

/// What an operation changes.
///
/// Only a ruling makes effects: a store can write them and cannot invent any.
public struct Effects: Hashable, Sendable {
    /// What happens to a loan.
    public enum LoanChange: Hashable, Sendable {
        /// A new loan, under the next number of the counter, which moves on.
        case begins(Loan)
        /// The loan ends; it was open.
        case ends(Loan)
    }

    /// The loan that begins or ends, if any.
    public let loan: LoanChange?
    /// The operation's key, which the ledger did not know.
    public let key: OperationKey
    /// What the ledger keeps under it.
    public let content: LedgerContent
    /// What the notice to be sent is about, if one is.
    public let noticeKind: Notice.Kind?

    /// The notice to be sent, if any; its message ID is a digest, made when it is asked for.
    public var notice: Notice? { noticeKind.map { Notice($0, loan: content.result.loan, operation: key) } }

    init(loan: LoanChange?, key: OperationKey, content: LedgerContent, notice: Notice.Kind?) {
        self.loan = loan
        self.key = key
        self.content = content
        noticeKind = notice
    }
}
