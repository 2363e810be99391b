import Bootstrap
import Console
import DTOs
import Domain
import UseCases

/// `book`: the catalogue.
enum BookVerbs {
    private static let id = Operand("ID", "the book's number")

    static let commands = [
        Command(
            verb: Verb(
                "book add", "Enter a book in the catalogue", operands: [Operand("TITLE", "its title")],
                options: [
                    Option("--author", "AUTHOR", "who wrote it"),
                    Option("--isbn", "ISBN", "its ISBN, with or without hyphens"),
                ]), run: add),
        Command(
            verb: Verb(
                "book list", "List books",
                operands: [
                    Operand("WORD", "words that must occur in title, author or ISBN", .optional, isRepeated: true)
                ]), run: list),
        Command(verb: Verb("book show", "Show a book and its copies", operands: [id]), run: show),
        Command(
            verb: Verb(
                "book edit", "Change what the catalogue says of a book", operands: [id],
                options: [
                    Option("--revision", "R", "the revision that 'book show' showed", .required),
                    Option("--title", "TITLE", "another title"),
                    Option("--author", "AUTHOR", "another author; empty for none"),
                    Option("--isbn", "ISBN", "another ISBN; empty for none"),
                ], remarks: ["If somebody changed the book since that revision, nothing is changed."]), run: edit),
        Command(
            verb: Verb(
                "book remove", "Take a book out of the catalogue, and its copies with it", operands: [id],
                remarks: ["It is refused while a copy is on loan."]), run: remove),
    ]

    private static func add(_ desk: Desk) throws(CommandFailure) {
        let stated = desk.arguments
        let library = try desk.library()
        let add = AddBook(books: library.store, clock: library.clock)
        let book = try desk.ask(orElse: "the book was not added") { () throws(HoldingsFailure) in
            try add(
                title: stated.operand("TITLE") ?? "", author: stated.value("--author"), isbn: stated.value("--isbn"),
                as: desk.principal)
        }
        answer("added", book, desk)
    }

    private static func list(_ desk: Desk) throws(CommandFailure) {
        let text = SearchText(desk.arguments.operands("WORD").joined(separator: " "))
        let listing = Listing(
            columns: [
                .number("ID"), .text("TITLE", isFlexible: true), .text("AUTHOR", isFlexible: true), .text("ISBN"),
                .number("COPIES"), .number("FREE"),
            ],
            nothing: "no book found",
            cells: { (stock: BookStock) in
                let details = stock.book.details
                return [
                    Cell(stock.book.id.value), Cell(details.title), Cell(details.author ?? ""),
                    Cell(details.isbn ?? ""), Cell(stock.copies), Cell(stock.available),
                ]
            },
            document: BookDTO.init(_:))
        let books = FindBooks(books: try desk.reading().store)
        try listing.print(at: desk) { page throws(HoldingsFailure) in try books.each(finding: text, page) }
    }

    private static func show(_ desk: Desk) throws(CommandFailure) {
        let id = try desk.identifier(desk.arguments.operand("ID"), as: .book)
        let books = FindBooks(books: try desk.reading().store)
        let stock = try desk.ask(orElse: "the book cannot be shown") { () throws(HoldingsFailure) in try books(id) }
        desk.answer(BookDTO(stock)) {
            let book = stock.book
            desk.output.line("book \(book.id): \(book.details.title)")
            var facts = FactList()
            facts.add("author", text: book.details.author)
            facts.add("ISBN", text: book.details.isbn)
            facts.add("copies", "\(stock.copies), \(stock.available) free")
            facts.add("entered", text: desk.times.time(book.createdAt))
            facts.add("revision", Cell(book.revision))
            facts.print(to: desk.output)
        }
        if stock.copies > 0 || desk.isJSON { try CopyVerbs.list(of: id, desk) }
    }

    private static func edit(_ desk: Desk) throws(CommandFailure) {
        let stated = desk.arguments
        let change = BookEdit(
            title: stated.value("--title"), author: stated.value("--author"), isbn: stated.value("--isbn"))
        let id = try desk.identifier(stated.operand("ID"), as: .book)
        let revision = try desk.number("--revision", as: .revision) ?? 0
        let books = ChangeBook(books: try desk.library().store)
        let book = try desk.ask(orElse: "the book is as it was") { () throws(HoldingsFailure) in
            try books.edit(id, revision: revision, change, as: desk.principal)
        }
        answer("changed", book, desk)
    }

    private static func remove(_ desk: Desk) throws(CommandFailure) {
        let id = try desk.identifier(desk.arguments.operand("ID"), as: .book)
        let books = ChangeBook(books: try desk.library().store)
        let book = try desk.ask(orElse: "the book was not removed") { () throws(HoldingsFailure) in
            try books.remove(id, as: desk.principal)
        }
        answer("removed", book, desk)
    }

    private static func answer(_ done: String, _ book: Book, _ desk: Desk) {
        desk.answer(BookDTO(book)) {
            desk.output.line("\(done) book \(book.id): \(book.details.title) (revision \(book.revision))")
        }
    }
}
