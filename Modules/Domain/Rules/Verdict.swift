/// What an import says of a line.
public enum Verdict: String, Hashable, Sendable, CaseIterable {
    case returned
    case alreadyReturned
    case notOnLoan
    case staleReturn
    case uncertainLoan
    case futureTime
    case unknownCopy
    case missingLoan
    case operationConflict
    case operationExpired
    /// The line could not be read.
    case malformed
    /// The line is no return: listed, never applied.
    case unsupportedAction
    /// The local time occurs twice.
    case ambiguousTime
    /// A clock change skips the local time.
    case nonexistentTime

    /// The verdict of a line that a store decided.
    public init(_ decision: ReturnDecision) {
        switch decision {
        case .done(let answer):
            self = answer.receipt.disposition == .returned ? .returned : .alreadyReturned
        case .refused(let refusal):
            switch refusal {
            case .operationConflict: self = .operationConflict
            case .operationExpired: self = .operationExpired
            case .ambiguousTime: self = .ambiguousTime
            case .futureTime: self = .futureTime
            case .missingLoan: self = .missingLoan
            case .unknownCopy: self = .unknownCopy
            case .notOnLoan: self = .notOnLoan
            case .uncertainLoan: self = .uncertainLoan
            case .staleReturn: self = .staleReturn
            }
        }
    }

    /// Whether nobody needs to look at a line with this verdict, whatever its notes.
    public var isSettled: Bool { self == .returned || self == .alreadyReturned }

    /// Whether a person who settles a line with this verdict closes it: it is never applied later.
    ///
    /// A time that lay in the future came of a wrong clock, and says nothing once it has come. All other verdicts are judged
    /// anew by the stated time.
    public var isClosedBySettling: Bool { self == .futureTime }
}
