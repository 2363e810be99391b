import Domain
import Ports
import StoreTrials
import Synchronization
import Testing

extension StoreContract {
    /// The trials below, by two and sixteen callers at one handle, and by as many at handles of their own.
    static let concurrency = [2, 16].flatMap { callers in
        racing("at one handle", callers) { Array(repeating: $0.desk, count: callers) }
            + racing("each at a handle of its own", callers, needs: [.sharing]) { fixture in
                try (0..<callers).map { _ in Desk(try fixture.another()) }
            }
    }

    private static func racing(
        _ place: String, _ callers: Int, needs: Set<StoreCapability> = [],
        _ desks: @escaping @Sendable (StoreFixture) throws -> [Desk]
    ) -> [StoreCase] {
        let who = "\(callers) callers \(place)"
        return [
            // Koha 15792
            StoreCase("\(who) with one borrow operation make one loan and get one receipt", needs: needs) { fixture in
                let (desk, desks) = (fixture.desk, try desks(fixture))
                try desk.book(copies: "A1", "A2")
                let (member, book) = (try desk.member(), BookID(stored: 1))
                let answers = try together(callers) {
                    try desks[$0].borrow(.book(book), by: member, "B1", now: day(0, 9)).answer()
                }
                #expect(Set(answers.map(\.receipt)).count == 1)
                #expect(answers.count { $0.origin == .committed } == 1)
                #expect(try desk.stock(book) == [1, 2])
            },
            StoreCase("\(who) with one return operation restock once and get one receipt", needs: needs) { fixture in
                let (desk, desks) = (fixture.desk, try desks(fixture))
                let book = try desk.book(copies: "A1")
                try desk.borrow(.copy("A1"), by: desk.member(), "B1", now: day(0, 9))
                let answers = try together(callers) {
                    try desks[$0].giveBack(.copy("A1"), "R1", now: day(0, 10 + Int64($0))).answer()
                }
                #expect(Set(answers.map(\.receipt)).count == 1)
                #expect(answers.count { $0.origin == .committed } == 1)
                #expect(try desk.stock(book) == [1, 1])
                #expect(try desk.store.facts().pendingNotices == 2)
            },
            StoreCase("\(who) return one loan: one returned, the others alreadyReturned", needs: needs) { fixture in
                let (desk, desks) = (fixture.desk, try desks(fixture))
                let book = try desk.book(copies: "A1")
                let loan = try desk.borrow(.copy("A1"), by: desk.member(), "B1", now: day(0, 9)).receipt().loan.id
                let receipts = try together(callers) {
                    try desks[$0].giveBack(.loan(loan), "R\($0)", now: day(0, 10, Int64($0))).receipt()
                }
                #expect(receipts.count { $0.disposition == .returned } == 1)
                #expect(Set(receipts.map(\.loan)).count == 1)
                #expect(try desk.stock(book) == [1, 1])
                let facts = try desk.store.facts()
                #expect([facts.operations, facts.pendingNotices] == [callers + 1, 2])
            },
            // RERO 2791, UICHKOUT-2
            StoreCase("\(who) borrow one copy: one loan, the others told which", needs: needs) { fixture in
                let (desk, desks) = (fixture.desk, try desks(fixture))
                try desk.book(copies: "A1")
                let member = try desk.member()
                let decisions = try together(callers) {
                    try desks[$0].borrow(.copy("A1"), by: member, "B\($0)", now: day(0, 9))
                }
                let loan = LoanID(stored: 1)
                #expect(decisions.count { $0.refusal == nil } == 1)
                #expect(decisions.count { $0.refusal == .unavailableBook(.onLoan(loan)) } == callers - 1)
                #expect(try desk.store.facts().loans == 1)
            },
            // openlibry 11, ColoredCow 2170
            StoreCase("\(who) borrow the last copy, 100 rounds: as many loans as copies", needs: needs) { fixture in
                let (desk, desks) = (fixture.desk, try desks(fixture))
                let (book, member) = (try desk.book(copies: "A1"), try desk.member())
                for round in 0..<100 {
                    let decisions = try together(callers) {
                        try desks[$0].borrow(.book(book), by: member, "B\(round) \($0)", now: day(Int64(round), 9))
                    }
                    #expect(decisions.count { $0.refusal == nil } == 1)
                    #expect(decisions.count { $0.refusal == .unavailableBook(.noFreeCopy) } == callers - 1)
                    #expect(try desk.stock(book) == [0, 1])
                    try desk.giveBack(.copy("A1"), "R\(round)", now: day(Int64(round), 10))
                }
                #expect(try desk.store.facts().loans == 100)
            },
            StoreCase("\(who) borrow for one member near the limit: as many loans as it allows", needs: needs) {
                fixture in
                let (desk, desks) = (fixture.desk, try desks(fixture))
                let (book, member, limit) = (try desk.book(), try desk.member(), callers / 2)
                for caller in 0..<callers { try desk.add("A\(caller)", to: book) }
                try desk.limitLoans(to: limit)
                for round in 0..<10 {
                    let decisions = try together(callers) {
                        try desks[$0].borrow(.copy("A\($0)"), by: member, "B\(round) \($0)", now: day(Int64(round), 9))
                    }
                    #expect(decisions.count { $0.refusal == nil } == limit)
                    #expect(decisions.count { $0.refusal == .loanLimit(maximum: limit) } == callers - limit)
                    let lent = decisions.compactMap { try? $0.receipt().loan.id }
                    for loan in lent { try desk.giveBack(.loan(loan), "R\(loan)", now: day(Int64(round), 10)) }
                }
                #expect(try desk.store.facts().loans == 10 * limit)
            },
            StoreCase("\(who) lend and return beside batches, and nothing is lost or counted twice", needs: needs) {
                fixture in
                let (desk, desks) = (fixture.desk, try desks(fixture))
                try trialOfAll(callers, desk, desks)
            },
            StoreCase("\(who) enter books, members and copies under numbers of their own", needs: needs) { fixture in
                let (desk, desks) = (fixture.desk, try desks(fixture))
                let book = try desk.book()
                let entered = try together(callers) { caller in
                    try (0..<5).map { round in
                        let desk = desks[caller]
                        try desk.add("A\(caller) \(round)", to: book)
                        return [
                            try desk.book("\(caller) \(round)").value,
                            try desk.member(card: "C\(caller) \(round)").value,
                        ]
                    }
                }
                let numbers = entered.flatMap(\.self)
                #expect(numbers.map { $0[0] }.sorted() == (2..<2 + Int64(callers) * 5).map(\.self))
                #expect(numbers.map { $0[1] }.sorted() == (1..<1 + Int64(callers) * 5).map(\.self))
                #expect(try desk.stock(book) == [callers * 5, callers * 5])
            },
            StoreCase("\(who) edit one book from one revision: one edit is kept", needs: needs) { fixture in
                let (desk, desks) = (fixture.desk, try desks(fixture))
                let book = try desk.book()
                let rulings = try together(callers) {
                    try desks[$0].store.changeBook(book, by: .edit(BookDetails(title: "T\($0)"), revision: 1))
                }
                let kept = rulings.compactMap { if case .write(let book) = $0 { book } else { nil } }
                #expect(rulings.count { $0 == .refuse(.staleRevision(current: 2)) } == callers - 1)
                #expect(try kept == [#require(try desk.store.book(book)).book])
            },
        ]
    }

    /// Each caller lends and returns its own copies and takes part in returning everybody's.
    private static func trialOfAll(_ callers: Int, _ desk: Desk, _ desks: [Desk]) throws {
        let (book, member, rounds) = (try desk.book(), try desk.member(), 6)
        for caller in 0..<callers { try desk.add("A\(caller)", to: book) }
        let outcomes = try together(callers) { caller in
            var (lent, ended) = (0, 0)
            for round in 0..<rounds {
                let now = day(Int64(round), 9)
                let borrowed = try desks[caller].borrow(
                    .copy("A\(caller)"), by: member, "B\(caller) \(round)", now: now)
                lent += borrowed.refusal == nil ? 1 : 0
                // On a thread of its own a case can only throw.
                let stock = try desks[caller].stock(book)
                if stock[0] < 0 || stock[0] > stock[1] || stock[1] != callers { throw Unexpected("stock \(stock)") }
                let requests = try (0..<callers).map {
                    try desks[caller].request(.copy("A\($0)"), "R\(caller) \(round) \($0)")
                }
                ended += try desks[caller].giveBack(requests, now: now).count {
                    try $0.refusal == nil && $0.receipt().disposition == .returned
                }
            }
            return [lent, ended]
        }
        let facts = try desk.store.facts()
        #expect(outcomes.reduce(0) { $0 + $1[0] } == facts.loans)
        #expect(outcomes.reduce(0) { $0 + $1[1] } == facts.loans - facts.openLoans)
        #expect(facts.loans == callers * rounds)
        #expect(facts.pendingNotices == facts.loans * 2 - facts.openLoans)
        #expect(try desk.stock(book) == [callers - facts.openLoans, callers])
    }
}
