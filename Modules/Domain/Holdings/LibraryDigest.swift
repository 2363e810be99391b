/// A digest of all that a library holds: equal libraries have equal digests, whatever store keeps them.
///
/// It is the sum of the SHA-256 digests of all rows, each written field by field, so that it does not depend on the order
/// in which a store gives them. It tells copies apart by accident, not by malice.
public struct LibraryDigest: Hashable, Sendable, CustomStringConvertible {
    private var sum = SIMD4<UInt64>.zero
    /// How many rows were taken in.
    public private(set) var rows = 0

    /// The digest of nothing yet but the head.
    public init(_ head: LibraryHead) {
        var bytes = RowBytes(kind: 0)
        bytes.text(head.zone)
        bytes.number(head.createdAt.milliseconds)
        bytes.number(Int64(head.policy.defaultDays))
        bytes.number(Int64(head.policy.maximumDays))
        bytes.number(Int64(head.policy.retentionDays))
        bytes.optional(head.policy.loanLimit.map(Int64.init))
        bytes.number(head.nextBook.value)
        bytes.number(head.nextMember.value)
        bytes.number(head.nextLoan.value)
        add(bytes)
    }

    /// Takes in rows.
    public mutating func take(_ some: LibraryRows) {
        rows += some.count
        switch some {
        case .books(let books): for book in books { add(RowBytes(book)) }
        case .copies(let copies): for copy in copies { add(RowBytes(copy)) }
        case .members(let members): for member in members { add(RowBytes(member)) }
        case .loans(let loans): for loan in loans { add(RowBytes(loan)) }
        case .operations(let records): for record in records { add(RowBytes(record)) }
        case .notices(let notices): for notice in notices { add(RowBytes(notice)) }
        case .importRuns(let runs): for run in runs { add(RowBytes(run)) }
        case .askedLines(let lines): for line in lines { add(RowBytes(line)) }
        }
    }

    /// 64 lower-case hexadecimal digits.
    public var description: String { (0..<4).map { hexadecimalText(sum[$0], digits: 16) }.joined() }

    private mutating func add(_ row: RowBytes) {
        let digest = SHA256.digest(row.bytes)
        for lane in 0..<4 { sum[lane] &+= UInt64(digest[2 * lane]) << 32 | UInt64(digest[2 * lane + 1]) }
    }
}

/// A row as bytes that no other row has.
private struct RowBytes {
    private(set) var bytes: [UInt8] = []

    init(kind: UInt8) {
        bytes.reserveCapacity(160)
        bytes.append(kind)
    }

    init(_ book: Book) {
        self.init(kind: 1)
        number(book.id.value)
        text(book.details.title)
        text(book.details.author)
        text(book.details.isbn)
        number(book.createdAt.milliseconds)
        number(Int64(book.revision))
        number(book.isRemoved ? 1 : 0)
    }

    init(_ copy: Copy) {
        self.init(kind: 2)
        text(copy.barcode.text)
        number(copy.book.value)
        text(copy.branch?.description)
        number(copy.isWithdrawn ? 1 : 0)
    }

    init(_ member: Member) {
        self.init(kind: 3)
        number(member.id.value)
        text(member.details.card.description)
        text(member.details.name)
        text(member.details.email)
        text(member.details.phone)
        number(member.isActive ? 1 : 0)
        number(member.createdAt.milliseconds)
        number(Int64(member.revision))
    }

    init(_ loan: Loan) {
        self.init(kind: 4)
        number(loan.id.value)
        text(loan.copy.text)
        number(loan.book.value)
        number(loan.member.value)
        occurrence(loan.began)
        number(Int64(loan.due.number))
        occurrence(loan.returned)
    }

    init(_ record: LedgerRecord) {
        self.init(kind: 5)
        text(record.key.scope.description)
        text(record.key.id.text)
        guard let content = record.content else { return }
        let (payload, result) = (content.payload, content.result)
        number(Int64(payload.kind.rawValue))
        switch payload.item {
        case .book(let book):
            number(1)
            number(book.value)
        case .copy(let copy):
            number(2)
            text(copy.text)
        case .loan(let loan):
            number(3)
            number(loan.value)
        }
        optional(payload.member?.value)
        optional(payload.card.map { Int64(bitPattern: $0.value) })
        optional(payload.days.map(Int64.init))
        optional(payload.happenedAt?.milliseconds)
        number(Int64(result.disposition.rawValue))
        number(result.loan.value)
        number(Int64(result.due.number))
        number(Int64(result.notes.rawValue))
        number(content.recordedAt.milliseconds)
        optional(content.run?.value)
    }

    init(_ notice: Notice) {
        self.init(kind: 6)
        number(Int64(notice.kind.rawValue))
        number(notice.loan.value)
        number(Int64(bitPattern: notice.messageID.high))
        number(Int64(bitPattern: notice.messageID.low))
    }

    init(_ run: RecordedRun) {
        self.init(kind: 7)
        number(run.id.value)
        text(run.scope.description)
        number(Int64(run.files.count))
        for file in run.files { text(file) }
        number(run.startedAt.milliseconds)
        number(run.endedAt.milliseconds)
        number(Int64(run.state.rawValue))
        let counts = run.counts
        for count in [counts.lines, counts.attention, counts.settledByPerson, counts.replayed, counts.duplicates] {
            number(Int64(count))
        }
        text(counts.storedAskedIn)
        text(counts.storedVerdicts)
    }

    init(_ line: AskedLine) {
        self.init(kind: 8)
        number(line.place.run.value)
        for value in [line.place.number, line.file, line.line] { number(Int64(value)) }
        text(line.identity.text)
        text(line.verdict.rawValue)
        switch line.item {
        case nil: number(0)
        case .copy(let copy):
            number(1)
            text(copy.text)
        case .loan(let loan):
            number(2)
            number(loan.value)
        }
        text(line.statedAt)
        text(line.doubt?.stored)
        number(line.isSettled ? 1 : 0)
    }

    mutating func number(_ value: Int64) {
        withUnsafeBytes(of: value.bigEndian) { bytes.append(contentsOf: $0) }
    }

    mutating func optional(_ value: Int64?) {
        bytes.append(value == nil ? 0 : 1)
        if let value { number(value) }
    }

    /// Text with its length before it; none is told apart from an empty one.
    mutating func text(_ value: String?) {
        guard let value else { return number(-1) }
        number(Int64(value.utf8.count))
        bytes.append(contentsOf: value.utf8)
    }

    mutating func occurrence(_ value: Occurrence?) {
        bytes.append(value == nil ? 0 : 1)
        guard let value else { return }
        number(value.happenedAt.milliseconds)
        number(value.recordedAt.milliseconds)
    }
}
