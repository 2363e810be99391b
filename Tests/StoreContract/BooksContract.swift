import Domain
import Ports
import Testing

extension StoreContract {
    static let books = [
        StoreCase("A new library is empty, under the initial policy, in its zone") { desk in
            let facts = try desk.store.facts()
            #expect(try desk.store.zone() == StoreFixture.zone)
            #expect(facts.zone == StoreFixture.zone)
            #expect(facts.createdAt == StoreFixture.createdAt)
            #expect(try desk.store.policy() == .initial)
            #expect(!facts.technology.isEmpty && !facts.durability.isEmpty && facts.schema > 0)
            #expect([facts.books, facts.copies, facts.members, facts.loans] == [0, 0, 0, 0])
            #expect([facts.openLoans, facts.operations, facts.pendingNotices] == [0, 0, 0])
        },
        StoreCase("A book is entered under the next number at revision 1 and read back as it is") { desk in
            let bare = try BookDetails(title: "\u{1F4D5} Der Proze\u{DF}, 'x' \"y\" %; -- e\u{301}")
            let full = try BookDetails(title: "T", author: "A", isbn: "0-306-40615-2")
            for (number, details) in [bare, full, bare].enumerated() {
                let book = try desk.store.addBook(details, at: day(0, 9, Int64(number)))
                #expect(
                    book
                        == Book(
                            id: BookID(stored: Int64(number) + 1), details: details, createdAt: day(0, 9, Int64(number))
                        ))
                #expect(try desk.store.book(book.id) == BookStock(book: book, copies: 0, available: 0))
                #expect(try desk.store.book(book.id)?.book.details.title.utf8.elementsEqual(details.title.utf8) == true)
            }
            #expect(try desk.store.book(unknown()) == nil)
        },
        StoreCase("An edit names its revision: a second from the same one is refused and told the current") { desk in
            let book = try desk.book("First", copies: "A1")
            let second = try BookDetails(title: "Second", author: "A")
            let kept = try desk.store.changeBook(book, by: .edit(second, revision: 1)).row
            #expect(kept == Book(id: book, details: second, createdAt: day(0, 8), revision: 2))
            for revision in [0, 1, 3] {
                #expect(
                    try desk.store.changeBook(book, by: .edit(BookDetails(title: "x"), revision: revision)).refusal
                        == .staleRevision(current: 2))
            }
            #expect(try desk.store.book(book)?.book == kept)
            #expect(try desk.store.changeBook(unknown(), by: .edit(second, revision: 1)).refusal == .unknownBook)
        },
        // LP#603775
        StoreCase("A book with a copy on loan is not removed, and the lowest open loan is named") { desk in
            let (book, member) = (try desk.book(copies: "A1", "A2", "A3"), try desk.member())
            try desk.borrow(.copy("A1"), by: member, "B1", now: day(0, 9))
            let second = try desk.borrow(.copy("A3"), by: member, "B2", now: day(0, 9)).receipt().loan.id
            try desk.borrow(.copy("A2"), by: member, "B3", now: day(0, 9))
            try desk.giveBack(.copy("A1"), "R1", now: day(0, 10))
            #expect(try desk.store.changeBook(book, by: .remove).refusal == .bookOnLoan(second))
            #expect(try desk.stock(book) == [1, 3])
        },
        StoreCase("A removed book is listed no more and keeps its title, its copies are withdrawn, its past loans stay")
        { desk in
            let (book, member) = (try desk.book(copies: "A1", "A2"), try desk.member())
            let other = try desk.book(copies: "B1")
            let loan = try desk.borrow(.copy("A1"), by: member, "B1", now: day(0, 9)).receipt().loan.id
            try desk.giveBack(.copy("A1"), "R1", now: day(0, 10))
            #expect(try desk.store.changeBook(book, by: .remove).row?.isRemoved == true)
            #expect(try desk.store.book(book)?.book.isRemoved == true)
            #expect(try desk.store.book(book)?.available == 0)
            #expect(try desk.store.books(after: nil, limit: 9).map(\.book.id) == [other])
            #expect(try desk.store.copies(of: book, after: nil, limit: 9).map(\.copy.isWithdrawn) == [true, true])
            #expect(try desk.store.copy(Barcode("B1"))?.copy.isWithdrawn == false)
            #expect(try desk.loan(loan).book == book)
            #expect(try desk.giveBack(.copy("A1"), "R2", now: day(0, 11)).receipt().notes == .withdrawnCopy)
            for change in [BookChange.remove, .edit(try BookDetails(title: "x"), revision: 2)] {
                #expect(try desk.store.changeBook(book, by: change).refusal == .unknownBook)
            }
            #expect(try desk.book().value == 3)
            #expect(try desk.store.facts().books == 2)
            #expect(try desk.store.facts().copies == 3)
        },
        StoreCase("Books come in pages by number, removed ones left out, and an empty page ends them") { desk in
            let books = try (1...7).map { try desk.book("T\($0)") }
            for number in [1, 4, 7] { _ = try desk.store.changeBook(books[number - 1], by: .remove) }
            func page(_ after: BookID?, _ limit: Int) throws -> [Int64] {
                let page = try desk.store.books(after: after, limit: limit)
                return page.map(\.book.id.value)
            }
            #expect(try page(nil, 2) == [2, 3])
            #expect(try page(books[2], 2) == [5, 6])
            #expect(try page(books[3], 9) == [5, 6])
            #expect(try page(books[5], 2) == [])
            #expect(try page(unknown(), 2) == [])
            #expect(try page(nil, 0) == [])
        },
        // specify6 893, specify7 685
        StoreCase("Stock is counted from copies and loans: 0 ≤ available ≤ copies, whatever happens") { desk in
            let (book, member) = (try desk.book(), try desk.member())
            var (lent, withdrawn) = (Set<Int>(), Set<Int>())
            for step in 0..<60 {
                let copy = step * 7 % 12
                if step < 12 { try desk.add("A\(copy)", to: book) }
                switch step % 4 {
                case 0 where !withdrawn.contains(copy):
                    if try desk.borrow(.copy("A\(copy)"), by: member, "B\(step)", now: day(0, 9)).refusal == nil {
                        lent.insert(copy)
                    }
                case 1:
                    if try desk.giveBack(.copy("A\(copy)"), "R\(step)", now: day(0, 9)).refusal == nil {
                        lent.remove(copy)
                    }
                case 2 where step % 3 == 0:
                    if try desk.store.withdrawCopy(Barcode("A\(copy)")).row != nil { withdrawn.insert(copy) }
                default:
                    try desk.giveBack(.copy("A\(copy)"), "S\(step)", at: StatedTime(day(0, 8)), now: day(0, 9))
                }
                let copies = min(step + 1, 12) - withdrawn.count
                #expect(try desk.stock(book) == [copies - lent.subtracting(withdrawn).count, copies])
            }
            #expect(!lent.isEmpty && !withdrawn.isEmpty)
        },
    ]
}
