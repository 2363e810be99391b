import Domain
import Testing

@Suite("The check of a library")
struct LibraryCheckTests {
    /// A sound library of two copies and two loans, to be broken.
    struct Contents {
        var books = [book()]
        var copies = [copy("A1"), copy("A2")]
        var members = [member(1), member(2, card: "C2")]
        var loans = [
            loan(1, of: "A1", returned: day(1, 9)), loan(2, of: "A1", began: day(1, 10)), loan(3, of: "A2"),
        ]
        var records = [
            lent(1, at: day(0, 9)), returned(1, at: day(1, 9)), lent(2, at: day(1, 10)), lent(3, at: day(0, 9)),
            again(1, at: day(1, 11)),
        ]
        var notices = [Notice(kind: .loanBegan, loan: number(3), messageID: MessageID(of: key(), ordinal: 0))]
        var stock = [BookStock(book: book(), copies: 2, available: 0)]
        var next: (book: Int64, member: Int64, loan: Int64) = (2, 3, 4)

        var head: LibraryHead {
            LibraryHead(
                zone: "Europe/Zurich", createdAt: day(0, 0), policy: .initial, nextBook: number(next.book),
                nextMember: number(next.member), nextLoan: number(next.loan))
        }

        var rows: [LibraryRows] {
            [.books(books), .copies(copies), .members(members), .loans(loans), .operations(records), .notices(notices)]
        }

        func check() -> LibraryCheck {
            var check = LibraryCheck(head)
            for rows in rows { check.take(rows) }
            check.end()
            check.take(stock: stock)
            return check
        }

        func digest() -> LibraryDigest {
            var digest = LibraryDigest(head)
            for rows in rows { digest.take(rows) }
            return digest
        }
    }

    private static func record(
        _ id: String, _ payload: Payload, _ did: OperationResult.Disposition, _ loan: Int64, at: Moment
    ) -> LedgerRecord {
        let result = OperationResult(disposition: did, loan: number(loan), due: monday)
        return LedgerRecord(
            key: key(id), content: LedgerContent(payload: payload, result: result, recordedAt: at, run: nil))
    }

    private static func lent(_ loan: Int64, at: Moment, copy: String? = nil) -> LedgerRecord {
        let barcode = Barcode(stored: copy ?? (loan == 3 ? "A2" : "A1"))
        let payload = Payload(kind: .borrow, item: .copy(barcode), member: number(1))
        return record("B\(loan)\(copy ?? "")", payload, .lent, loan, at: at)
    }

    private static func returned(_ loan: Int64, at: Moment, id: String = "R") -> LedgerRecord {
        record("\(id)\(loan)", Payload(kind: .return, item: .loan(number(loan))), .returned, loan, at: at)
    }

    private static func again(_ loan: Int64, at: Moment) -> LedgerRecord {
        record("X\(loan)", Payload(kind: .return, item: .loan(number(loan))), .alreadyReturned, loan, at: at)
    }

    @Test("A sound library has no finding")
    func sound() {
        #expect(Contents().check().findings == [])
    }

    @Test("A library whose operations were purged has no finding")
    func purged() {
        var contents = Contents()
        for index in contents.records.indices {
            contents.records[index] = LedgerRecord(key: contents.records[index].key, content: nil)
            #expect(contents.check().findings == [])
        }
    }

    typealias Break = @Sendable (inout Contents) -> Void

    private static let breaks: [(String, Finding.Invariant, Break)] = [
        ("a book beyond its counter", .numbering, { $0.next.book = 1 }),
        ("a member beyond the counter", .numbering, { $0.next.member = 2 }),
        ("a loan beyond the counter", .numbering, { $0.next.loan = 3 }),
        ("two books of one number", .numbering, { $0.books.append(book()) }),
        ("two copies of one barcode", .numbering, { $0.copies.append(copy("A2")) }),
        ("two members with one card", .numbering, { $0.members[1] = member(2) }),
        ("loans out of order", .numbering, { $0.loans.swapAt(1, 2) }),
        ("a copy of no book", .reference, { $0.books = [] }),
        ("a loan of no copy", .reference, { $0.loans[2] = loan(3, of: "A9") }),
        (
            "a notice about no loan", .reference,
            { $0.notices[0] = Notice(kind: .returned, loan: number(9), messageID: MessageID(of: key(), ordinal: 0)) }
        ),
        ("two open loans of a copy", .loanOrder, { $0.loans[0] = loan(1, of: "A1") }),
        ("a loan that begins before the last ended", .loanOrder, { $0.loans[1] = loan(2, of: "A1", began: day(1, 9)) }),
        ("a loan that ends before it begins", .loanOrder, { $0.loans[0] = loan(1, of: "A1", returned: day(0, 8)) }),
        ("an operation of no loan", .ledger, { $0.records.append(lent(9, at: day(0, 9))) }),
        ("an operation of another copy", .ledger, { $0.records[3] = lent(3, at: day(0, 9), copy: "A1") }),
        ("a borrow recorded at another time than its loan", .ledger, { $0.records[3] = lent(3, at: day(0, 10)) }),
        ("a return of a loan that is open", .ledger, { $0.records.append(returned(3, at: day(0, 9))) }),
        ("a repeated return of a loan that is open", .ledger, { $0.records.append(again(3, at: day(0, 9))) }),
        ("two borrows that began one loan", .ledger, { $0.records.append(lent(1, at: day(0, 9), copy: "A1")) }),
        ("two returns that ended one loan", .ledger, { $0.records.append(returned(1, at: day(1, 9), id: "S")) }),
        ("a loan that no operation began", .ledger, { $0.records.remove(at: 3) }),
        ("a return that no operation recorded", .ledger, { $0.records.remove(at: 1) }),
        (
            "more loans without an operation than were purged", .ledger,
            {
                $0.records.removeSubrange(2...3)
                $0.records.append(LedgerRecord(key: key("purged"), content: nil))
            }
        ),
        ("a copy too many in the stock", .stock, { $0.stock = [BookStock(book: book(), copies: 3, available: 0)] }),
        ("a lent copy counted as free", .stock, { $0.stock = [BookStock(book: book(), copies: 2, available: 1)] }),
    ]

    @Test("Each broken invariant is found", arguments: breaks.indices)
    func broken(number: Int) {
        let (name, invariant, damage) = Self.breaks[number]
        var contents = Contents()
        damage(&contents)
        let check = contents.check()
        #expect(check.findings.contains { $0.invariant == invariant }, "\(name): \(check.findings)")
    }

    @Test("Findings are counted, and no more than a thousand are kept")
    func many() {
        var contents = Contents()
        contents.notices = (0..<1500).map {
            Notice(kind: .returned, loan: number(100 + $0), messageID: MessageID(of: key(), ordinal: 0))
        }
        let check = contents.check()
        #expect(check.count == 1500)
        #expect(check.findings.count == LibraryCheck.mostFindings)
    }

    @Test("A digest does not depend on the order of rows, and does on each row and on texts byte for byte")
    func digest() {
        let whole = Contents().digest()
        var swapped = Contents()
        swapped.records.reverse()
        swapped.copies.reverse()
        #expect(swapped.digest() == whole)
        #expect(whole.rows == 14)
        var composed = Contents()
        (composed.copies[0], swapped.copies[1]) = (copy("\u{E9}"), copy("e\u{301}"))
        #expect(composed.digest() != swapped.digest())
        var fewer = Contents()
        fewer.records.removeLast()
        #expect(fewer.digest() != whole)
        #expect(whole.description.utf8.count == 64)
    }

    @Test("Leaving numbers of loans out moves that counter alone")
    func skipping() {
        let head = Contents().head
        #expect(head.skippingLoans(100).nextLoan == number(104))
        #expect(head.skippingLoans(-1) == head)
        #expect(LibraryDigest(head.skippingLoans(1)) != LibraryDigest(head))
    }
}
