/// One operation as the ledger keeps it: its key for ever, its content until it is purged.
public struct LedgerRecord: Hashable, Sendable {
    /// The operation's key.
    public let key: OperationKey
    /// What was stated and what came of it; nil once purged.
    public let content: LedgerContent?

    /// A record as a store keeps it.
    public init(key: OperationKey, content: LedgerContent?) {
        self.key = key
        self.content = content
    }
}

/// What was stated in an operation and what came of it.
public struct LedgerContent: Hashable, Sendable {
    /// What the caller stated.
    public let payload: Payload
    /// What came of it.
    ///
    /// With the loan it gives the receipt again, equal in every field.
    public let result: OperationResult
    /// When it was committed.
    public let recordedAt: Moment
    /// The import run that committed it, if one did.
    public let run: RunID?

    /// Content as a store keeps it.
    public init(payload: Payload, result: OperationResult, recordedAt: Moment, run: RunID?) {
        self.payload = payload
        self.result = result
        self.recordedAt = recordedAt
        self.run = run
    }
}

/// What came of an operation: all of its receipt that the loan itself does not keep for ever.
public struct OperationResult: Hashable, Sendable {
    /// What an operation did.
    ///
    /// The number is what stores keep.
    public enum Disposition: Int, Hashable, Sendable {
        case lent = 1
        case returned = 2
        case alreadyReturned = 3
    }

    /// The loan it began, ended, or found ended.
    public let loan: LoanID
    /// What staff should know besides.
    public let notes: ReturnNotes
    /// The loan's due day at that time.
    public let due: LibraryDay
    /// What it did.
    public let disposition: Disposition

    /// A result as a store keeps it.
    public init(disposition: Disposition, loan: LoanID, due: LibraryDay, notes: ReturnNotes = []) {
        self.disposition = disposition
        self.loan = loan
        self.due = due
        self.notes = notes
    }
}

/// What staff should know of a return besides its disposition.
///
/// The bits are what stores keep.
public struct ReturnNotes: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: Int

    /// Notes from bits.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// The copy came back at a branch that is not its home.
    public static let otherBranch = ReturnNotes(rawValue: 1)
    /// The copy is out again on a newer loan, which was left untouched.
    public static let onLoanAgain = ReturnNotes(rawValue: 2)
    /// As `onLoanAgain`, and that loan began within 15 minutes after this return: a person should look.
    public static let onLoanAgainShortly = ReturnNotes(rawValue: 4)
    /// The copy is withdrawn.
    public static let withdrawnCopy = ReturnNotes(rawValue: 8)

    /// The notes' names, as reports and receipts show them.
    public var names: [String] {
        var names: [String] = []
        if contains(.otherBranch) { names.append("otherBranch") }
        if contains(.onLoanAgain) { names.append("onLoanAgain") }
        if contains(.withdrawnCopy) { names.append("withdrawnCopy") }
        return names
    }
}

/// A fact that a rule asks for first: what the ledger knows under the operation's key.
public enum EarlierOperation: Hashable, Sendable {
    /// The content was purged; the operation was once executed.
    case expired
    /// The operation was executed; its loan as it is now.
    indirect case recorded(LedgerContent, Loan)
}
