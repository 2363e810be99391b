public import Domain

/// A book: `id, title, author, isbn, revision, createdAt, removed, copies, available`.
///
/// The last two are null in answers to a change.
public struct BookDTO: JSONDocument {
    /// `book`.
    public let kind = "book"
    private let book: Book
    private let copies, available: Int?

    /// The shape of a book after a change.
    public init(_ book: Book) {
        self.book = book
        (copies, available) = (nil, nil)
    }

    /// The shape of a book with its stock.
    public init(_ stock: BookStock) {
        book = stock.book
        (copies, available) = (stock.copies, stock.available)
    }

    /// Writes its members.
    public func writeMembers(into json: inout JSONWriter) {
        json.member("id", book.id.value)
        json.member("title", book.details.title)
        json.member("author", book.details.author)
        json.member("isbn", book.details.isbn)
        json.member("revision", book.revision)
        json.member("createdAt", book.createdAt)
        json.member("removed", book.isRemoved)
        json.member("copies", copies)
        json.member("available", available)
    }
}

/// A copy: `barcode, book, branch, withdrawn, available, loan, due`.
///
/// `loan` and `due` are those of the loan it is out on; with `available` they are null in answers to a change.
public struct CopyDTO: JSONDocument {
    /// `copy`.
    public let kind = "copy"
    private let copy: Copy
    private let standing: CopyStanding?

    /// The shape of a copy after a change.
    public init(_ copy: Copy) {
        self.copy = copy
        standing = nil
    }

    /// The shape of a copy and where it stands.
    public init(_ standing: CopyStanding) {
        copy = standing.copy
        self.standing = standing
    }

    /// Writes its members.
    public func writeMembers(into json: inout JSONWriter) {
        json.member("barcode", copy.barcode.text)
        json.member("book", copy.book.value)
        json.member("branch", copy.branch?.description)
        json.member("withdrawn", copy.isWithdrawn)
        json.member("available", standing?.isAvailable)
        json.member("loan", standing?.openLoan?.id.value)
        json.member("due", standing?.openLoan?.due)
    }
}

/// A member: `id, card, name, email, phone, active, revision, createdAt`.
public struct MemberDTO: JSONDocument {
    /// `member`.
    public let kind = "member"
    private let member: Member

    /// The shape of a member.
    public init(_ member: Member) {
        self.member = member
    }

    /// Writes its members.
    public func writeMembers(into json: inout JSONWriter) {
        json.member("id", member.id.value)
        json.member("card", member.details.card.description)
        json.member("name", member.details.name)
        json.member("email", member.details.email)
        json.member("phone", member.details.phone)
        json.member("active", member.isActive)
        json.member("revision", member.revision)
        json.member("createdAt", member.createdAt)
    }
}
