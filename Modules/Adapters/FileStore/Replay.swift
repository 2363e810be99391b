import Domain
import LibraryState
import Ports

/// Changes that cannot have been made.
enum ReplayFailure: Error {
    case malformed
    case conflict(StateConflict)
}

extension LibraryState {
    /// Makes the changes of a frame again.
    mutating func replay(_ content: inout ByteReader) throws(ReplayFailure) {
        while !content.isAtEnd {
            let step: Step
            do throws(Malformed) { step = try content.step(in: self) } catch { throw .malformed }
            do throws(StateConflict) { try perform(step) } catch { throw .conflict(error) }
        }
    }

    private mutating func perform(_ step: Step) throws(StateConflict) {
        switch step {
        case .change(let change):
            try change.apply(to: &self)
        case .operation(let record, let loan, let notice):
            if let loan { try put(loan) }
            try put(record, notice: notice)
        }
    }
}

/// A change that was read; an operation's effects come apart, since only a ruling makes `Effects`.
private enum Step {
    case change(Change)
    case operation(LedgerRecord, Loan?, Notice.Kind?)
}

extension ByteReader {
    fileprivate mutating func step(in library: LibraryState) throws(Malformed) -> Step {
        guard let tag = Change.Tag(rawValue: try byte()) else { throw Malformed() }
        switch tag {
        case .book: return .change(.book(try book()))
        case .copy: return .change(.copy(try copy()))
        case .member: return .change(.member(try member()))
        case .memberRemoved: return .change(.memberRemoved(try identifier()))
        case .policy: return .change(.policy(try policy()))
        case .operation:
            let record = LedgerRecord(key: try key(), content: try ledgerContent())
            let loan = try loanChange(in: library)
            return .operation(record, loan, try noticeKind())
        case .loan: return .change(.loan(try loan()))
        case .purge: return .change(.purge(try key()))
        case .standing: return .change(.standing(StoreStanding(stored: try optionalText())))
        case .importEntry: return .change(.importEntry(try importEntry()))
        case .importForgotten: return .change(.importForgotten(RunID(stored: try signed())))
        case .linesSettled: return .change(.linesSettled(try askedPlaces()))
        }
    }

    private mutating func key() throws(Malformed) -> OperationKey {
        // A scope is a prefix and a name of at most 64 bytes.
        let scope = OperationScope(stored: try text(maximum: 80))
        return OperationKey(scope: scope, id: OperationID(stored: try text(maximum: OperationID.maximumBytes)))
    }

    private mutating func noticeKind() throws(Malformed) -> Notice.Kind? {
        let number = try byte()
        if number == 0 { return nil }
        let kind = Notice.Kind(rawValue: Int(layout < 2 ? try byte() : number))
        if layout < 2 {
            // Its loan and its ID, which the record gives too.
            let _: LoanID = try identifier()
            _ = try (fixed(as: UInt64.self), fixed(as: UInt64.self))
        }
        guard let kind else { throw Malformed() }
        return kind
    }

    private mutating func loanChange(in library: LibraryState) throws(Malformed) -> Loan? {
        switch try byte() {
        case 0: return nil
        case 1: return try loan()
        case 2:
            guard let before = library.loan(try identifier()) else { throw Malformed() }
            return try change(of: before.id, before.copy, before.book, before.began)
        default: throw Malformed()
        }
    }

    private mutating func loan() throws(Malformed) -> Loan {
        try change(of: try identifier(), try barcode(), try identifier(), try occurrence())
    }

    private mutating func change(
        of id: LoanID, _ copy: Barcode, _ book: BookID, _ began: Occurrence
    ) throws(Malformed) -> Loan {
        Loan(
            id: id, copy: copy, book: book, member: try identifier(), began: began, due: try day(),
            returned: try flag() ? occurrence() : nil)
    }

    private mutating func ledgerContent() throws(Malformed) -> LedgerContent {
        guard let kind = Payload.Kind(rawValue: Int(try byte())) else { throw Malformed() }
        let item: Payload.Item
        switch try byte() {
        case 0: item = .book(try identifier())
        case 1: item = .copy(try barcode())
        case 2: item = .loan(try identifier())
        default: throw Malformed()
        }
        let member = MemberID(try number(as: Int64.self))
        let card = layout < 2 ? nil : CardDigest(stored: try number(as: UInt64.self))
        let days = try number(as: Int.self)
        let payload = Payload(
            kind: kind, item: item, member: member, card: card, days: days == 0 ? nil : days,
            happenedAt: try flag() ? moment() : nil)
        guard let disposition = OperationResult.Disposition(rawValue: Int(try byte())) else { throw Malformed() }
        let result = OperationResult(
            disposition: disposition, loan: try identifier(), due: try day(),
            notes: ReturnNotes(rawValue: try number(as: Int.self)))
        let recordedAt = try moment()
        let run = try signed()
        return LedgerContent(
            payload: payload, result: result, recordedAt: recordedAt, run: run == 0 ? nil : RunID(stored: run))
    }
}
