import Domain

/// The pending notices in the order of the commits, in twelve bytes each.
struct NoticeTable: Sendable {
    /// Where the message ID of a notice comes from.
    enum Source: Sendable {
        /// The key of an operation, by its place in the ledger; the ID is made when it is asked for.
        case operation(Int)
        /// A library that was elsewhere.
        case stated(MessageID)
    }

    private struct Row {
        let loan: UInt32
        /// The operation's place in the ledger, or the ID's among those stated.
        let source: UInt32
        let kind: Notice.Kind
        let isStated: Bool
    }

    private var rows: [Row] = []
    private var stated: [MessageID] = []

    /// How many notices there are.
    var count: Int { rows.count }

    /// What a notice is about, and where its message ID comes from.
    subscript(_ place: Int) -> (kind: Notice.Kind, loan: LoanID, source: Source) {
        let row = rows[place]
        let source: Source = row.isStated ? .stated(stated[Int(row.source)]) : .operation(Int(row.source))
        return (row.kind, LoanID(stored: Int64(row.loan)), source)
    }

    /// Adds the notice that an operation recorded.
    mutating func append(_ kind: Notice.Kind, loan: LoanID, operation: Int) {
        rows.append(Row(loan: UInt32(loan.value), source: UInt32(operation), kind: kind, isStated: false))
    }

    /// Adds a notice under the ID that it has.
    mutating func append(_ notice: Notice) {
        rows.append(
            Row(loan: UInt32(notice.loan.value), source: UInt32(stated.count), kind: notice.kind, isStated: true))
        stated.append(notice.messageID)
    }

    /// Takes the last notices out.
    mutating func removeLast(_ count: Int) {
        stated.removeLast(rows.suffix(count).count(where: \.isStated))
        rows.removeLast(count)
    }
}

extension LibraryState {
    /// A pending notice by its place.
    func notice(_ place: Int) -> Notice {
        let row = notices[place]
        switch row.source {
        case .operation(let operation): return Notice(row.kind, loan: row.loan, operation: ledger.key(operation))
        case .stated(let id): return Notice(kind: row.kind, loan: row.loan, messageID: id)
        }
    }
}
