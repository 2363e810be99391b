/// A value outside the absolute limits: it names the field and what is wrong with it, never the value itself.
public struct InvalidRequest: Error, Hashable, Sendable {
    /// The field that a caller stated, under the name the commands and files use.
    public enum Field: String, Hashable, Sendable, CaseIterable {
        case operation, scope, account
        case book, copy, member, loan, branch, days, happenedAt
        case title, author, isbn, card, name, email, phone
        case revision, defaultDays, maximumDays, retentionDays, loanLimit, changes, tolerance, clockOffset, loans, run
    }

    /// What is wrong with the field.
    public enum Problem: Hashable, Sendable {
        case missing
        case tooLong(maximumBytes: Int)
        case controlCharacter
        case notUTF8
        case outOfRange(lowest: Int, highest: Int)
        case notPositive
        case spreadsheetDamage
        case malformed
        /// A clock change skips the local time.
        case nonexistentTime
        /// The local time occurs twice, at these moments.
        case ambiguousTime(Moment, Moment)
    }

    /// The field at fault.
    public let field: Field
    /// What is wrong with it.
    public let problem: Problem

    /// Names a field and what is wrong with it.
    public init(_ field: Field, _ problem: Problem) {
        self.field = field
        self.problem = problem
    }
}
