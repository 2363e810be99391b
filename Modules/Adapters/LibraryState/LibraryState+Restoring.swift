import Domain

/// Putting rows back where they were: faster than entering them, and as strict about what they name.
extension LibraryState {
    mutating func restoreBook(_ book: Book) throws(Malformed) {
        guard book.id == nextBook else { throw Malformed() }
        books.append(BookRow(book: book))
        removedBooks += book.isRemoved ? 1 : 0
    }

    mutating func restoreCopy(_ copy: Copy) throws(Malformed) {
        guard place(copy.book, in: books.count) != nil else { throw Malformed() }
        copies.appendUnordered(copy)
    }

    /// Puts a copy behind those before it in the order of barcodes, and gives its barcode.
    mutating func restoreOrder(_ row: UInt32, after last: Barcode?) throws(Malformed) -> Barcode {
        guard Int(row) < copies.rows.count else { throw Malformed() }
        let copy = copies[row]
        if let last, last >= copy.barcode { throw Malformed() }
        copies.appendOrder(row)
        books[Int(copy.book.value) - 1].copies.append(row)
        return copy.barcode
    }

    mutating func restoreMember(_ member: Member?) throws(Malformed) {
        guard let member else { return members.append(nil) }
        guard member.id == nextMember, memberOfCard[member.details.card] == nil else { throw Malformed() }
        memberOfCard[member.details.card] = member.id
        members.append(member)
    }

    mutating func restoreLoan(_ piece: inout ByteReader) throws(Malformed) {
        let copy = try piece.number(as: UInt32.self)
        guard copy != LoanRow.skipped.copy else { return skipLoan() }
        let member = try piece.number(as: UInt32.self)
        guard Int(copy) < copies.rows.count, member > 0, Int(member) <= members.count else { throw Malformed() }
        let row = LoanRow(
            copy: copy, previous: copies[newestLoan: copy], member: member, due: try piece.day(),
            began: try piece.occurrence(), returned: try piece.flag() ? piece.occurrence() : nil)
        if row.previous != 0 {
            let before = loans[Int(row.previous) - 1]
            guard before.returned != nil, before.began.happenedAt < row.began.happenedAt else { throw Malformed() }
        }
        loans.append(row)
        copies[newestLoan: copy] = UInt32(loans.count)
        if row.returned == nil { open.begin(member) }
    }

    mutating func restoreOperation(_ piece: inout ByteReader) throws(Malformed) {
        let scope = try piece.number(as: UInt32.self)
        guard Int(scope) < ledger.scopes.count else { throw Malformed() }
        let id = try piece.textBytes(maximum: OperationID.maximumBytes)
        let mark = try piece.byte()
        guard mark != 0 else { return ledger.appendUnindexed(scope: scope, id: id, nil) }
        guard mark <= 2 else { throw Malformed() }
        let occurrence = try piece.occurrence()
        let run = try piece.signed()
        let card = piece.layout < 2 ? 0 : try piece.number(as: UInt64.self)
        guard let kind = Payload.Kind(rawValue: Int(try piece.byte())),
            let itemKind = LedgerRow.ItemKind(rawValue: try piece.byte())
        else { throw Malformed() }
        let item = try piece.number(as: UInt32.self)
        let member = try piece.number(as: UInt32.self)
        let loan = try piece.number(as: UInt32.self)
        let due = try piece.day()
        let days = try piece.number(as: UInt16.self)
        guard let disposition = OperationResult.Disposition(rawValue: Int(try piece.byte())), loan > 0,
            loanPlace(LoanID(stored: Int64(loan))) != nil,
            itemKind == .copy ? Int(item) < copies.rows.count : item > 0
        else { throw Malformed() }
        let row = LedgerRow(
            happenedAt: occurrence.happenedAt, recordedAt: occurrence.recordedAt, run: run, card: card, item: item,
            member: member, loan: loan, due: due, days: days, kind: kind, itemKind: itemKind, disposition: disposition,
            notes: try piece.byte(), isTimed: mark == 2)
        ledger.appendUnindexed(scope: scope, id: id, row)
    }
}

extension LibraryState {
    mutating func restoreNotice(_ piece: inout ByteReader) throws(Malformed) {
        guard let kind = Notice.Kind(rawValue: Int(try piece.byte())) else { throw Malformed() }
        let loan: LoanID = try piece.identifier()
        guard loanPlace(loan) != nil else { throw Malformed() }
        let operation = piece.layout < 2 ? 0 : try piece.number(as: UInt32.self)
        if operation == 0 {
            let id = MessageID(storedHigh: try piece.fixed(as: UInt64.self), low: try piece.fixed(as: UInt64.self))
            notices.append(Notice(kind: kind, loan: loan, messageID: id))
        } else {
            guard Int(operation) <= ledger.count else { throw Malformed() }
            notices.append(kind, loan: loan, operation: Int(operation) - 1)
        }
    }
}

extension LedgerTable {
    mutating func restoreScope(_ name: String) throws(Malformed) {
        let known = scopes.count
        guard place(of: OperationScope(stored: name)) == known else { throw Malformed() }
    }
}
