import Domain

/// What a piece of a written state holds.
///
/// The numbers are what files keep.
enum PieceKind: UInt8 {
    case library = 1, books, copies, copyOrder, members, loans, scopes, ledger, notices, end
}

extension LibraryState {
    /// Writes all tables in pieces of about `size` bytes, which `RestoredState` reads in the same order.
    public func write<Failure: Error>(
        inPiecesOf size: Int = 256 << 10, _ emit: (ByteWriter) throws(Failure) -> Void
    ) throws(Failure) {
        try emit(summary)
        try write(.books, books, size, emit) { $0.book($1.book) }
        try write(.copies, copies.rows, size, emit) { $0.copy($1.copy) }
        try write(.copyOrder, copies.page(after: nil, limit: .max), size, emit) { $0.number(UInt64($1)) }
        try write(.members, members, size, emit) { writer, member in
            writer.byte(member == nil ? 0 : 1)
            if let member { writer.member(member) }
        }
        try write(.loans, loans, size, emit) { $0.loan($1) }
        try write(.scopes, ledger.scopes, size, emit) { $0.text($1.description) }
        try write(.ledger, 0..<ledger.count, size, emit) { writer, row in ledger.write(row, to: &writer) }
        try write(.notices, pendingNotices, size, emit) { $0.notice($1) }
        try emit(ByteWriter(piece: .end))
    }

    private func write<Rows: Sequence, Failure: Error>(
        _ kind: PieceKind, _ rows: Rows, _ size: Int, _ emit: (ByteWriter) throws(Failure) -> Void,
        _ write: (inout ByteWriter, Rows.Element) -> Void
    ) throws(Failure) {
        var writer = ByteWriter(piece: kind)
        for row in rows {
            if writer.bytes.count >= size {
                try emit(writer)
                writer = ByteWriter(piece: kind)
            }
            write(&writer, row)
        }
        if writer.bytes.count > 1 { try emit(writer) }
    }

    /// What is one of a kind, and how many rows each table has.
    private var summary: ByteWriter {
        var writer = ByteWriter(piece: .library)
        writer.text(zone)
        writer.moment(createdAt)
        writer.policy(policy)
        let counts = [
            books.count, copies.rows.count, members.count, loans.count, ledger.scopes.count, ledger.count,
            pendingNotices.count,
        ]
        for count in counts { writer.count(count) }
        return writer
    }
}

extension ByteWriter {
    fileprivate init(piece kind: PieceKind) {
        self.init()
        byte(kind.rawValue)
    }

    fileprivate mutating func loan(_ row: LoanRow) {
        number(UInt64(row.copy))
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
