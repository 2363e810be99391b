/// One physical copy of a book, named by the barcode on it.
public struct Copy: Hashable, Sendable {
    /// The barcode, unique in the library for ever.
    public let barcode: Barcode
    /// The book it is a copy of.
    public let book: BookID
    /// Where it belongs, if the library has branches.
    public let branch: Branch?
    /// Whether it is not lent any more; its row and barcode stay, and a return applies as before.
    public let isWithdrawn: Bool

    /// A copy as a store keeps it.
    public init(barcode: Barcode, book: BookID, branch: Branch? = nil, isWithdrawn: Bool = false) {
        self.barcode = barcode
        self.book = book
        self.branch = branch
        self.isWithdrawn = isWithdrawn
    }
}

/// A branch of the library: 1 to 64 bytes, compared byte for byte.
public struct Branch: Hashable, Sendable, CustomStringConvertible {
    private let exact: ExactText

    /// The branch's name.
    public var description: String { exact.text }

    /// Checks a stated name: at most 64 bytes, no control characters.
    public init(_ name: String) throws(InvalidRequest) {
        exact = ExactText(try TextRule.prose(name, .branch, maximumBytes: 64))
    }

    /// Checks a name that a file states.
    public init(bytes: Span<UInt8>) throws(InvalidRequest) {
        if TextRule.isTrimmed(bytes) {
            self.init(exact: try TextRule.exact(utf8: bytes, .branch, maximumBytes: 64))
        } else {
            try self.init(try ExactText(utf8: bytes, .branch).text)
        }
    }

    private init(exact: ExactText) {
        self.exact = exact
    }

    /// Takes a name that a store kept.
    public init(stored name: String) {
        exact = ExactText(name)
    }
}

/// A copy, and the last that was heard of it.
public struct CopyStanding: Hashable, Sendable {
    /// The copy.
    public let copy: Copy
    /// Its newest loan by beginning, open or not; nil if it was never lent.
    public let newest: Loan?

    /// A copy with its newest loan.
    public init(copy: Copy, newest: Loan?) {
        self.copy = copy
        self.newest = newest
    }

    /// The loan it is out on.
    public var openLoan: Loan? { newest.flatMap { $0.isOpen ? $0 : nil } }

    /// Whether it can be lent now.
    public var isAvailable: Bool { !copy.isWithdrawn && openLoan == nil }

    /// The last thing that happened to it: the end, or else the beginning, of its newest loan.
    public var lastEvent: Moment? { newest.map { $0.returned?.happenedAt ?? $0.began.happenedAt } }
}

/// A book with its stock, which is derived and never stored.
public struct BookStock: Hashable, Sendable {
    /// The book.
    public let book: Book
    /// Copies not withdrawn.
    public let copies: Int
    /// Copies not withdrawn and not on loan: 0 to `copies`.
    public let available: Int

    /// A book with its counted stock.
    public init(book: Book, copies: Int, available: Int) {
        self.book = book
        self.copies = copies
        self.available = available
    }
}
