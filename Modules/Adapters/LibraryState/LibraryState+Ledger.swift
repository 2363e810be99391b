public import Domain

extension LibraryState {
    /// Content as it is kept; nil if it names what is not there.
    func packed(_ content: LedgerContent) -> LedgerRow? {
        let (payload, result) = (content.payload, content.result)
        let named: (kind: LedgerRow.ItemKind, place: UInt32?) =
            switch payload.item {
            case .book(let id): (.book, UInt32(exactly: id.value))
            case .copy(let barcode): (.copy, copies.row(of: barcode))
            case .loan(let id): (.loan, UInt32(exactly: id.value))
            }
        guard let item = named.place, loanPlace(result.loan) != nil,
            let member = UInt32(exactly: payload.member?.value ?? 0), let days = UInt16(exactly: payload.days ?? 0),
            let notes = UInt8(exactly: result.notes.rawValue)
        else { return nil }
        return LedgerRow(
            happenedAt: payload.happenedAt ?? content.recordedAt, recordedAt: content.recordedAt,
            run: content.run?.value ?? 0, card: payload.card?.value ?? 0, item: item, member: member,
            loan: UInt32(result.loan.value), due: result.due,
            days: days, kind: payload.kind, itemKind: named.kind, disposition: result.disposition, notes: notes,
            isTimed: payload.happenedAt != nil)
    }

    /// Content as it was.
    func unpacked(_ row: LedgerRow) -> LedgerContent {
        let item: Payload.Item =
            switch row.itemKind {
            case .book: .book(BookID(stored: Int64(row.item)))
            case .copy: .copy(copies[row.item].barcode)
            case .loan: .loan(LoanID(stored: Int64(row.item)))
            }
        let payload = Payload(
            kind: row.kind, item: item, member: MemberID(Int64(row.member)), card: CardDigest(stored: row.card),
            days: row.days == 0 ? nil : Int(row.days),
            happenedAt: row.isTimed ? row.happenedAt : nil)
        let result = OperationResult(
            disposition: row.disposition, loan: LoanID(stored: Int64(row.loan)), due: row.due,
            notes: ReturnNotes(rawValue: Int(row.notes)))
        return LedgerContent(
            payload: payload, result: result, recordedAt: row.recordedAt,
            run: row.run == 0 ? nil : RunID(stored: row.run))
    }
}

/// Reading and purging the ledger, in the order in which its keys came.
extension LibraryState {
    /// The record under a key.
    public func record(_ key: OperationKey) -> LedgerRecord? { ledger.row(of: key).map(record) }

    /// The next records after that of a key.
    public func records(after key: OperationKey?, limit: Int) -> [LedgerRecord] {
        ledgerRows(after: key, limit: limit).map(record)
    }

    /// The next records, and the keys of those that an order covers.
    ///
    /// Writing each of these keys without content (`put`) purges it.
    public func recordsToPurge(
        under order: PurgeOrder, after key: OperationKey?, limit: Int
    ) -> (last: OperationKey?, covered: [OperationKey]) {
        let rows = ledgerRows(after: key, limit: limit)
        let covered = rows.filter { ledger.content($0).map { order.covers(unpacked($0)) } ?? false }
        return (rows.last.map(ledger.key), covered.map(ledger.key))
    }

    private func ledgerRows(after key: OperationKey?, limit: Int) -> Range<Int> {
        let start = key.map { (ledger.row(of: $0) ?? -1) + 1 } ?? 0
        return start..<min(ledger.count, start + max(0, limit))
    }

    private func record(_ row: Int) -> LedgerRecord {
        LedgerRecord(key: ledger.key(row), content: ledger.content(row).map(unpacked))
    }
}
