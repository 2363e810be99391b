import Domain
import Testing

/// Receipts as the domain's own rules give them: nothing else makes one.
enum Receipts {
    static let now = Moment(milliseconds: 1_775_217_600_000)

    static func borrow() throws -> BorrowReceipt {
        let member = Member(
            id: MemberID(stored: 7), details: MemberDetails(storedCard: "C7", name: "Ada", email: nil, phone: nil),
            createdAt: now)
        let book = Book(
            id: BookID(stored: 3), details: BookDetails(storedTitle: "Invented", author: nil, isbn: nil), createdAt: now
        )
        let copy = CopyStanding(copy: Copy(barcode: try Barcode("0031"), book: book.id), newest: nil)
        let facts = BorrowFacts(
            earlier: nil, member: member, book: book, copies: [copy], policy: .initial, openLoans: 0,
            nextLoan: LoanID(stored: 12))
        let day = try #require(LibraryDay(year: 2026, month: 4, day: 3))
        let request = try BorrowRequest(key: try key("b1"), item: .book(book.id), member: member.id)
        let ruling = BorrowRule(now: now, firstDay: day).ruling(on: request, given: facts)
        guard case .commit(_, let receipt) = ruling else { throw Unexpected() }
        return receipt
    }

    static func giveBack() throws -> ReturnReceipt {
        let loan = try borrow().loan
        var facts = ReturnFacts()
        facts.loan = loan
        facts.newest = loan
        let request = ReturnRequest(key: try key("r1"), item: .loan(loan.id))
        let ruling = try ReturnRule(now: now).ruling(on: request, given: facts)
        guard case .commit(_, let receipt) = ruling else { throw Unexpected() }
        return receipt
    }

    private static func key(_ id: String) throws -> OperationKey {
        OperationKey(scope: try .staff("desk"), id: try OperationID(id))
    }

    private struct Unexpected: Error {}
}
