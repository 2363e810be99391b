import Bootstrap
import Console
import DTOs
import Domain
import UseCases

/// `copy`: the physical copies.
enum CopyVerbs {
    private static let barcode = Operand("BARCODE", "the barcode on the copy")

    static let commands = [
        Command(
            verb: Verb(
                "copy add", "Enter a copy of a book", operands: [barcode],
                options: [
                    Option("--book", "ID", "the book's number", .required),
                    Option("--branch", "BRANCH", "where it belongs, if the library has branches"),
                ]), run: add),
        Command(
            verb: Verb("copy list", "List copies", options: [Option("--book", "ID", "only those of this book")]),
            run: list),
        Command(verb: Verb("copy show", "Show a copy and where it is", operands: [barcode]), run: show),
        Command(
            verb: Verb(
                "copy withdraw", "Take a copy out of lending", operands: [barcode],
                remarks: ["Its barcode is never given to another copy; a return of it applies as before."]),
            run: withdraw),
    ]

    private static func add(_ desk: Desk) throws(CommandFailure) {
        let stated = desk.arguments
        let book = try desk.identifier(stated.value("--book"), as: .book)
        let copies = HoldCopies(copies: try desk.library().store)
        let copy = try desk.ask(orElse: "the copy was not added") { () throws(HoldingsFailure) in
            try copies.add(
                stated.operand("BARCODE") ?? "", book: book, branch: stated.value("--branch"), as: desk.principal)
        }
        answer("added", copy, desk)
    }

    private static func list(_ desk: Desk) throws(CommandFailure) {
        var book: Int64?
        if let text = desk.arguments.value("--book") { book = try desk.identifier(text, as: .book) }
        try list(of: book, desk)
    }

    /// Lists the copies of a book, or all.
    static func list(of book: Int64?, _ desk: Desk) throws(CommandFailure) {
        let library = try desk.reading()
        let today = FindLoans(loans: library.store, calendar: library.calendar, clock: library.clock).today
        let listing = Listing(
            columns: [.text("BARCODE"), .number("BOOK"), .text("BRANCH"), .text("STATE")], nothing: "no copy found",
            cells: { (standing: CopyStanding) in
                [
                    Cell(standing.copy.barcode.text), Cell(standing.copy.book.value),
                    Cell(standing.copy.branch?.description ?? ""), state(of: standing, today),
                ]
            }, document: CopyDTO.init(_:))
        let copies = HoldCopies(copies: library.store)
        try listing.print(at: desk) { page throws(HoldingsFailure) in try copies.each(of: book, page) }
    }

    private static func show(_ desk: Desk) throws(CommandFailure) {
        let library = try desk.reading()
        let today = FindLoans(loans: library.store, calendar: library.calendar, clock: library.clock).today
        let copies = HoldCopies(copies: library.store)
        let standing = try desk.ask(orElse: "the copy cannot be shown") { () throws(HoldingsFailure) in
            try copies.find(desk.arguments.operand("BARCODE") ?? "")
        }
        desk.answer(CopyDTO(standing)) {
            let names = Names(library, as: desk.principal)
            desk.output.line("copy \(standing.copy.barcode)")
            var facts = FactList()
            facts.add("book", text: names.book(standing.copy.book))
            facts.add("branch", text: standing.copy.branch?.description)
            facts.add("state", state(of: standing, today))
            facts.add("borrower", text: (standing.openLoan?.member).map(names.member))
            if let last = standing.newest, let end = last.returned {
                facts.add("last loan", text: "\(last.id), returned \(desk.times.time(end.happenedAt))")
            }
            facts.print(to: desk.output)
        }
    }

    private static func withdraw(_ desk: Desk) throws(CommandFailure) {
        let copies = HoldCopies(copies: try desk.library().store)
        let copy = try desk.ask(orElse: "the copy was not withdrawn") { () throws(HoldingsFailure) in
            try copies.withdraw(desk.arguments.operand("BARCODE") ?? "", as: desk.principal)
        }
        answer("withdrew", copy, desk)
    }

    private static func answer(_ done: String, _ copy: Copy, _ desk: Desk) {
        desk.answer(CopyDTO(copy)) {
            let place = copy.branch.map { ", branch \($0)" } ?? ""
            desk.output.line("\(done) copy \(copy.barcode) of book \(copy.book)\(place)")
        }
    }

    private static func state(of standing: CopyStanding, _ today: LibraryDay) -> Cell {
        if let loan = standing.openLoan {
            let isOverdue = loan.isOverdue(on: today)
            let withdrawn = standing.copy.isWithdrawn ? ", withdrawn" : ""
            return Cell(
                "on loan \(loan.id), due \(TimeText.day(loan.due))\(isOverdue ? ", overdue" : "")\(withdrawn)",
                isOverdue ? .alarm : nil)
        }
        return standing.copy.isWithdrawn ? "withdrawn" : "free"
    }
}
