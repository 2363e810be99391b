public import Domain
public import UseCases

/// What a line asks of a person; lines that ask the same are shown together.
public struct Question: Hashable, Sendable {
    /// The verdict.
    public let verdict: Verdict
    /// What differs from the earlier operation, if that is it.
    public let field: Payload.Field?
    /// Whether it waits for a loan that was stated before it and is not known yet.
    public let isBehindLoan: Bool

    /// What an outcome asks; nil if nobody needs to look.
    public init?(_ outcome: LineOutcome) {
        if outcome.isSettled { return nil }
        self.init(AskedLine(outcome))
    }

    /// What a line asks.
    public init(_ line: AskedLine) {
        verdict = line.verdict
        if case .field(let differing) = line.doubt { field = differing } else { field = nil }
        if case .loans(_, nil) = line.doubt { isBehindLoan = true } else { isBehindLoan = false }
    }

    /// What is the matter, in plain words.
    public var reason: String {
        switch verdict {
        case .returned, .alreadyReturned:
            "returned, but lent again within 15 minutes: the return may belong to the new loan"
        case .notOnLoan: "the copy was never lent"
        case .staleReturn: "the copy was lent only after the stated time"
        case .uncertainLoan where isBehindLoan:
            "the file lent the copy before, and the library does not know that loan yet"
        case .uncertainLoan: "the time is too close to the beginning of a loan to tell which loan ended"
        case .futureTime: "the stated time lies in the future"
        case .unknownCopy: "there is no copy with this barcode"
        case .missingLoan: "there is no such loan"
        case .operationConflict: "an earlier import or line has its ID with \(Self.words(for: field))"
        case .operationExpired: "the line was imported so long ago that only its ID is kept"
        case .malformed: "the line cannot be read"
        case .unsupportedAction: "the line is no return"
        case .ambiguousTime: "the clocks showed the stated time twice"
        case .nonexistentTime: "the clocks skipped the stated time"
        }
    }

    /// What a person can do.
    public var advice: String {
        switch verdict {
        case .returned, .alreadyReturned: "look where the copy is; 'circ copy show BARCODE' tells its loan"
        case .notOnLoan: "put it back on its shelf; if the file lent it before, enter that loan and import again"
        case .staleReturn: "check the clock of the machine that wrote the file"
        case .uncertainLoan where isBehindLoan:
            "enter the loan first, with the 'circ borrow' of its line if it has one, and before it return an older one that is open; then import again"
        case .uncertainLoan: "look whether the copy is there, and return it by loan"
        case .futureTime:
            "check the machine's clock and --zone; --clock-offset corrects a file of which no line was applied yet; else settle it, and no import applies it"
        case .unknownCopy: "check the barcode, or enter the copy with 'circ copy add' and import again"
        case .missingLoan: "check the number; 'circ loans --open' shows the open ones"
        case .operationConflict where field == .happenedAt:
            "nothing was done again; check the operation_id, import it with the --zone, --clock-offset and --ambiguous of the "
                + "first time, or settle it if that time was right"
        case .operationConflict: "nothing was done again; check the operation_id"
        case .operationExpired: "nothing was done again; 'circ copy show BARCODE' tells where the copy is"
        case .malformed: "mend the lines and import the file again; what was applied is not applied twice"
        case .unsupportedAction: "do it by hand where it is still to be done; enter loans before you import again"
        case .ambiguousTime: "import again with --ambiguous earlier, or later"
        case .nonexistentTime:
            "check --zone and the machine's clock, or import again with --ambiguous earlier, or later"
        }
    }

    /// What is the matter with one line, as far as that says more than the question.
    public static func detail(of line: AskedLine) -> String? {
        switch line.doubt {
        case .words(let words): words
        case .readings where line.verdict == .unsupportedAction:
            "a loan at one of two moments: --ambiguous earlier, or later, gives its 'circ borrow'"
        case .loans(let open, nil): open.map { "loan \($0) is still open and in the way" }
        case .loans(let first, let second):
            [first, second].compactMap { $0 }.map { "circ return \($0)" }.joined(separator: " or ")
        default: nil
        }
    }

    private static func words(for field: Payload.Field?) -> String {
        switch field {
        case .happenedAt: "another time"
        case .copy: "another copy"
        case .loan: "another loan"
        default: "another content"
        }
    }
}

extension AskedLine {
    /// A line as a question shows it, wherever it is remembered.
    init(_ outcome: LineOutcome) {
        let nowhere = Place(run: RunID(stored: 0), number: 0)
        self.init(outcome, outcome.line.identity ?? OperationID(stored: ""), at: nowhere)
    }
}
