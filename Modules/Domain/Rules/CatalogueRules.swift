/// Why a change of the holdings is refused.
public enum HoldingsRefusal: Hashable, Sendable {
    case unknownBook
    case unknownCopy
    case unknownMember
    /// It was edited since: this is its revision now.
    case staleRevision(current: Int)
    /// A copy of the book is out on this loan.
    case bookOnLoan(LoanID)
    /// The barcode is, or was, another copy's.
    case barcodeInUse
    /// The card is another member's.
    case cardInUse(MemberID)
    /// The member has this loan open.
    case memberHasLoan(LoanID)

    /// The stable name of the refusal.
    public var code: String {
        switch self {
        case .unknownBook: "unknownBook"
        case .unknownCopy: "unknownCopy"
        case .unknownMember: "unknownMember"
        case .staleRevision: "staleRevision"
        case .bookOnLoan: "bookOnLoan"
        case .barcodeInUse: "barcodeInUse"
        case .cardInUse: "cardInUse"
        case .memberHasLoan: "memberHasLoan"
        }
    }
}

/// What a rule decides of a change of the holdings: the row as it is to be, or why not.
public enum HoldingsRuling<Row: Hashable & Sendable>: Hashable, Sendable {
    case write(Row)
    case refuse(HoldingsRefusal)
}

/// The rule of changing a book: an edit names the revision it was made from; none is removed while a copy is on loan.
public enum BookChange: Hashable, Sendable {
    /// Other details, made from a revision.
    case edit(BookDetails, revision: Int)
    /// Take it out of the catalogue. Its copies are withdrawn with it; past loans keep their meaning.
    case remove

    /// Decides from the book as it is (nil if there is none) and the first open loan of its copies.
    public func ruling(book: Book?, openLoan: LoanID?) -> HoldingsRuling<Book> {
        guard let book, !book.isRemoved else { return .refuse(.unknownBook) }
        switch self {
        case .edit(let details, let revision):
            guard revision == book.revision else { return .refuse(.staleRevision(current: book.revision)) }
            return .write(changed(book, details, isRemoved: false))
        case .remove:
            if let openLoan { return .refuse(.bookOnLoan(openLoan)) }
            return .write(changed(book, book.details, isRemoved: true))
        }
    }

    private func changed(_ book: Book, _ details: BookDetails, isRemoved: Bool) -> Book {
        Book(
            id: book.id, details: details, createdAt: book.createdAt, revision: book.revision + 1,
            isRemoved: isRemoved)
    }
}

/// The rules of a copy's life.
public enum CopyRule {
    /// Decides on a new copy: its book is in the catalogue, its barcode never was another's.
    public static func add(_ copy: Copy, book: Book?, existing: Copy?) -> HoldingsRuling<Copy> {
        guard let book, !book.isRemoved else { return .refuse(.unknownBook) }
        return existing == nil ? .write(copy) : .refuse(.barcodeInUse)
    }

    /// Decides on withdrawing a copy; to withdraw it again changes nothing.
    public static func withdraw(_ copy: Copy?) -> HoldingsRuling<Copy> {
        guard let copy else { return .refuse(.unknownCopy) }
        return .write(Copy(barcode: copy.barcode, book: copy.book, branch: copy.branch, isWithdrawn: true))
    }
}

/// The rule of changing a member.
public enum MemberChange: Hashable, Sendable {
    /// Other details, made from a revision.
    case edit(MemberDetails, revision: Int)
    /// The member may borrow.
    case activate
    /// The member may not borrow; returns work as before.
    case deactivate
    /// Forget the member; with open loans only if that is said. Loans keep the bare number.
    case remove(despiteLoans: Bool)

    /// What becomes of the member.
    public enum Outcome: Hashable, Sendable {
        case kept(Member)
        case removed(Member)
    }

    /// Decides from the member as it is (nil if there is none), another member who has the card of an edit, and the
    /// member's first open loan.
    public func ruling(member: Member?, cardHolder: MemberID?, openLoan: LoanID?) -> HoldingsRuling<Outcome> {
        guard let member else { return .refuse(.unknownMember) }
        switch self {
        case .edit(let details, let revision):
            guard revision == member.revision else { return .refuse(.staleRevision(current: member.revision)) }
            if let cardHolder, cardHolder != member.id { return .refuse(.cardInUse(cardHolder)) }
            return .write(.kept(changed(member, details, isActive: member.isActive)))
        case .activate:
            return .write(.kept(standing(member, isActive: true)))
        case .deactivate:
            return .write(.kept(standing(member, isActive: false)))
        case .remove(let despiteLoans):
            if let openLoan, !despiteLoans { return .refuse(.memberHasLoan(openLoan)) }
            return .write(.removed(member))
        }
    }

    /// Decides on a new member: the card is nobody else's.
    public static func add(_ member: Member, cardHolder: MemberID?) -> HoldingsRuling<Member> {
        cardHolder.map { .refuse(.cardInUse($0)) } ?? .write(member)
    }

    /// A member who stands so already is left as they are, revision and all.
    private func standing(_ member: Member, isActive: Bool) -> Member {
        member.isActive == isActive ? member : changed(member, member.details, isActive: isActive)
    }

    private func changed(_ member: Member, _ details: MemberDetails, isActive: Bool) -> Member {
        Member(
            id: member.id, details: details, isActive: isActive, createdAt: member.createdAt,
            revision: member.revision + 1)
    }
}
