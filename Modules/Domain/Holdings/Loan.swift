/// One lending of one copy to one member.
///
/// Its fields, as those of other values that an import has by the hundred thousand, stand in an order that leaves few gaps.
public struct Loan: Hashable, Sendable {
    /// The loan's number, never reused.
    public let id: LoanID
    /// The copy that was lent.
    public let copy: Barcode
    /// The book it is a copy of.
    public let book: BookID
    /// Who borrowed it; the member may since have been removed.
    public let member: MemberID
    /// The beginning.
    public let began: Occurrence
    /// The return; the first one wins for ever.
    public let returned: Occurrence?
    /// The last day on which a return is on time, in the library's zone, to its last millisecond.
    public let due: LibraryDay

    /// A loan as a store keeps it.
    public init(
        id: LoanID, copy: Barcode, book: BookID, member: MemberID, began: Occurrence, due: LibraryDay,
        returned: Occurrence? = nil
    ) {
        self.id = id
        self.copy = copy
        self.book = book
        self.member = member
        self.began = began
        self.due = due
        self.returned = returned
    }

    /// Whether the copy is still out.
    public var isOpen: Bool { returned == nil }

    /// Whether the copy is still out after its due day.
    public func isOverdue(on today: LibraryDay) -> Bool { isOpen && daysLate(returnedOn: today) > 0 }

    /// By how many days a return on a day is late; 0 up to and on the due day.
    public func daysLate(returnedOn day: LibraryDay) -> Int { max(0, Int(day.number) - Int(due.number)) }

    /// The loan with another due day and end.
    func changed(due: LibraryDay, returned: Occurrence?) -> Loan {
        Loan(id: id, copy: copy, book: book, member: member, began: began, due: due, returned: returned)
    }
}

/// Which loans are wanted; the conditions all apply.
public struct LoanFilter: Hashable, Sendable {
    /// Only loans that are open.
    public var isOpen = false
    /// Only open loans whose due day lies before this day.
    public var overdueOn: LibraryDay?
    /// Only this member's loans.
    public var member: MemberID?
    /// Only loans of this book's copies.
    public var book: BookID?

    /// All loans.
    public init() {}

    /// Whether a loan is wanted.
    public func matches(_ loan: Loan) -> Bool {
        (!isOpen || loan.isOpen) && (overdueOn.map(loan.isOverdue) ?? true)
            && (member.map { $0 == loan.member } ?? true) && (book.map { $0 == loan.book } ?? true)
    }
}
