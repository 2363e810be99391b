#if SQLite
    public import Domain
    public import Ports

    extension SQLiteStore {
        public func commitBorrow(
            _ request: BorrowRequest, under rule: BorrowRule
        ) throws(StoreFailure) -> BorrowDecision {
            try write { (connection) throws(StoreFailure) in
                let ruling = rule.ruling(on: request, given: try connection.facts(for: request))
                if case .commit(let effects, _) = ruling {
                    if case .begins(let loan) = effects.loan { try connection.begin(loan) }
                    let ledger = Ledger(connection: connection)
                    let scope = try ledger.numberOrNew(of: request.key.scope)
                    try ledger.insert(effects.content, under: request.key.id, scope: scope)
                    if let notice = effects.notice { try connection.insert(notice) }
                }
                return ruling.decision
            }
        }
    }

    extension Connection {
        fileprivate func facts(for request: BorrowRequest) throws(StoreFailure) -> BorrowFacts {
            let copies: [CopyStanding]
            let book: Book?
            switch request.item {
            case .book(let id):
                book = try self.book(id)
                copies = try self.copies(of: id)
            case .copy(let barcode):
                copies = try standing(barcode).map { [$0] } ?? []
                book = if let copy = copies.first { try self.book(copy.copy.book) } else { nil }
            }
            let member =
                switch request.borrower {
                case .member(let id): try self.member(id)
                case .card(let card): try self.member(card: card)
                }
            return BorrowFacts(
                earlier: try Ledger(connection: self).earlier(request.key), member: member, book: book, copies: copies,
                policy: try policy(),
                openLoans: try member.map { (member) throws(StoreFailure) in try openLoans(of: member.id) } ?? 0,
                nextLoan: LoanID(stored: try counter("loan")))
        }

        /// Looks through the loans of one member: an index of the open ones would cost every return a write.
        private func openLoans(of member: MemberID) throws(StoreFailure) -> Int {
            try statement("SELECT count(*) FROM loan WHERE member = ? AND returned_at IS NULL")
                .first(.integer(member.value)) { (row) throws(StoreFailure) in Int(row.integer(0)) } ?? 0
        }
    }
#endif
