import Domain
import Presenters
import Testing
import UseCases

/// A use case that answers as it is told and remembers what it was asked.
private final class FakeReturn {
    let result: Result<Answer<ReturnReceipt>, ReturnFailure>
    private(set) var orders: [ReturnOrder] = []

    init(_ result: Result<Answer<ReturnReceipt>, ReturnFailure>) {
        self.result = result
    }

    func callAsFunction(_ form: ReturnForm) -> ReturnView {
        let presenter = ReturnPresenter(
            naming: { () throws(ReturnFailure) in "made" },
            surroundings: { _ in Surroundings(title: nil, memberName: "Ada") },
            daysLate: { $0.id.value == 12 && $1 == Receipts.now ? 2 : 0 }
        ) { order throws(ReturnFailure) in
            self.orders.append(order)
            return try self.result.get()
        }
        return presenter.submit(form)
    }
}

@Suite("Presenting a return")
struct ReturnPresenterTests {
    private let form = ReturnForm(item: .loan("12"), operation: "r1")

    @Test("A receipt is shown with what stands beside it and how late it is by the library's calendar")
    func success() throws {
        let receipt = try Receipts.giveBack()
        let giveBack = FakeReturn(.success(Answer(receipt, origin: .replayed(nil))))
        guard case .returned(let slip, let daysLate) = giveBack(form) else {
            Issue.record("it was not returned")
            return
        }
        #expect(slip.receipt == receipt)
        #expect(slip.isReplayed)
        #expect(slip.surroundings.memberName == "Ada")
        #expect(daysLate == 2)
        #expect(giveBack.orders == [ReturnOrder(operation: "r1", item: .loan(12))])
    }

    @Test("A barcode reaches the use case as it was typed; a date stays a date")
    func wholeForm() throws {
        let giveBack = FakeReturn(.failure(.refused(.staleReturn)))
        #expect(giveBack(ReturnForm(item: .copy("\"P 123\""), at: "2026-04-03")) == .refused(.staleReturn))
        let day = try #require(LibraryDay(year: 2026, month: 4, day: 3))
        #expect(giveBack.orders == [ReturnOrder(operation: "made", item: .copy("\"P 123\""), at: .date(day))])
    }

    @Test("A field that cannot be read is told before the use case is asked")
    func unreadable() {
        let giveBack = FakeReturn(.failure(.refused(.missingLoan)))
        #expect(giveBack(ReturnForm(item: .loan("x"))) == .invalidInput(InvalidRequest(.loan, .malformed)))
        #expect(
            giveBack(ReturnForm(item: .loan("1"), at: "01/02/2026"))
                == .invalidInput(InvalidRequest(.happenedAt, .malformed)))
        #expect(giveBack.orders.isEmpty)
    }

    @Test(
        "Every way to get nothing is a view of its own",
        arguments: [
            (ReturnFailure.refused(.missingLoan), ReturnView.missingLoan),
            (.refused(.unknownCopy), .unknownCopy), (.refused(.notOnLoan), .notOnLoan),
            (
                .refused(.uncertainLoan(nil, LoanID(stored: 5))), .uncertainLoan(nil, LoanID(stored: 5))
            ),
            (.refused(.operationExpired), .refused(.operationExpired)),
            (.invalidRequest(InvalidRequest(.loan, .notPositive)), .invalidInput(InvalidRequest(.loan, .notPositive))),
            (.notPermitted(.return), .notPermitted(.return)),
            (
                .storage(StorageTrouble(code: "storageBusy", message: "busy")),
                .unavailable(StorageTrouble(code: "storageBusy", message: "busy"))
            ),
        ])
    func failures(failure: ReturnFailure, view: ReturnView) {
        let seen = FakeReturn(.failure(failure))(form)
        #expect(seen == view)
        #expect(seen.failure == failure)
    }
}
