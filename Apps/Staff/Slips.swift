import Console
import DTOs
import Domain
import Presenters

/// How receipts are shown.
extension Desk {
    /// Shows what a borrower is given.
    func show(_ slip: Slip<BorrowReceipt>) {
        let loan = slip.receipt.loan
        let beside = slip.surroundings
        answer(
            BorrowDTO(
                slip.receipt, isReplayed: slip.isReplayed, title: beside.title, memberName: beside.memberName)
        ) {
            output.line("lent: \(beside.title ?? "book \(loan.book)")")
            var facts = FactList()
            facts.add("loan", Cell(loan.id.value))
            facts.add("copy", text: loan.copy.text)
            facts.add("member", text: memberText(loan, beside))
            facts.add("due", Cell(TimeText.day(loan.due), .strong))
            if loan.began.happenedAt != loan.began.recordedAt {
                facts.add("lent", text: times.time(loan.began.happenedAt))
                facts.add("recorded", text: times.time(loan.began.recordedAt))
            }
            facts.print(to: output)
        }
        if slip.isReplayed { tellReplayed() }
    }

    /// Shows what is given for a return.
    func show(_ slip: Slip<ReturnReceipt>, daysLate: Int) {
        let receipt = slip.receipt
        let loan = receipt.loan
        let beside = slip.surroundings
        answer(
            ReturnDTO(
                receipt, isReplayed: slip.isReplayed, daysLate: daysLate, title: beside.title,
                memberName: beside.memberName)
        ) {
            let done = receipt.disposition == .returned ? "returned" : "already returned"
            output.line("\(done): \(beside.title ?? "book \(loan.book)")")
            var facts = FactList()
            facts.add("loan", Cell(loan.id.value))
            facts.add("copy", text: loan.copy.text)
            facts.add("member", text: memberText(loan, beside))
            facts.add("due", text: TimeText.day(loan.due))
            if let end = loan.returned {
                facts.add("returned", text: times.time(end.happenedAt))
                if daysLate > 0 { facts.add("late", Cell("\(daysLate) day\(daysLate == 1 ? "" : "s")", .alarm)) }
            }
            let now = receipt.occurrence
            if receipt.disposition == .alreadyReturned {
                facts.add("this return", text: times.time(now.happenedAt))
            }
            if now.happenedAt != now.recordedAt { facts.add("recorded", text: times.time(now.recordedAt)) }
            for note in notes(of: receipt) { facts.add("note", Cell(note, .alarm)) }
            facts.print(to: output)
        }
        if slip.isReplayed { tellReplayed() }
    }

    private func tellReplayed() {
        remark("already recorded: this is the receipt of the first time, and nothing was done again")
    }

    private func memberText(_ loan: Loan, _ beside: Surroundings) -> String {
        beside.memberName.map { "\(loan.member) \($0)" } ?? "\(loan.member)"
    }

    private func notes(of receipt: ReturnReceipt) -> [String] {
        var notes: [String] = []
        if receipt.notes.contains(.otherBranch) { notes.append("it belongs to another branch") }
        if receipt.notes.contains(.withdrawnCopy) { notes.append("the copy is withdrawn: do not shelve it") }
        if receipt.notes.contains(.onLoanAgain) {
            notes.append(
                receipt.isSettled
                    ? "the copy is out again on a newer loan, which stays open"
                    : "the copy went out again within minutes of this; check which of its loans has ended")
        }
        return notes
    }
}
