public import Domain

extension LibraryState {
    /// Writes all effects of an operation.
    ///
    /// - Throws: `StateConflict`: they contradict what is there, and nothing was written.
    public mutating func apply(_ effects: Effects) throws(StateConflict) {
        let hash = LedgerTable.hash(effects.key)
        if ledger.row(of: effects.key, hash: hash) != nil { throw .knownKey }
        switch effects.loan {
        case .begins(let loan):
            guard loan.isOpen, loan.id == nextLoan else { throw .outOfOrder }
            try put(loan)
        case .ends(let loan):
            guard let place = loanPlace(loan.id), !loan.isOpen else { throw .unknownRow }
            if loans[place].returned != nil { throw .loanEnded }
            try replace(place, loan)
        case nil:
            break
        }
        guard let row = packed(effects.content) else {
            undo(effects.loan)
            throw .unknownRow
        }
        ledger.append(effects.key, row, hash: hash)
        if let kind = effects.noticeKind {
            notices.append(kind, loan: effects.content.result.loan, operation: ledger.count - 1)
        }
    }

    private mutating func undo(_ change: Effects.LoanChange?) {
        switch change {
        case .begins:
            let row = loans.removeLast()
            copies[newestLoan: row.copy] = row.previous
            if row.returned == nil { open.end(row.member) }
        case .ends(let loan):
            loans[Int(loan.id.value) - 1].returned = nil
            open.begin(UInt32(loan.member.value))
        case nil:
            break
        }
    }
}

/// A place in the course of a library's operations.
public struct OperationMark: Hashable, Sendable {
    fileprivate let operations: Int
    fileprivate let notices: Int
}

extension LibraryState {
    /// Where the operations stand.
    public var mark: OperationMark { OperationMark(operations: ledger.count, notices: notices.count) }

    /// Takes back all operations since a mark.
    ///
    /// Nothing else may have changed since.
    public mutating func takeBack(to mark: OperationMark) {
        while ledger.count > mark.operations {
            if let row = ledger.content(ledger.count - 1) {
                switch row.disposition {
                case .lent:
                    let loan = loans.removeLast()
                    copies[newestLoan: loan.copy] = loan.previous
                    open.end(loan.member)
                case .returned:
                    loans[Int(row.loan) - 1].returned = nil
                    open.begin(loans[Int(row.loan) - 1].member)
                case .alreadyReturned:
                    break
                }
            }
            ledger.removeLast()
        }
        notices.removeLast(notices.count - mark.notices)
    }
}
