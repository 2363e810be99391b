import Domain
import LibraryState
import Ports

/// One change of the library, as it is applied in memory and written to the journal; those of operations are `Effects`.
enum Change {
    case book(Book)
    case copy(Copy)
    case member(Member)
    case memberRemoved(MemberID)
    case policy(LoanPolicy)
    /// A loan past the rules.
    case loan(Loan)
    /// The content of an operation is forgotten.
    case purge(OperationKey)
    /// Whether the store takes changes from now on.
    case standing(StoreStanding)
    /// How a run of an import stands, and what it asks about.
    case importEntry(ImportEntry)
    /// A run of an import is forgotten.
    case importForgotten(RunID)
    /// Lines that imports asked about are settled by a person.
    case linesSettled([AskedLine.Place])

    /// What stands before a change in the journal.
    enum Tag: UInt8 {
        case book = 1, copy, member, memberRemoved, policy, operation, loan, purge, standing, importEntry,
            importForgotten, linesSettled
    }

    /// Applies the change, whole or not at all.
    func apply(to library: inout LibraryState) throws(StateConflict) {
        switch self {
        case .book(let book): try library.put(book)
        case .copy(let copy): try library.put(copy)
        case .member(let member): try library.put(member)
        case .memberRemoved(let id): try library.removeMember(id)
        case .policy(let policy): library.put(policy)
        case .loan(let loan): try library.put(loan)
        case .purge(let key): try library.put(LedgerRecord(key: key, content: nil))
        case .standing(let standing): library.standing = standing
        case .importEntry(let entry): try library.put(entry)
        case .importForgotten(let run): library.removeImportRun(run)
        case .linesSettled(let lines): library.settle(lines)
        }
    }

    /// Writes the change.
    func write(to writer: inout ByteWriter) {
        writer.byte(tag.rawValue)
        switch self {
        case .book(let book): writer.book(book)
        case .copy(let copy): writer.copy(copy)
        case .member(let member): writer.member(member)
        case .memberRemoved(let id): writer.identifier(id)
        case .policy(let policy): writer.policy(policy)
        case .loan(let loan): writer.loan(loan)
        case .purge(let key): writer.key(key)
        case .standing(let standing): writer.optionalText(standing.stored)
        case .importEntry(let entry): writer.importEntry(entry)
        case .importForgotten(let run): writer.signed(run.value)
        case .linesSettled(let lines): writer.askedPlaces(lines)
        }
    }

    private var tag: Tag {
        switch self {
        case .book: .book
        case .copy: .copy
        case .member: .member
        case .memberRemoved: .memberRemoved
        case .policy: .policy
        case .loan: .loan
        case .purge: .purge
        case .standing: .standing
        case .importEntry: .importEntry
        case .importForgotten: .importForgotten
        case .linesSettled: .linesSettled
        }
    }
}

extension ByteWriter {
    fileprivate mutating func key(_ key: OperationKey) {
        text(key.scope.description)
        text(key.id.text)
    }

    /// An operation: its record, what happens to the loan, and its notice.
    ///
    /// The receipt is not written: record and loan give it again. Nor is the notice but for its kind: it is about the
    /// record's loan, under an ID that the key gives.
    mutating func effects(_ effects: Effects) {
        byte(Change.Tag.operation.rawValue)
        key(effects.key)
        content(effects.content)
        switch effects.loan {
        case nil:
            byte(0)
        case .begins(let loan):
            byte(1)
            self.loan(loan)
        case .ends(let loan):
            // The loan is there: what may be new of it is all that is written.
            byte(2)
            identifier(loan.id)
            change(of: loan)
        }
        byte(UInt8(effects.noticeKind?.rawValue ?? 0))
    }

    private mutating func content(_ content: LedgerContent) {
        let (payload, result) = (content.payload, content.result)
        byte(UInt8(payload.kind.rawValue))
        switch payload.item {
        case .book(let id):
            byte(0)
            identifier(id)
        case .copy(let barcode):
            byte(1)
            text(barcode.text)
        case .loan(let id):
            byte(2)
            identifier(id)
        }
        number(UInt64(payload.member?.value ?? 0))
        number(payload.card?.value ?? 0)
        count(payload.days ?? 0)
        byte(payload.happenedAt == nil ? 0 : 1)
        if let happenedAt = payload.happenedAt { moment(happenedAt) }
        byte(UInt8(result.disposition.rawValue))
        identifier(result.loan)
        day(result.due)
        count(result.notes.rawValue)
        moment(content.recordedAt)
        signed(content.run?.value ?? 0)
    }

    fileprivate mutating func loan(_ loan: Loan) {
        identifier(loan.id)
        text(loan.copy.text)
        identifier(loan.book)
        occurrence(loan.began)
        change(of: loan)
    }

    private mutating func change(of loan: Loan) {
        identifier(loan.member)
        day(loan.due)
        byte(loan.returned == nil ? 0 : 1)
        if let returned = loan.returned { occurrence(returned) }
    }
}
