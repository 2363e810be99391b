import Bootstrap
import Console
import DTOs
import Domain
import UseCases

/// `loans`: what is out, and what was.
enum LoanVerbs {
    static let commands = [
        Command(
            verb: Verb(
                "loans", "List loans",
                options: [
                    Option(flag: "--open", "only loans that are open"),
                    Option(flag: "--overdue", "only open loans whose due day has passed"),
                    Option("--member", "ID", "only this member's loans"),
                    Option("--book", "ID", "only loans of this book's copies"),
                ], remarks: ["The conditions all apply."]), run: list)
    ]

    private static func list(_ desk: Desk) throws(CommandFailure) {
        let query = try self.query(of: desk)
        let library = try desk.reading()
        let loans = FindLoans(loans: library.store, calendar: library.calendar, clock: library.clock)
        let today = loans.today
        let names = Names(library, as: desk.principal)
        let times = desk.times
        let listing = Listing(
            columns: [
                .number("LOAN"), .text("COPY"), .text("TITLE", isFlexible: true), .text("MEMBER", isFlexible: true),
                .text("LENT"), .text("DUE"), .text("STATE"),
            ],
            nothing: "no loan found",
            cells: { (loan: Loan) in
                [
                    Cell(loan.id.value), Cell(loan.copy.text), Cell(names.title(of: loan.book) ?? "book \(loan.book)"),
                    Cell(names.member(loan.member)), Cell(times.day(of: loan.began.happenedAt)),
                    Cell(TimeText.day(loan.due)), state(of: loan, today, times),
                ]
            }, document: { LoanDTO($0, today: today) })
        try listing.print(at: desk) { page throws(HoldingsFailure) in
            try loans.each(matching: query, as: desk.principal, page)
        }
    }

    private static func query(of desk: Desk) throws(CommandFailure) -> FindLoans.Query {
        var query = FindLoans.Query()
        query.isOpen = desk.arguments.flag("--open")
        query.isOverdue = desk.arguments.flag("--overdue")
        if let text = desk.arguments.value("--member") { query.member = try desk.identifier(text, as: .member) }
        if let text = desk.arguments.value("--book") { query.book = try desk.identifier(text, as: .book) }
        return query
    }

    private static func state(of loan: Loan, _ today: LibraryDay, _ times: TimeText) -> Cell {
        if let end = loan.returned { return Cell("returned \(times.day(of: end.happenedAt))") }
        return loan.isOverdue(on: today) ? Cell("overdue", .alarm) : "open"
    }
}
