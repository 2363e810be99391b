import Domain

/// Plain words for values outside the absolute limits.
enum InvalidRequestWords {
    /// What is wrong with the field, and what to do, in one line.
    static func sentence(_ invalid: InvalidRequest) -> String {
        let name = name(of: invalid.field)
        switch invalid.problem {
        case .missing:
            return invalid.field == .changes
                ? "nothing to change is stated; state at least one field" : "\(name) is missing; state it"
        case .tooLong(let bytes):
            return "\(name) is longer than \(bytes) bytes; shorten it"
        case .controlCharacter:
            return "\(name) has a control character in it; leave that out"
        case .notUTF8:
            return "\(name) is not UTF-8 text; write it in UTF-8"
        case .outOfRange(let lowest, let highest):
            return "\(name) must be a whole number from \(lowest) to \(highest); state another"
        case .notPositive:
            return "\(name) must be a whole number, 1 or more; state another"
        case .spreadsheetDamage:
            return "\(name) is a number that a spreadsheet rounded; scan the copy again"
        case .malformed:
            return malformed(invalid.field, name)
        case .nonexistentTime:
            return "\(name) does not exist: the library's clocks skip it; state another, or one with Z or an offset"
        case .ambiguousTime(let earlier, let later):
            return "\(name) occurs twice as the clocks change; "
                + "state it as \(TimeText.exact(earlier)) or \(TimeText.exact(later))"
        }
    }

    private static func malformed(_ field: InvalidRequest.Field, _ name: String) -> String {
        switch field {
        case .happenedAt:
            "\(name) cannot be read; write YYYY-MM-DD or 'YYYY-MM-DD HH:MM', perhaps with Z or an offset such as +02:00"
        case .scope:
            "the scope of an operation must be staff:LOGIN or source:NAME; state it so"
        case .isbn:
            "\(name) has a wrong length or check digit; check it against the book"
        case .email:
            "\(name) needs one @ and no spaces; check it"
        case .book, .member, .loan, .days, .revision, .defaultDays, .maximumDays, .retentionDays, .loans, .run:
            "\(name) must be a whole number in digits; state another"
        case .loanLimit:
            "\(name) must be a whole number in digits, or none; state another"
        default:
            "\(name) cannot be read; check it"
        }
    }

    private static func name(of field: InvalidRequest.Field) -> String {
        switch field {
        case .operation: "the operation ID"
        case .scope: "the source's name"
        case .account: "the account's name"
        case .book: "the book's number"
        case .copy: "the barcode"
        case .member: "the member's number"
        case .loan: "the loan's number"
        case .branch: "the branch"
        case .days: "the number of days"
        case .happenedAt: "the stated time"
        case .title: "the title"
        case .author: "the author"
        case .isbn: "the ISBN"
        case .card: "the card number"
        case .name: "the name"
        case .email: "the e-mail address"
        case .phone: "the telephone number"
        case .revision: "the revision"
        case .defaultDays: "the default number of days"
        case .maximumDays: "the largest number of days"
        case .retentionDays: "the days of retention"
        case .loanLimit: "the limit of loans"
        case .changes: "the change"
        case .tolerance: "the clock tolerance in minutes"
        case .loans: "the number of loan numbers to leave out"
        case .run: "the run's number"
        case .clockOffset: "the clock offset in seconds"
        }
    }
}
