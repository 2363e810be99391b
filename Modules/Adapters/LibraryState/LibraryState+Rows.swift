public import Domain

/// Writing rows as they are, one at a time: what effects and rulings come down to, and what a store that keeps the state
/// elsewhere reads back. Rows come in an order in which what they name is there before.
extension LibraryState {
    /// Enters a book under the next number, or replaces one; a removed book withdraws its copies.
    public mutating func put(_ book: Book) throws(StateConflict) {
        if book.id == nextBook {
            books.append(BookRow(book: book))
            removedBooks += book.isRemoved ? 1 : 0
            return
        }
        guard let place = place(book.id, in: books.count) else { throw .outOfOrder }
        removedBooks += (book.isRemoved ? 1 : 0) - (books[place].book.isRemoved ? 1 : 0)
        books[place].book = book
        if book.isRemoved {
            for row in books[place].copies { copies[row] = copies[row].withdrawn }
        }
    }

    /// Enters a copy, or replaces one; its book stays.
    public mutating func put(_ copy: Copy) throws(StateConflict) {
        guard let place = place(copy.book, in: books.count) else { throw .unknownRow }
        if let row = copies.row(of: copy.barcode) {
            guard copies[row].book == copy.book else { throw .outOfOrder }
            copies[row] = copy
            return
        }
        let row = copies.append(copy)
        let position = partition(books[place].copies) { copies[$0].barcode < copy.barcode }
        books[place].copies.insert(row, at: position)
    }

    /// Enters a member under the next number, or replaces one.
    public mutating func put(_ member: Member) throws(StateConflict) {
        if let holder = memberOfCard[member.details.card], holder != member.id { throw .keyInUse }
        if member.id == nextMember {
            members.append(member)
        } else {
            guard let place = place(member.id, in: members.count) else { throw .outOfOrder }
            guard let before = members[place] else { throw .unknownRow }
            memberOfCard[before.details.card] = nil
            members[place] = member
        }
        memberOfCard[member.details.card] = member.id
    }

    /// Forgets a member; the number stays used.
    public mutating func removeMember(_ id: MemberID) throws(StateConflict) {
        guard let place = place(id, in: members.count), let member = members[place] else { throw .unknownRow }
        memberOfCard[member.details.card] = nil
        members[place] = nil
    }

    /// Replaces the policy.
    public mutating func put(_ policy: LoanPolicy) { self.policy = policy }

    /// Enters a loan under the next number, or replaces one: only its member, due day and end may change, and an end
    /// never does.
    public mutating func put(_ loan: Loan) throws(StateConflict) {
        if let place = place(loan.id, in: loans.count) { return try replace(place, loan) }
        guard let copy = copies.row(of: loan.copy), copies[copy].book == loan.book,
            place(loan.member, in: members.count) != nil
        else { throw .unknownRow }
        guard loan.id == nextLoan else { throw .outOfOrder }
        try append(loan, copy)
    }

    /// Enters an operation under a new key, with the notice that it recorded if it did, or forgets the content of a known
    /// one.
    public mutating func put(_ record: LedgerRecord, notice: Notice.Kind? = nil) throws(StateConflict) {
        let hash = LedgerTable.hash(record.key)
        if let row = ledger.row(of: record.key, hash: hash) {
            guard record.content == nil else { throw .knownKey }
            ledger.purge(row)
        } else if let content = record.content {
            guard let packed = packed(content) else { throw .unknownRow }
            ledger.append(record.key, packed, hash: hash)
            if let notice { notices.append(notice, loan: content.result.loan, operation: ledger.count - 1) }
        } else {
            ledger.append(record.key, nil, hash: hash)
        }
    }

    /// Adds a notice to those that are pending.
    public mutating func put(_ notice: Notice) throws(StateConflict) {
        guard loanPlace(notice.loan) != nil else { throw .unknownRow }
        notices.append(notice)
    }

    private mutating func append(_ loan: Loan, _ copy: UInt32) throws(StateConflict) {
        let previous = copies[newestLoan: copy]
        if previous != 0 {
            let before = loans[Int(previous) - 1]
            if before.returned == nil { throw .copyOnLoan }
            if before.began.happenedAt >= loan.began.happenedAt { throw .outOfOrder }
        }
        loans.append(
            LoanRow(
                copy: copy, previous: previous, member: UInt32(loan.member.value), due: loan.due, began: loan.began,
                returned: loan.returned))
        copies[newestLoan: copy] = UInt32(loans.count)
        if loan.isOpen { open.begin(UInt32(loan.member.value)) }
    }

    /// Replaces a loan that is there; nothing is looked up by its barcode.
    mutating func replace(_ place: Int, _ loan: Loan) throws(StateConflict) {
        let before = loans[place]
        guard !before.isSkipped else { throw .outOfOrder }
        let copy = copies[before.copy]
        guard self.place(loan.member, in: members.count) != nil else { throw .unknownRow }
        guard copy.barcode == loan.copy, copy.book == loan.book, before.began == loan.began else { throw .outOfOrder }
        if before.returned != nil, before.returned != loan.returned { throw .loanEnded }
        loans[place].member = UInt32(loan.member.value)
        loans[place].due = loan.due
        loans[place].returned = loan.returned
        if before.returned == nil { open.end(before.member) }
        if loan.isOpen { open.begin(UInt32(loan.member.value)) }
    }
}

extension Copy {
    fileprivate var withdrawn: Copy { Copy(barcode: barcode, book: book, branch: branch, isWithdrawn: true) }
}
