/// A title the library holds, of which it may have any number of copies.
public struct Book: Hashable, Sendable {
    /// The book's number, never reused.
    public let id: BookID
    /// What the catalogue says of it.
    public let details: BookDetails
    /// When it was entered.
    public let createdAt: Moment
    /// 1 when entered, one more with each edit; an edit names the revision it was made from.
    public let revision: Int
    /// Whether it was removed: the row stays for the loans that name it, the catalogue shows it no more.
    public let isRemoved: Bool

    /// A book as a store keeps it.
    public init(id: BookID, details: BookDetails, createdAt: Moment, revision: Int = 1, isRemoved: Bool = false) {
        self.id = id
        self.details = details
        self.createdAt = createdAt
        self.revision = revision
        self.isRemoved = isRemoved
    }
}

/// What the catalogue says of a book.
public struct BookDetails: Hashable, Sendable {
    /// The most bytes a title or author may have.
    public static let maximumBytes = 512

    /// The title, never empty.
    public let title: String
    /// The author, if stated.
    public let author: String?
    /// The ISBN, 10 or 13 characters without hyphens, if stated.
    public let isbn: String?

    /// Checks stated details: the title is not blank, at most 512 bytes, no control characters; an ISBN has the right
    /// check digit.
    public init(title: String, author: String? = nil, isbn: String? = nil) throws(InvalidRequest) {
        self.title = try TextRule.prose(title, .title, maximumBytes: Self.maximumBytes)
        self.author = try TextRule.optionalProse(author, .author, maximumBytes: Self.maximumBytes)
        guard let isbn = try TextRule.optionalProse(isbn, .isbn, maximumBytes: 32) else {
            self.isbn = nil
            return
        }
        guard let normal = Self.normalised(isbn: isbn) else { throw InvalidRequest(.isbn, .malformed) }
        self.isbn = normal
    }

    /// Takes details that a store kept; they were checked when they came in.
    public init(storedTitle: String, author: String?, isbn: String?) {
        title = storedTitle
        self.author = author
        self.isbn = isbn
    }

    /// Drops hyphens and spaces and checks the check digit (ISBN Users' Manual); nil if it is no ISBN.
    private static func normalised(isbn: String) -> String? {
        let text = isbn.filter { $0 != "-" && $0 != " " }.uppercased()
        let digits = text.utf8.map { $0 == 0x58 ? 10 : Int($0) - 0x30 }
        guard digits.dropLast().allSatisfy((0...9).contains), let last = digits.last else { return nil }
        switch digits.count {
        case 10:
            let sum = digits.enumerated().reduce(0) { $0 + (10 - $1.offset) * $1.element }
            return (0...10).contains(last) && sum % 11 == 0 ? text : nil
        case 13:
            let sum = digits.enumerated().reduce(0) { $0 + ($1.offset % 2 == 0 ? 1 : 3) * $1.element }
            return (0...9).contains(last) && sum % 10 == 0 ? text : nil
        default:
            return nil
        }
    }
}
