public import Domain

/// Reading. A page begins at its key: what lies before is not looked at.
extension LibraryState {
    /// The book with its stock, one that was removed too; nil if there is none.
    public func book(_ id: BookID) -> BookStock? {
        place(id, in: books.count).map { stock(books[$0]) }
    }

    /// The next books by number, those removed left out.
    public func books(after id: BookID?, limit: Int) -> [BookStock] {
        page(of: books, after: id?.value, limit: limit) { $1.book.isRemoved ? nil : stock($1) }
    }

    /// The copy with its newest loan.
    public func copy(_ barcode: Barcode) -> CopyStanding? { copies.row(of: barcode).map(standing) }

    /// The next copies by barcode, of one book or of all.
    public func copies(of book: BookID?, after barcode: Barcode?, limit: Int) -> [CopyStanding] {
        guard let book else { return copies.page(after: barcode, limit: limit).map(standing) }
        guard let place = place(book, in: books.count) else { return [] }
        let ofBook = books[place].copies
        return ofBook[partition(ofBook) { copies.precedes($0, barcode) }...].prefix(max(0, limit)).map(standing)
    }

    /// The member with a number.
    public func member(_ id: MemberID) -> Member? { place(id, in: members.count).flatMap { members[$0] } }

    /// The member with a card.
    public func member(card: CardNumber) -> Member? { memberOfCard[card].flatMap(member) }

    /// The next members by number.
    public func members(after id: MemberID?, limit: Int) -> [Member] {
        page(of: members, after: id?.value, limit: limit) { $1 }
    }

    /// The loan with a number.
    public func loan(_ id: LoanID) -> Loan? {
        loanPlace(id).map { loan(numbered: UInt32($0) + 1) }
    }

    /// The next loans by number that match.
    public func loans(matching filter: LoanFilter, after id: LoanID?, limit: Int) -> [Loan] {
        page(of: loans, after: id?.value, limit: limit) { place, row in
            // A loan is put together only where the filter does not rule its row out.
            if row.isSkipped || filter.isOpen && row.returned != nil { return nil }
            if let member = filter.member, member.value != Int64(row.member) { return nil }
            let loan = loan(numbered: UInt32(place) + 1)
            return filter.matches(loan) ? loan : nil
        }
    }

    private func stock(_ row: BookRow) -> BookStock {
        let standings = row.copies.map(standing)
        return BookStock(
            book: row.book, copies: standings.count { !$0.copy.isWithdrawn },
            available: standings.count(where: \.isAvailable))
    }

    private func page<Row, Item>(
        of rows: [Row], after number: Int64?, limit: Int, _ item: (Int, Row) -> Item?
    ) -> [Item] {
        var page: [Item] = []
        var place = Int(clamping: number ?? 0)
        while page.count < limit, place < rows.count {
            if let item = item(place, rows[place]) { page.append(item) }
            place += 1
        }
        return page
    }
}
