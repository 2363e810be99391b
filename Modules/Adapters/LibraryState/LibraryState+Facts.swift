public import Domain

extension LibraryState {
    /// All that the rule of borrowing asks about a request.
    public func facts(for request: BorrowRequest) -> BorrowFacts {
        var book: Book?
        var standings: [CopyStanding] = []
        switch request.item {
        case .book(let id):
            if let row = bookRow(id) {
                book = row.book.isRemoved ? nil : row.book
                standings = row.copies.map(standing)
            }
        case .copy(let barcode):
            if let row = copies.row(of: barcode) {
                standings = [standing(row)]
                book = bookRow(copies[row].book).flatMap { $0.book.isRemoved ? nil : $0.book }
            }
        }
        let member =
            switch request.borrower {
            case .member(let id): member(id)
            case .card(let card): member(card: card)
            }
        return BorrowFacts(
            earlier: earlier(request.key), member: member, book: book, copies: standings, policy: policy,
            openLoans: member.map { open.count(of: $0.id) } ?? 0, nextLoan: nextLoan)
    }

    /// All that the rule of returning asks about an operation.
    public func facts(for question: ReturnQuestion, of key: OperationKey) -> ReturnFacts {
        let earlier = earlier(key)
        switch question {
        case .loan(let id):
            guard let place = loanPlace(id) else { return ReturnFacts(earlier: earlier) }
            let number = UInt32(place) + 1
            let loan = loan(numbered: number)
            let row = loans[place].copy
            let newest = copies[newestLoan: row]
            return ReturnFacts(
                earlier: earlier, loan: loan, copy: copies[row],
                newest: newest == number ? loan : self.loan(numbered: newest))
        case .copy(let barcode, let early, let late):
            guard let row = copies.row(of: barcode) else { return ReturnFacts(earlier: earlier) }
            let standing = standing(row)
            return ReturnFacts(
                earlier: earlier, loan: newestLoan(of: row, notAfter: late), copy: standing.copy,
                early: newestLoan(of: row, notAfter: early)?.id, newest: standing.newest)
        }
    }

    /// Reads a little of all that the facts for some returns will be made of, one kind after another.
    ///
    /// So the waits for memory overlap: facts that lie far apart take a third less time.
    public mutating func foresee(_ requests: ArraySlice<ReturnRequest>) {
        var read = 0
        var rows: [UInt32] = []
        rows.reserveCapacity(requests.count)
        for request in requests { read &+= ledger.touch(request.key) }
        for case .loan(let id) in requests.lazy.map(\.item) {
            guard let place = loanPlace(id) else { continue }
            rows.append(loans[place].copy)
            read &+= loans[place].returned == nil ? 0 : 1
        }
        for row in rows { read &+= Int(copies[newestLoan: row]) &+ Int(copies[row].book.value) }
        // What nobody keeps, a compiler may leave unread.
        foreseen = read
    }

    private func newestLoan(of copy: UInt32, notAfter moment: Moment) -> Loan? {
        var number = copies[newestLoan: copy]
        while number != 0, loans[Int(number) - 1].began.happenedAt > moment { number = loans[Int(number) - 1].previous }
        return number == 0 ? nil : loan(numbered: number)
    }

    private func earlier(_ key: OperationKey) -> EarlierOperation? {
        guard let row = ledger.row(of: key) else { return nil }
        guard let content = ledger.content(row) else { return .expired }
        return .recorded(unpacked(content), loan(numbered: content.loan))
    }

    private func bookRow(_ id: BookID) -> BookRow? { place(id, in: books.count).map { books[$0] } }
}
