public import Domain

extension LibraryState {
    /// Writes all effects of an operation.
    ///
    /// - Throws: `StateConflict`: they contradict what is there, and nothing was written.
    public mutating func apply(_ effects: Effects) throws(StateConflict) {
        if ledger.row(of: effects.key) != nil { throw .knownKey }
        switch effects.loan {
        case .begins(let loan):
            guard loan.isOpen, loan.id == nextLoan else { throw .outOfOrder }
            try put(loan)
        case .ends(let loan):
            guard let place = place(loan.id, in: loans.count), !loan.isOpen else { throw .unknownRow }
            if loans[place].returned != nil { throw .loanEnded }
            try put(loan)
        case nil:
            break
        }
        do throws(StateConflict) {
            try put(LedgerRecord(key: effects.key, content: effects.content))
        } catch {
            undo(effects.loan)
            throw error
        }
        if let notice = effects.notice { put(notice) }
    }

    /// Takes back the effects that were applied last; several are taken back in reverse order.
    public mutating func undo(_ effects: Effects) {
        if effects.notice != nil { pendingNotices.removeLast() }
        ledger.removeLast()
        undo(effects.loan)
    }

    private mutating func undo(_ change: Effects.LoanChange?) {
        switch change {
        case .begins:
            let row = loans.removeLast()
            copies[row.copy].newestLoan = row.previous
            if row.returned == nil { open.end(row.member) }
        case .ends(let loan):
            loans[Int(loan.id.value) - 1].returned = nil
            open.begin(UInt32(loan.member.value))
        case nil:
            break
        }
    }
}
