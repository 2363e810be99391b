/// A positive number that names one row of a kind: a book, a member or a loan.
public struct Identifier<Kind>: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The number, 1 or more.
    public let value: Int64

    /// Takes a stated number; nil unless it is positive.
    public init?(_ value: Int64) {
        guard value > 0 else { return nil }
        self.value = value
    }

    /// Takes a stated number for a field of a request.
    public init(stated value: Int64, as field: InvalidRequest.Field) throws(InvalidRequest) {
        guard value > 0 else { throw InvalidRequest(field, .notPositive) }
        self.value = value
    }

    /// Takes a number that a store's own counter gave; it must be positive.
    public init(stored value: Int64) {
        precondition(value > 0, "a stored identifier is positive")
        self.value = value
    }

    /// The number that follows.
    public var next: Identifier { Identifier(stored: value + 1) }

    /// The decimal number.
    public var description: String { String(value) }

    /// Orders by number.
    public static func < (lhs: Identifier, rhs: Identifier) -> Bool { lhs.value < rhs.value }
}

/// The number of a book.
public typealias BookID = Identifier<Book>
/// The number of a member.
public typealias MemberID = Identifier<Member>
/// The number of a loan, from a counter in the library's state; never reused.
public typealias LoanID = Identifier<Loan>
