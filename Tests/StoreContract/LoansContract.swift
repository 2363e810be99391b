import Domain
import Ports
import StoreTrials
import Testing

extension StoreContract {
    static let loans = [
        // Koha 24075
        StoreCase("A loan is overdue from the day after its due day, and no more once it has ended") { desk in
            try desk.book(copies: "A1")
            let due = try desk.borrow(.copy("A1"), by: desk.member(), "B1", days: 3, now: day(0, 9)).receipt().loan.due
            func overdue(on day: LibraryDay?) throws -> Int {
                var filter = LoanFilter()
                filter.overdueOn = day
                return try desk.store.loans(matching: filter, after: nil, limit: 9).count
            }
            #expect(try overdue(on: due) == 0)
            #expect(try overdue(on: due.adding(1)) == 1)
            try desk.giveBack(.copy("A1"), "R1", now: day(9, 9))
            #expect(try overdue(on: due.adding(1)) == 0)
        },
        // Koha 12315
        StoreCase("Loans come in pages by number, all those and only those that the filter wants") { desk in
            let books = [try desk.book(), try desk.book()]
            let members = [try desk.member(card: "C1"), try desk.member(card: "C2"), try desk.member(card: "C3")]
            for number in 0..<60 {
                try desk.add("A\(number)", to: books[number % 2])
                try desk.borrow(
                    .copy("A\(number)"), by: members[number % 3], "B\(number)", days: number % 14 + 1, now: day(0, 9))
                if number % 4 == 0 { try desk.giveBack(.copy("A\(number)"), "R\(number)", now: day(0, 10)) }
            }
            let all = try Snapshot(of: desk.store).loans
            #expect(all.count == 60)
            for variant in 0..<16 {
                var filter = LoanFilter()
                filter.isOpen = variant & 1 != 0
                filter.member = variant & 2 != 0 ? members[1] : nil
                filter.book = variant & 4 != 0 ? books[1] : nil
                filter.overdueOn = variant & 8 != 0 ? civilDay(day(9, 0)) : nil
                let wanted = all.filter { loan in
                    let isOpen = loan.returned == nil
                    return (!filter.isOpen || isOpen) && (filter.member == nil || loan.member == members[1])
                        && (filter.book == nil || loan.book == books[1])
                        && (filter.overdueOn == nil || isOpen && loan.due < civilDay(day(9, 0)))
                }
                for size in [1, 7, 99] { #expect(try paged(desk, filter, size) == wanted) }
                #expect(!wanted.isEmpty)
            }
            #expect(try desk.store.loans(matching: LoanFilter(), after: nil, limit: 0).isEmpty)
            #expect(try desk.store.loans(matching: LoanFilter(), after: unknown(), limit: 5).isEmpty)
            #expect(try desk.store.loan(unknown()) == nil)
        },
        StoreCase("Filters by a member or book that is not there find nothing") { desk in
            try desk.book(copies: "A1")
            try desk.borrow(.copy("A1"), by: desk.member(), "B1", now: day(0, 9))
            var filter = LoanFilter()
            filter.member = unknown()
            #expect(try desk.store.loans(matching: filter, after: nil, limit: 9).isEmpty)
            filter.member = nil
            filter.book = unknown()
            #expect(try desk.store.loans(matching: filter, after: nil, limit: 9).isEmpty)
        },
        StoreCase("A policy is replaced as a whole, from the one that is there, or left when the change refuses") {
            desk in
            let policy = try LoanPolicy(defaultDays: 21, maximumDays: 365, retentionDays: 7, loanLimit: 1000)
            var seen: LoanPolicy?
            let changed = try desk.store.changePolicy { before in
                seen = before
                return .success(policy)
            }
            #expect(seen == .initial)
            #expect(changed == .success(policy))
            let refusal = InvalidRequest(.defaultDays, .notPositive)
            let refused = try desk.store.changePolicy { before in
                #expect(before == policy)
                return .failure(refusal)
            }
            #expect(refused == .failure(refusal))
            #expect(try desk.store.policy() == policy)
        },
        StoreCase("A change of the policy leaves due days as they are") { desk in
            try desk.book(copies: "A1")
            let loan = try desk.borrow(.copy("A1"), by: desk.member(), "B1", days: 14, now: day(0, 9)).receipt().loan
            let short = try LoanPolicy(defaultDays: 1, maximumDays: 1, retentionDays: 7)
            _ = try desk.store.changePolicy { _ in .success(short) }
            #expect(try desk.loan(loan.id) == loan)
            #expect(try desk.giveBack(.copy("A1"), "R1", now: day(20, 9)).receipt().loan.due == loan.due)
        },
        // LP#1635737, SLiMS 55, LP#2142518, Koha 39748
        StoreCase("A due day is a civil date: no clock change, month, leap day or end of the calendar moves it") {
            desk in
            let (book, member) = (try desk.book(), try desk.member())
            _ = try desk.store.changePolicy { _ in
                .success(LoanPolicy(storedDefault: 14, maximum: 365, retention: 180, loanLimit: nil))
            }
            let trials = [
                ((2026, 3, 20), 14, (2026, 4, 3)), ((2026, 3, 28), 3, (2026, 3, 31)),
                ((2026, 3, 15), 14, (2026, 3, 29)),
                ((2026, 4, 10), 14, (2026, 4, 24)), ((2028, 2, 15), 14, (2028, 2, 29)),
                ((2027, 2, 15), 14, (2027, 3, 1)),
                ((2026, 12, 31), 365, (2027, 12, 31)), ((9999, 12, 17), 14, (9999, 12, 31)),
            ]
            for (number, (first, days, due)) in trials.enumerated() {
                try desk.add("A\(number)", to: book)
                let request = try BorrowRequest(
                    key: desk.key("B\(number)"), item: .copy("A\(number)"), member: member, days: days)
                let rule = BorrowRule(now: day(0, 9), firstDay: try civil(first))
                #expect(try desk.store.commitBorrow(request, under: rule).receipt().loan.due == civil(due))
            }
            try desk.add("A9", to: book)
            let beyond = try BorrowRequest(key: desk.key("B9"), item: .copy("A9"), member: member, days: 15)
            let decision = try desk.store.commitBorrow(
                beyond, under: BorrowRule(now: day(0, 9), firstDay: civil((9999, 12, 17))))
            #expect(decision.refusal == .loanTooLong(maximumDays: 365))
        },
    ]

    private static func paged(_ desk: Desk, _ filter: LoanFilter, _ size: Int) throws -> [Loan] {
        var loans: [Loan] = []
        while true {
            let page = try desk.store.loans(matching: filter, after: loans.last?.id, limit: size)
            #expect(page.count <= size)
            if page.isEmpty { return loans }
            loans += page
        }
    }

    private static func civil(_ date: (Int, Int, Int)) throws -> LibraryDay {
        try #require(LibraryDay(year: date.0, month: date.1, day: date.2))
    }
}
