import Bootstrap
import Console
import DTOs
import Domain
import Presenters
import UseCases

/// `borrow` and `return`: the two operations, each executed once for its ID.
enum LendingVerbs {
    private static let operation = Option(
        "--operation", "OP", "the operation's ID, to repeat a command safely; else one is made and told")
    private static let retry =
        "After a lost answer, repeat the command with the same --operation: it is executed once, and the first receipt is shown."

    static let commands = [
        Command(
            verb: Verb(
                "borrow", "Lend a copy to a member",
                operands: [Operand("BOOK", "the book's number; a free copy of it is lent", .oneOf("what"))],
                options: [
                    Option("--copy", "BARCODE", "lend this copy", .oneOf("what")),
                    Option("--member", "ID", "the member's number", .oneOf("who")),
                    Option("--card", "CARD", "the number on the member's card", .oneOf("who")),
                    Option("--days", "N", "how long, in days; else what the policy says"),
                    Option("--at", "TIME", "when it happened, such as '2026-04-03 14:05'; else now"),
                    operation,
                ], remarks: [retry]), run: borrow),
        Command(
            verb: Verb(
                "return", "Take a copy back",
                operands: [Operand("LOAN", "the loan's number", .oneOf("what"))],
                options: [
                    Option("--copy", "BARCODE", "the barcode on the copy", .oneOf("what")),
                    Option("--at", "TIME", "when it happened, such as '2026-04-03 14:05'; else now"),
                    operation,
                ], remarks: [retry]), run: takeBack),
    ]

    private static func borrow(_ desk: Desk) throws(CommandFailure) {
        let stated = desk.arguments
        let form = BorrowForm(
            item: stated.value("--copy").map { .copy($0) } ?? .book(stated.operand("BOOK") ?? ""),
            borrower: stated.value("--card").map { .card($0) } ?? .member(stated.value("--member") ?? ""),
            days: stated.value("--days"), at: stated.value("--at"), operation: stated.value("--operation"))
        var operation: String?
        let presenter = BorrowPresenter(
            naming: { () throws(BorrowFailure) in try desk.newOperation(orThrow: BorrowFailure.self) },
            surroundings: desk.surroundings(of:)
        ) { order throws(BorrowFailure) in
            operation = order.operation
            let library = try desk.library(orThrow: BorrowFailure.self)
            let borrow = BorrowBook(
                loans: library.store, calendar: library.calendar, clock: library.clock)
            return try borrow(order, as: desk.principal) { () throws(BorrowFailure) in
                if form.operation == nil { try desk.tell(order.operation, orThrow: BorrowFailure.self) }
            }
        }
        let view = presenter.submit(form)
        if let failure = view.failure {
            throw CommandFailure(failure, undone: "nothing was lent", operation: operation, times: desk.times)
        }
        if case .lent(let slip) = view { desk.show(slip) }
    }

    private static func takeBack(_ desk: Desk) throws(CommandFailure) {
        let stated = desk.arguments
        let form = ReturnForm(
            item: stated.value("--copy").map { .copy($0) } ?? .loan(stated.operand("LOAN") ?? ""),
            at: stated.value("--at"), operation: stated.value("--operation"))
        var operation: String?
        let presenter = ReturnPresenter(
            naming: { () throws(ReturnFailure) in try desk.newOperation(orThrow: ReturnFailure.self) },
            surroundings: desk.surroundings(of:),
            daysLate: desk.daysLate(_:returnedAt:)
        ) { order throws(ReturnFailure) in
            operation = order.operation
            let library = try desk.library(orThrow: ReturnFailure.self)
            let giveBack = ReturnBook(loans: library.store, calendar: library.calendar, clock: library.clock)
            return try giveBack(order, as: desk.principal) { () throws(ReturnFailure) in
                if form.operation == nil { try desk.tell(order.operation, orThrow: ReturnFailure.self) }
            }
        }
        let view = presenter.submit(form)
        if let failure = view.failure {
            throw CommandFailure(failure, undone: "nothing was returned", operation: operation, times: desk.times)
        }
        if case .returned(let slip, let daysLate) = view { desk.show(slip, daysLate: daysLate) }
    }
}

extension Desk {
    /// Makes an operation ID.
    fileprivate func newOperation<Refusal>(
        orThrow failure: UseCaseFailure<Refusal>.Type
    ) throws(UseCaseFailure<Refusal>) -> String {
        Generated.operationID(try library(orThrow: failure).clock).text
    }

    /// Tells an operation's ID, so that the command can be repeated whatever happens to its answer; without that nothing
    /// is to be done.
    fileprivate func tell<Refusal>(
        _ operation: String, orThrow _: UseCaseFailure<Refusal>.Type
    ) throws(UseCaseFailure<Refusal>) {
        remark("operation: \(operation)")
        guard errors.isUsable else {
            throw .storage(
                StorageTrouble(
                    code: "storageInputOutput",
                    message: "the operation's ID could not be told on standard error; state one with --operation"))
        }
    }

    fileprivate func surroundings(of loan: Loan) -> Surroundings {
        names?.surroundings(of: loan) ?? Surroundings()
    }

    fileprivate func daysLate(_ loan: Loan, returnedAt moment: Moment) -> Int {
        clocks?.daysLate(loan, returnedAt: moment) ?? 0
    }
}
