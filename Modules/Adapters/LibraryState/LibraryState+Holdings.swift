public import Domain

/// What the rules say of a change of the holdings; the row they rule is written with `put`.
extension LibraryState {
    /// Asks a change of a book about the book and the first open loan of its copies.
    public func ruling(on id: BookID, by change: BookChange) -> HoldingsRuling<Book> {
        let row = place(id, in: books.count).map { books[$0] }
        let open = row?.copies.compactMap { standing($0).openLoan?.id }.min()
        return change.ruling(book: row?.book, openLoan: open)
    }

    /// Asks whether a copy may be added.
    public func ruling(onAdding copy: Copy) -> HoldingsRuling<Copy> {
        CopyRule.add(
            copy, book: place(copy.book, in: books.count).map { books[$0].book },
            existing: copies.row(of: copy.barcode).map { copies[$0] })
    }

    /// Asks whether a copy may be withdrawn.
    public func ruling(onWithdrawing barcode: Barcode) -> HoldingsRuling<Copy> {
        CopyRule.withdraw(copies.row(of: barcode).map { copies[$0] })
    }

    /// Asks whether a member may be added under the next number.
    public func ruling(onAdding details: MemberDetails, at now: Moment) -> HoldingsRuling<Member> {
        MemberChange.add(
            Member(id: nextMember, details: details, createdAt: now), cardHolder: memberOfCard[details.card])
    }

    /// Asks a change of a member about the member, who has the card of an edit, and the member's first open loan.
    public func ruling(on id: MemberID, by change: MemberChange) -> HoldingsRuling<MemberChange.Outcome> {
        var holder: MemberID?
        var open: LoanID?
        switch change {
        case .edit(let details, _):
            holder = memberOfCard[details.card]
        case .remove:
            open = loans.firstIndex { $0.returned == nil && Int64($0.member) == id.value }
                .map { LoanID(stored: Int64($0) + 1) }
        case .activate, .deactivate:
            break
        }
        return change.ruling(member: member(id), cardHolder: holder, openLoan: open)
    }
}
