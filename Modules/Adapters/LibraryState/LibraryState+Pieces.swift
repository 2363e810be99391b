import Domain
import Ports

/// What a piece of a written state holds.
///
/// The numbers are what files keep.
enum PieceKind: UInt8 {
    case library = 1, books, copies, copyOrder, members, loans, scopes, ledger, notices, end, importRuns, askedLines

    /// The kind that follows; nil behind the end.
    var next: PieceKind? {
        switch self {
        case .notices: .importRuns
        case .askedLines: .end
        case .end: nil
        default: PieceKind(rawValue: rawValue + 1)
        }
    }
}

extension LibraryState {
    /// All tables as pieces of about `size` bytes, which `RestoredState` reads in the same order.
    public func pieces(of size: Int = 256 << 10) -> StatePieces { StatePieces(self, size) }
}

/// The pieces of a state, written one by one as they are asked for.
public struct StatePieces: Sendable {
    private let state: LibraryState
    private let size: Int
    private let order: [UInt32]
    private let asked: [AskedLine]
    private var kind: PieceKind? = .library
    private var row = 0

    fileprivate init(_ state: LibraryState, _ size: Int) {
        self.state = state
        self.size = size
        order = state.copies.page(after: nil, limit: .max)
        asked = state.imports.runs.flatMap { state.askedLines(of: $0.id, after: 0, limit: .max) }
    }

    /// Whether there is no further piece.
    public var isAtEnd: Bool { kind == nil }

    /// Writes the next piece.
    public mutating func write(to writer: inout ByteWriter) {
        guard let kind else { return }
        let start = writer.bytes.count
        let count = count(of: kind)
        writer.byte(kind.rawValue)
        while row < count, writer.bytes.count - start < size {
            write(kind, row, to: &writer)
            row += 1
        }
        guard row >= count else { return }
        row = 0
        // Tables without a row have no piece.
        var next = kind.next
        while let empty = next, empty != .end, self.count(of: empty) == 0 { next = empty.next }
        self.kind = next
    }

    private func count(of kind: PieceKind) -> Int {
        switch kind {
        case .library: 1
        case .books: state.books.count
        case .copies: state.copies.rows.count
        case .copyOrder: order.count
        case .members: state.members.count
        case .loans: state.loans.count
        case .scopes: state.ledger.scopes.count
        case .ledger: state.ledger.count
        case .notices: state.notices.count
        case .importRuns: state.imports.runs.count
        case .askedLines: asked.count
        case .end: 0
        }
    }

    private func write(_ kind: PieceKind, _ row: Int, to writer: inout ByteWriter) {
        switch kind {
        case .library: state.writeSummary(to: &writer)
        case .books: writer.book(state.books[row].book)
        case .copies: writer.copy(state.copies.rows[row])
        case .copyOrder: writer.number(UInt64(order[row]))
        case .members:
            writer.byte(state.members[row] == nil ? 0 : 1)
            if let member = state.members[row] { writer.member(member) }
        case .loans: writer.loan(state.loans[row])
        case .scopes: writer.text(state.ledger.scopes[row].description)
        case .ledger: state.ledger.write(row, to: &writer)
        case .notices: state.notices.write(row, to: &writer)
        case .importRuns: writer.importRun(state.imports.runs[row])
        case .askedLines: writer.askedLine(asked[row])
        case .end: break
        }
    }
}

extension LibraryState {
    /// What is one of a kind, and how many rows each table has.
    fileprivate func writeSummary(to writer: inout ByteWriter) {
        writer.text(zone)
        writer.moment(createdAt)
        writer.policy(policy)
        writer.optionalText(standing.stored)
        writer.byte(isOutboxPaused ? 1 : 0)
        let counts = [
            books.count, copies.rows.count, members.count, loans.count, ledger.scopes.count, ledger.count,
            notices.count,
        ]
        for count in counts { writer.count(count) }
    }
}

extension NoticeTable {
    fileprivate func write(_ place: Int, to writer: inout ByteWriter) {
        let notice = self[place]
        writer.byte(UInt8(notice.kind.rawValue))
        writer.identifier(notice.loan)
        switch notice.source {
        case .operation(let operation):
            writer.count(operation + 1)
        case .stated(let id):
            writer.count(0)
            writer.fixed(id.high)
            writer.fixed(id.low)
        }
    }
}

extension ByteWriter {
    fileprivate mutating func loan(_ row: LoanRow) {
        number(UInt64(row.copy))
        guard !row.isSkipped else { return }
        number(UInt64(row.member))
        day(row.due)
        occurrence(row.began)
        byte(row.returned == nil ? 0 : 1)
        if let returned = row.returned { occurrence(returned) }
    }
}

extension LedgerTable {
    fileprivate func write(_ row: Int, to writer: inout ByteWriter) {
        withKey(of: row) { scope, id in
            writer.number(UInt64(scope))
            writer.count(id.count)
            writer.bytes.append(contentsOf: id)
        }
        guard let content = content(row) else { return writer.byte(0) }
        writer.byte(content.isTimed ? 2 : 1)
        writer.occurrence(Occurrence(happenedAt: content.happenedAt, recordedAt: content.recordedAt))
        writer.signed(content.run)
        writer.number(content.card)
        writer.byte(UInt8(content.kind.rawValue))
        writer.byte(content.itemKind.rawValue)
        writer.number(UInt64(content.item))
        writer.number(UInt64(content.member))
        writer.number(UInt64(content.loan))
        writer.day(content.due)
        writer.number(UInt64(content.days))
        writer.byte(UInt8(content.disposition.rawValue))
        writer.byte(content.notes)
    }
}
