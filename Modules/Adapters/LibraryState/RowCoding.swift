public import Domain

/// The rows of the domain as bytes.
extension ByteWriter {
    /// A number that names a row.
    @inlinable
    public mutating func identifier<Kind>(_ id: Identifier<Kind>) { number(UInt64(id.value)) }

    /// A point in time.
    public mutating func moment(_ moment: Moment) { signed(moment.milliseconds) }

    /// When something happened and was recorded.
    public mutating func occurrence(_ occurrence: Occurrence) {
        moment(occurrence.happenedAt)
        // Most often they are the same, or near.
        signed(occurrence.recordedAt.milliseconds &- occurrence.happenedAt.milliseconds)
    }

    /// A civil date.
    public mutating func day(_ day: LibraryDay) { signed(Int64(day.number)) }

    /// A policy.
    public mutating func policy(_ policy: LoanPolicy) {
        count(policy.defaultDays)
        count(policy.maximumDays)
        count(policy.retentionDays)
        count(policy.loanLimit ?? 0)
    }

    /// A book.
    public mutating func book(_ book: Book) {
        identifier(book.id)
        text(book.details.title)
        optionalText(book.details.author)
        optionalText(book.details.isbn)
        moment(book.createdAt)
        count(book.revision)
        byte(book.isRemoved ? 1 : 0)
    }

    /// A copy.
    public mutating func copy(_ copy: Copy) {
        text(copy.barcode.text)
        identifier(copy.book)
        optionalText(copy.branch?.description)
        byte(copy.isWithdrawn ? 1 : 0)
    }

    /// A member.
    public mutating func member(_ member: Member) {
        identifier(member.id)
        text(member.details.card.description)
        text(member.details.name)
        optionalText(member.details.email)
        optionalText(member.details.phone)
        byte(member.isActive ? 1 : 0)
        moment(member.createdAt)
        count(member.revision)
    }
}

extension ByteReader {
    /// A number that names a row.
    @inlinable
    public mutating func identifier<Kind>(of kind: Kind.Type = Kind.self) throws(Malformed) -> Identifier<Kind> {
        guard let id = Identifier<Kind>(try number(as: Int64.self)) else { throw Malformed() }
        return id
    }

    /// A point in time.
    public mutating func moment() throws(Malformed) -> Moment { Moment(milliseconds: try signed()) }

    /// When something happened and was recorded.
    public mutating func occurrence() throws(Malformed) -> Occurrence {
        let happenedAt = try moment()
        return Occurrence(
            happenedAt: happenedAt, recordedAt: Moment(milliseconds: happenedAt.milliseconds &+ (try signed())))
    }

    /// A civil date.
    public mutating func day() throws(Malformed) -> LibraryDay {
        guard let number = Int(exactly: try signed()), let day = LibraryDay(number: number) else { throw Malformed() }
        return day
    }

    /// A policy.
    public mutating func policy() throws(Malformed) -> LoanPolicy {
        let (standard, maximum) = (try number(as: Int.self), try number(as: Int.self))
        let (retention, limit) = (try number(as: Int.self), try number(as: Int.self))
        return LoanPolicy(
            storedDefault: standard, maximum: maximum, retention: retention, loanLimit: limit == 0 ? nil : limit)
    }

    /// A book.
    public mutating func book() throws(Malformed) -> Book {
        let id: BookID = try identifier()
        let details = BookDetails(storedTitle: try text(), author: try optionalText(), isbn: try optionalText())
        return Book(
            id: id, details: details, createdAt: try moment(), revision: try number(as: Int.self), isRemoved: try flag()
        )
    }

    /// A barcode.
    public mutating func barcode() throws(Malformed) -> Barcode {
        Barcode(stored: try text(maximum: Barcode.maximumBytes))
    }

    /// A copy.
    public mutating func copy() throws(Malformed) -> Copy {
        Copy(
            barcode: try barcode(), book: try identifier(), branch: try optionalText().map(Branch.init(stored:)),
            isWithdrawn: try flag())
    }

    /// A member.
    public mutating func member() throws(Malformed) -> Member {
        let id: MemberID = try identifier()
        let details = MemberDetails(
            storedCard: try text(), name: try text(), email: try optionalText(), phone: try optionalText())
        return Member(
            id: id, details: details, isActive: try flag(), createdAt: try moment(), revision: try number(as: Int.self))
    }
}
