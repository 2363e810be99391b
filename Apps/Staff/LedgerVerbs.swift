import Bootstrap
import Console
import DTOs
import Domain
import UseCases

/// `ledger`: the operations that were executed.
enum LedgerVerbs {
    static let commands = [
        Command(
            verb: Verb(
                "ledger show", "Show what is known of an operation",
                operands: [Operand("OPERATION", "the operation's ID")],
                options: [Option("--scope", "SCOPE", "whose it is: staff:LOGIN or source:NAME; else this account's")]),
            run: show),
        Command(
            verb: Verb(
                "ledger purge", "Forget the receipts of operations older than the retention",
                options: [Option(flag: "--confirm-clock", "go on after a long silence: the clock is, and was, right")],
                remarks: [
                    "'circ policy show' shows the retention. An operation's ID is never forgotten: the operation, sent "
                        + "again, is refused as expired."
                ]), run: purge),
    ]

    private static func show(_ desk: Desk) throws(CommandFailure) {
        let library = try desk.reading()
        let find = FindOperation(ledger: library.store, loans: library.store)
        let found = try desk.ask(orElse: "the operation cannot be shown") { () throws(LedgerFailure) in
            try find(
                desk.arguments.operand("OPERATION") ?? "", scope: desk.arguments.value("--scope"), as: desk.principal)
        }
        desk.answer(OperationDTO(found)) {
            desk.output.line("operation \(found.record.key.id) of \(found.record.key.scope)")
            var facts = FactList()
            if let content = found.record.content {
                add(content, found.loan, desk.times, to: &facts)
            } else {
                facts.add("state", "expired: it was executed, and what it stated and gave is no longer kept")
            }
            facts.print(to: desk.output)
        }
    }

    private static func add(
        _ content: LedgerContent, _ loan: Loan?, _ times: TimeText, to facts: inout FactList
    ) {
        let (payload, result) = (content.payload, content.result)
        facts.add("stated", text: stated(payload, times))
        facts.add("did", Cell(words(of: result.disposition)))
        facts.add("loan", Cell(result.loan.value))
        facts.add("due", text: TimeText.day(result.due))
        if !result.notes.isEmpty { facts.add("notes", text: result.notes.names.joined(separator: ", ")) }
        facts.add("recorded", text: times.time(content.recordedAt))
        facts.add("run", (content.run?.value).map { Cell($0) })
        facts.add("loan now", text: loan.map { now($0, times) })
    }

    private static func stated(_ payload: Payload, _ times: TimeText) -> String {
        var words = payload.kind == .borrow ? "borrow" : "return"
        switch payload.item {
        case .book(let book): words += " book \(book)"
        case .copy(let copy): words += " copy \(copy)"
        case .loan(let loan): words += " loan \(loan)"
        }
        if let member = payload.member { words += " for member \(member)" }
        if payload.card != nil { words += " for a card" }
        if let days = payload.days { words += " for \(days) days" }
        if let at = payload.happenedAt { words += " at \(times.time(at))" }
        return words
    }

    private static func words(of disposition: OperationResult.Disposition) -> String {
        switch disposition {
        case .lent: "lent"
        case .returned: "returned"
        case .alreadyReturned: "found it already returned"
        }
    }

    private static func now(_ loan: Loan, _ times: TimeText) -> String {
        loan.returned.map { "returned \(times.time($0.happenedAt))" } ?? "open, due \(TimeText.day(loan.due))"
    }

    private static func purge(_ desk: Desk) throws(CommandFailure) {
        let library = try desk.library()
        let purge = PurgeLedger(
            ledger: library.store, imports: library.store, policies: library.store, clock: library.clock)
        let outcome = try desk.ask(orElse: "nothing was purged") { () throws(LedgerFailure) in
            try purge(isClockConfirmed: desk.arguments.flag("--confirm-clock"), as: desk.principal)
        }
        desk.answer(PurgeDTO(outcome)) {
            desk.output.line("purged \(outcome.purged) of \(outcome.purged + outcome.kept) receipts")
            var facts = FactList()
            facts.add("older than", text: outcome.before.map(desk.times.time))
            if outcome.runs > 0 { facts.add("imports forgotten", Cell(outcome.runs)) }
            facts.print(to: desk.output)
        }
    }
}
