public import Domain

/// Why a rule refused, in plain words.
public struct Explanation: Hashable, Sendable {
    /// The reason.
    public let reason: String
    /// What a person can do.
    public let remedy: String
    /// The field that differs, in a conflict.
    public let field: String?
    /// The loan that stands in the way.
    public let loan: Int64?

    init(_ reason: String, _ remedy: String, field: String? = nil, loan: Int64? = nil) {
        self.reason = reason
        self.remedy = remedy
        self.field = field
        self.loan = loan
    }
}

/// A refusal that people are told of.
public protocol ExplainedRefusal: Hashable, Sendable {
    /// The stable name of the refusal.
    var code: String { get }
    /// The refusal in plain words; `times` writes the times in it.
    func explanation(_ times: TimeText) -> Explanation
}

/// The words for a known operation that is not this one, or of which only the ID is left.
private enum EarlierOperationWords {
    static func conflict(_ field: Payload.Field) -> Explanation {
        Explanation(
            "its operation ID belongs to an earlier operation \(differing(field))",
            "repeat that one exactly, or state a new --operation", field: field.rawValue)
    }

    static let expired = Explanation(
        "this operation was executed long ago and its receipt is no longer kept",
        "look at 'circ loans', and state a new --operation for a new event")

    private static func differing(_ field: Payload.Field) -> String {
        switch field {
        case .kind: "of another kind"
        case .book: "with another book"
        case .copy: "with another copy"
        case .loan: "with another loan"
        case .member: "with another member"
        case .days: "with another number of days"
        case .happenedAt: "with another stated time"
        }
    }
}

extension BorrowRefusal: ExplainedRefusal {
    /// The refusal in plain words.
    public func explanation(_ times: TimeText) -> Explanation {
        switch self {
        case .operationConflict(let field): EarlierOperationWords.conflict(field)
        case .operationExpired: EarlierOperationWords.expired
        case .unknownMember: Explanation("there is no such member", "'circ member list NAME' finds members")
        case .inactiveMember:
            Explanation("the member is not active", "'circ member activate ID' lets the member borrow again")
        case .unknownBook: Explanation("there is no such book", "'circ book list TEXT' finds books")
        case .unknownCopy: Explanation("there is no copy with this barcode", "'circ copy add' enters one")
        case .loanTooLong(let days):
            Explanation("a loan may last at most \(days) days here", "state --days \(days) or fewer")
        case .futureTime:
            Explanation("the stated time lies in the future", "state when it happened, or leave --at away")
        case .loanLimit(let loans):
            Explanation(
                "the member has the most open loans that are allowed here: \(loans)",
                "take a return first: 'circ loans --open --member ID' shows them")
        case .unavailableBook(let why): Self.explanation(of: why, times)
        }
    }

    private static func explanation(of why: Unavailability, _ times: TimeText) -> Explanation {
        switch why {
        case .onLoan(let loan):
            Explanation(
                "the copy is out on loan \(loan)",
                "lend another copy, or end that loan first: 'circ return \(loan)', with --at if it came back earlier",
                loan: loan.value)
        case .withdrawn: Explanation("the copy is withdrawn", "lend another copy")
        case .noFreeCopy:
            Explanation("the book has no free copy", "'circ loans --open --book ID' shows when copies are due")
        case .notFreeThen(let until):
            Explanation(
                "it was not free at the stated time: its last event was on \(times.time(until))",
                "state a later --at if the copy is out still, or enter nothing if it is back")
        }
    }
}

extension ReturnRefusal: ExplainedRefusal {
    /// The refusal in plain words.
    public func explanation(_ times: TimeText) -> Explanation {
        switch self {
        case .operationConflict(let field): EarlierOperationWords.conflict(field)
        case .operationExpired: EarlierOperationWords.expired
        case .ambiguousTime:
            Explanation("the stated time may mean either of two moments", "state it with Z or an offset")
        case .futureTime:
            Explanation("the stated time lies in the future", "state when it happened, or leave --at away")
        case .missingLoan: Explanation("there is no such loan", "'circ loans --open' shows the open ones")
        case .unknownCopy: Explanation("there is no copy with this barcode", "check it against 'circ copy list'")
        case .notOnLoan: Explanation("the copy was never lent", "put it back on its shelf")
        case .uncertainLoan(let first, let second): Self.uncertain([first, second].compactMap { $0 })
        case .staleReturn:
            Explanation(
                "the copy was lent only after the stated time",
                "check the time against 'circ copy show BARCODE'")
        }
    }

    private static func uncertain(_ loans: [LoanID]) -> Explanation {
        let commands = loans.map { "'circ return \($0)'" }.joined(separator: " or ")
        return Explanation(
            "the stated time is too close to the beginning of a loan to tell which loan it ends",
            "decide, and return by loan: \(commands)")
    }
}

extension HoldingsRefusal: ExplainedRefusal {
    /// The refusal in plain words.
    public func explanation(_ times: TimeText) -> Explanation {
        switch self {
        case .unknownBook: Explanation("there is no such book", "'circ book list TEXT' finds books")
        case .unknownCopy: Explanation("there is no copy with this barcode", "'circ copy list' shows them")
        case .unknownMember: Explanation("there is no such member", "'circ member list NAME' finds members")
        case .staleRevision(let current):
            Explanation(
                "it was changed since and is at revision \(current) now", "look again, then state --revision \(current)"
            )
        case .bookOnLoan(let loan):
            Explanation(
                "a copy is out on loan \(loan)", "wait for its return, or end it: 'circ return \(loan)'",
                loan: loan.value)
        case .barcodeInUse: Explanation("the barcode is, or was, another copy's", "use another barcode")
        case .cardInUse(let member):
            Explanation("the card is that of member \(member)", "check the card number")
        case .memberHasLoan(let loan):
            Explanation(
                "loan \(loan) is still open", "wait for its return, or state --despite-loans", loan: loan.value)
        }
    }
}

extension LedgerRefusal: ExplainedRefusal {
    /// The refusal in plain words.
    public func explanation(_ times: TimeText) -> Explanation {
        switch self {
        case .unknownOperation:
            Explanation(
                "the ledger knows no such operation", "check the ID, and state whose it is with --scope")
        case .clockInDoubt(let from, let to):
            Explanation(
                "nothing was recorded from \(times.time(from)) to \(times.time(to)), so the clock may be or have been "
                    + "wrong", "if it is right and the library was closed, state --confirm-clock")
        }
    }
}
