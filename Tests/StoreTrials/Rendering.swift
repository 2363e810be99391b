package import Domain
package import Ports

/// Puts a store's answers into the texts that the naive library gives.
package enum Rendering {
    package static func text(_ decision: BorrowDecision) -> String {
        switch decision {
        case .done(let answer):
            return "lent \(answer.receipt.operation) \(text(answer.receipt.loan)) \(text(answer.origin))"
        case .refused(.operationConflict(let field)): return "operationConflict \(field)"
        case .refused(.loanTooLong(let days)): return "loanTooLong \(days)"
        case .refused(.loanLimit(let loans)): return "loanLimit \(loans)"
        case .refused(.unavailableBook(.onLoan(let loan))): return "unavailableBook onLoan \(loan)"
        case .refused(.unavailableBook(.withdrawn)): return "unavailableBook withdrawn"
        case .refused(.unavailableBook(.noFreeCopy)): return "unavailableBook noFreeCopy"
        case .refused(.unavailableBook(.notFreeThen(let until))):
            return "unavailableBook notFreeThen \(until.milliseconds)"
        case .refused(let refusal): return refusal.code
        }
    }

    package static func text(_ decision: ReturnDecision) -> String {
        switch decision {
        case .done(let answer):
            let receipt = answer.receipt
            var notes = receipt.notes.names
            if !receipt.isSettled { notes.append("shortly") }
            return "\(receipt.disposition) \(receipt.operation) \(text(receipt.loan)) at \(text(receipt.occurrence)) "
                + "\(notes.sorted()) \(text(answer.origin))"
        case .refused(.operationConflict(let field)): return "operationConflict \(field)"
        case .refused(.uncertainLoan(let early, let late)):
            return "uncertainLoan \(early?.value ?? 0) \(late?.value ?? 0)"
        case .refused(let refusal): return refusal.code
        }
    }

    package static func text<Row>(_ ruling: HoldingsRuling<Row>, _ row: (Row) -> String) -> String {
        switch ruling {
        case .write(let written): row(written)
        case .refuse(.staleRevision(let current)): "staleRevision \(current)"
        case .refuse(.bookOnLoan(let loan)): "bookOnLoan \(loan)"
        case .refuse(.cardInUse(let member)): "cardInUse \(member)"
        case .refuse(.memberHasLoan(let loan)): "memberHasLoan \(loan)"
        case .refuse(let refusal): refusal.code
        }
    }

    package static func text(_ loan: Loan) -> String {
        "#\(loan.id) \(loan.copy) b\(loan.book) m\(loan.member) \(text(loan.began)) due \(loan.due.number) "
            + (loan.returned.map(text) ?? "open")
    }

    package static func text(_ book: Book) -> String { "b\(book.id) \(book.details.title) r\(book.revision)" }

    package static func text(_ copy: Copy) -> String {
        "\(copy.barcode) of b\(copy.book) at \(copy.branch?.description ?? "-")\(copy.isWithdrawn ? " withdrawn" : "")"
    }

    package static func text(_ member: Member) -> String {
        "m\(member.id) \(member.details.card) \(member.isActive ? "active" : "inactive") r\(member.revision)"
    }

    /// All that a store shows, line by line.
    package static func state(of store: any LibraryStore) throws -> [String] {
        let shown = try Snapshot(of: store, pageSize: 7)
        var lines = shown.books.map { "\(text($0.book)): \($0.available) of \($0.copies)" }
        lines += shown.copies.map { "\(text($0.copy)): \($0.newest.map(text) ?? "never lent")" }
        lines += shown.members.map(text)
        lines += shown.loans.map(text)
        let (policy, facts) = (shown.policy, shown.facts)
        lines.append("policy \(policy.defaultDays) \(policy.maximumDays) \(policy.loanLimit ?? 0)")
        let counts = [
            facts.books, facts.copies, facts.members, facts.loans, facts.openLoans, facts.operations,
            facts.pendingNotices,
        ]
        return lines + ["counts \(counts)"]
    }

    private static func text(_ when: Occurrence) -> String {
        "\(when.happenedAt.milliseconds) \(when.recordedAt.milliseconds)"
    }

    private static func text<Receipt>(_ origin: Answer<Receipt>.Origin) -> String {
        switch origin {
        case .committed: "committed"
        case .replayed(let run): "replayed \(run?.value ?? 0)"
        }
    }
}
