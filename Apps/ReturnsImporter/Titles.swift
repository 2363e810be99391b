import Bootstrap
import Domain
import UseCases

/// Reads the titles of the books that lines are about; one that cannot be read is left out.
final class Titles {
    private static let most = 10_000

    private let books: FindBooks
    private let copies: HoldCopies
    private var titles: [BookID: String?] = [:]
    private var booksOfCopies: [Barcode: BookID?] = [:]

    init(_ library: Library) {
        books = FindBooks(books: library.store)
        copies = HoldCopies(copies: library.store)
    }

    /// The title of the book that a line is about.
    func title(for outcome: LineOutcome) -> String? {
        if let loan = outcome.receipt?.loan { return title(of: loan.book) }
        switch outcome.line.content {
        case .malformed: return nil
        case .unsupported(_, let loan): return loan.flatMap { title(ofCopy: $0.copy) }
        case .returned(let stated):
            guard case .copy(let copy) = stated.item, outcome.verdict != .unknownCopy else { return nil }
            return title(ofCopy: copy)
        }
    }

    private func title(ofCopy copy: Barcode) -> String? {
        if let known = booksOfCopies[copy] { return known.flatMap(title(of:)) }
        if booksOfCopies.count >= Self.most { booksOfCopies.removeAll(keepingCapacity: true) }
        let book = (try? copies.find(copy.text))?.copy.book
        booksOfCopies[copy] = .some(book)
        return book.flatMap(title(of:))
    }

    private func title(of book: BookID) -> String? {
        if let known = titles[book] { return known }
        if titles.count >= Self.most { titles.removeAll(keepingCapacity: true) }
        let title = (try? books.title(of: book)) ?? nil
        titles[book] = .some(title)
        return title
    }
}
