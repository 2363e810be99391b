import Domain
import Ports

/// A state that is read back from the pieces that `LibraryState.pieces` gave.
///
/// Only a state in which every row names rows that are there comes out of it.
public struct RestoredState: Sendable {
    private var state: LibraryState?
    /// The rows that each table is to have.
    private var counts: [Int] = []
    private var ordered = 0
    private var last: Barcode?
    private var isEnded = false

    /// Nothing read yet.
    public init() {}

    /// Reads the next piece.
    public mutating func read(_ piece: inout ByteReader) throws(Malformed) {
        guard !isEnded, let kind = PieceKind(rawValue: try piece.byte()) else { throw Malformed() }
        if state == nil {
            guard kind == .library else { throw Malformed() }
            try begin(&piece)
        }
        while !piece.isAtEnd { try readRow(kind, &piece) }
        isEnded = kind == .end
    }

    /// The state, if all of it was read.
    public consuming func finished() throws(Malformed) -> LibraryState {
        guard isEnded, var state, ordered == counts[1] else { throw Malformed() }
        let found = [
            state.books.count, state.copies.rows.count, state.members.count, state.loans.count,
            state.ledger.scopes.count, state.ledger.count, state.notices.count,
        ]
        guard found == counts else { throw Malformed() }
        state.copies.fillIndex()
        state.ledger.fillIndex()
        return state
    }

    private mutating func begin(_ piece: inout ByteReader) throws(Malformed) {
        var state = LibraryState(
            zone: try piece.text(), createdAt: try piece.moment(), policy: try piece.policy())
        state.standing = StoreStanding(stored: try piece.optionalText())
        state.isOutboxPaused = try piece.flag()
        for _ in 0..<7 { counts.append(try piece.number(as: Int.self)) }
        guard counts.allSatisfy({ $0 <= Int(UInt32.max) - 1 }) else { throw Malformed() }
        // A number that was believed costs at most this much memory; tables beyond it grow as they are read.
        let room = counts.map { min($0, 4 << 20) }
        state.copies.reserve(room[1])
        state.loans.reserveCapacity(room[3])
        state.ledger.reserve(room[5])
        self.state = state
    }

    private mutating func readRow(_ kind: PieceKind, _ piece: inout ByteReader) throws(Malformed) {
        switch kind {
        case .library, .end: throw Malformed()
        case .books: try state?.restoreBook(try piece.book())
        case .copies: try state?.restoreCopy(try piece.copy())
        case .copyOrder: try readOrder(&piece)
        case .members: try state?.restoreMember(try piece.flag() ? piece.member() : nil)
        case .loans: try state?.restoreLoan(&piece)
        case .scopes: try state?.ledger.restoreScope(try piece.text())
        case .ledger: try state?.restoreOperation(&piece)
        case .notices: try state?.restoreNotice(&piece)
        case .importRuns: state?.imports.put(try piece.importRun())
        case .askedLines:
            let line = try piece.askedLine()
            do throws(StateConflict) { try state?.put(line) } catch { throw Malformed() }
        }
    }

    private mutating func readOrder(_ piece: inout ByteReader) throws(Malformed) {
        let row = try piece.number(as: UInt32.self)
        last = try state?.restoreOrder(row, after: last)
        ordered += 1
    }
}
