public import Domain
public import Ports

/// The library's tables in memory, and how effects apply to them.
///
/// It decides no rule. A value: a copy of it is a private copy of the library. Every change checks first and then writes, so it happens whole
/// or not at all.
public struct LibraryState: Sendable {
    /// The library's IANA time zone.
    public let zone: String
    /// When the library was made.
    public let createdAt: Moment
    /// What the library decides about lending.
    public internal(set) var policy: LoanPolicy

    /// By number, from 1; a removed book keeps its place.
    var books: [BookRow] = []
    var copies = CopyTable()
    /// By number, from 1; a removed member leaves its place empty.
    var members: [Member?] = []
    var memberOfCard: [CardNumber: MemberID] = [:]
    /// By number, from 1.
    var loans: [LoanRow] = []
    var ledger = LedgerTable()
    var imports = ImportTable()
    /// What members should still hear of.
    var notices = NoticeTable()

    var removedBooks = 0
    var open = OpenLoans()
    var skippedLoans = 0
    /// What was read ahead, without a meaning.
    var foreseen = 0

    /// Whether the store takes changes.
    public var standing = StoreStanding.open
    /// Whether notices stay unsent.
    public var isOutboxPaused = false

    /// An empty library.
    public init(zone: String, createdAt: Moment, policy: LoanPolicy = .initial) {
        self.zone = zone
        self.createdAt = createdAt
        self.policy = policy
    }

    /// The number the next book takes.
    public var nextBook: BookID { BookID(stored: Int64(books.count) + 1) }

    /// The number the next member takes; that of a removed one is never given again.
    public var nextMember: MemberID { MemberID(stored: Int64(members.count) + 1) }

    /// The number the next loan takes.
    public var nextLoan: LoanID { LoanID(stored: Int64(loans.count) + 1) }

    /// Counts what the lists show, for a store that says what it is.
    public func facts(technology: String, durability: String, schema: Int) -> StoreFacts {
        StoreFacts(
            technology: technology, durability: durability, schema: schema, zone: zone, createdAt: createdAt,
            books: books.count - removedBooks, copies: copies.rows.count, members: memberOfCard.count,
            loans: loans.count - skippedLoans, openLoans: open.total, operations: ledger.count,
            pendingNotices: notices.count, standing: standing, isOutboxPaused: isOutboxPaused)
    }

    /// The place of a number in a table that counts from 1; nil if the table does not reach that far.
    func place<Kind>(_ number: Identifier<Kind>, in count: Int) -> Int? {
        number.value <= Int64(count) ? Int(number.value) - 1 : nil
    }

    /// The place of a loan; nil if there is none of that number.
    func loanPlace(_ id: LoanID) -> Int? {
        place(id, in: loans.count).flatMap { loans[$0].isSkipped ? nil : $0 }
    }

    /// The loan with a number that a loan has.
    func loan(numbered number: UInt32) -> Loan {
        let row = loans[Int(number) - 1]
        let copy = copies[row.copy]
        return Loan(
            id: LoanID(stored: Int64(number)), copy: copy.barcode, book: copy.book,
            member: MemberID(stored: Int64(row.member)), began: row.began, due: row.due, returned: row.returned)
    }

    /// A copy with its newest loan.
    func standing(_ row: UInt32) -> CopyStanding {
        let newest = copies[newestLoan: row]
        return CopyStanding(copy: copies[row], newest: newest == 0 ? nil : loan(numbered: newest))
    }
}
