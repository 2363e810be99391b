import Domain
import Presenters
import Testing
import UseCases

/// A use case that answers as it is told and remembers what it was asked.
private final class FakeBorrow {
    var result: Result<Answer<BorrowReceipt>, BorrowFailure>
    private(set) var orders: [BorrowOrder] = []
    private(set) var named = 0

    init(_ result: Result<Answer<BorrowReceipt>, BorrowFailure>) {
        self.result = result
    }

    var presenter: BorrowPresenter {
        BorrowPresenter(
            naming: { () throws(BorrowFailure) in
                self.named += 1
                return "made"
            }, surroundings: { _ in Surroundings(title: "Invented", memberName: nil) }
        ) { order throws(BorrowFailure) in
            self.orders.append(order)
            return try self.result.get()
        }
    }

    func callAsFunction(_ form: BorrowForm) -> BorrowView { presenter.submit(form) }
}

@Suite("Presenting a borrow")
struct BorrowPresenterTests {
    private let form = BorrowForm(item: .book("3"), borrower: .member("7"), operation: "b1")

    @Test("A receipt is shown with what stands beside it")
    func success() throws {
        let receipt = try Receipts.borrow()
        let borrow = FakeBorrow(.success(Answer(receipt, origin: .committed)))
        guard case .lent(let slip) = borrow(form) else {
            Issue.record("it was not lent")
            return
        }
        #expect(slip.receipt == receipt)
        #expect(!slip.isReplayed)
        #expect(slip.surroundings == Surroundings(title: "Invented", memberName: nil))
        #expect(borrow.orders == [BorrowOrder(operation: "b1", item: .book(3), borrower: .member(7))])
        #expect(borrow.named == 0)
    }

    @Test("An earlier receipt is told as such")
    func replayed() throws {
        let borrow = FakeBorrow(.success(Answer(try Receipts.borrow(), origin: .replayed(nil))))
        guard case .lent(let slip) = borrow(form) else {
            Issue.record("it was not lent")
            return
        }
        #expect(slip.isReplayed)
    }

    @Test("All that was typed reaches the use case, untouched where it is no number or time")
    func wholeForm() throws {
        let borrow = FakeBorrow(.failure(.refused(.unknownCopy)))
        let whole = BorrowForm(
            item: .copy(" 0031 "), borrower: .card("C 7"), days: " 10 ", at: "2026-04-03 14:05")
        #expect(borrow(whole) == .refused(.unknownCopy))
        let day = try #require(LibraryDay(year: 2026, month: 4, day: 3))
        let time = try #require(LocalTime(day: day, hour: 14, minute: 5))
        #expect(
            borrow.orders == [
                BorrowOrder(
                    operation: "made", item: .copy(" 0031 "), borrower: .card("C 7"), days: 10,
                    at: .local(time, resolution: StatedTime.minute))
            ])
        #expect(borrow.named == 1)
    }

    @Test(
        "A field that cannot be read is told before the use case is asked or an ID is made",
        arguments: [
            (BorrowForm(item: .book("3a"), borrower: .member("7")), InvalidRequest(.book, .malformed)),
            (BorrowForm(item: .book(""), borrower: .member("7")), InvalidRequest(.book, .missing)),
            (BorrowForm(item: .book("3"), borrower: .member("+7")), InvalidRequest(.member, .malformed)),
            (
                BorrowForm(item: .book("99999999999999999999"), borrower: .member("7")),
                InvalidRequest(.book, .malformed)
            ),
            (BorrowForm(item: .book("3"), borrower: .card("7"), days: "two"), InvalidRequest(.days, .malformed)),
            (
                BorrowForm(item: .book("3"), borrower: .card("7"), at: "3.4.2026"),
                InvalidRequest(.happenedAt, .malformed)
            ),
            (BorrowForm(item: .book("3"), borrower: .card("7"), at: " "), InvalidRequest(.happenedAt, .missing)),
        ])
    func unreadable(form: BorrowForm, expected: InvalidRequest) {
        let borrow = FakeBorrow(.failure(.refused(.unknownBook)))
        #expect(borrow(form) == .invalidInput(expected))
        #expect(borrow.orders.isEmpty)
        #expect(borrow.named == 0)
    }

    @Test(
        "Every way to get nothing is a view of its own",
        arguments: [
            (BorrowFailure.refused(.inactiveMember), BorrowView.inactiveMember),
            (.refused(.unavailableBook(.noFreeCopy)), .unavailableBook(.noFreeCopy)),
            (.refused(.unavailableBook(.onLoan(LoanID(stored: 5)))), .unavailableBook(.onLoan(LoanID(stored: 5)))),
            (.refused(.loanTooLong(maximumDays: 14)), .refused(.loanTooLong(maximumDays: 14))),
            (.refused(.loanLimit(maximum: 5)), .refused(.loanLimit(maximum: 5))),
            (.invalidRequest(InvalidRequest(.days, .notPositive)), .invalidInput(InvalidRequest(.days, .notPositive))),
            (.notPermitted(.borrow), .notPermitted(.borrow)),
            (
                .storage(StorageTrouble(code: "storageBusy", message: "busy")),
                .unavailable(StorageTrouble(code: "storageBusy", message: "busy"))
            ),
        ])
    func failures(failure: BorrowFailure, view: BorrowView) {
        let seen = FakeBorrow(.failure(failure))(form)
        #expect(seen == view)
        #expect(seen.failure == failure)
    }

    @Test("An outage is never shown as a book that is not there")
    func outage() {
        let trouble = StorageTrouble(code: "storageUnavailable", message: "down")
        #expect(FakeBorrow(.failure(.storage(trouble)))(form) == .unavailable(trouble))
    }

    @Test("When no ID can be made the use case is not asked")
    func noName() {
        var isAsked = false
        let trouble = StorageTrouble(code: "storeMissing", message: "none")
        let presenter = BorrowPresenter(
            naming: { () throws(BorrowFailure) in throw .storage(trouble) }, surroundings: { _ in Surroundings() }
        ) { _ throws(BorrowFailure) in
            isAsked = true
            throw .refused(.unknownBook)
        }
        #expect(presenter.submit(BorrowForm(item: .book("3"), borrower: .member("7"))) == .unavailable(trouble))
        #expect(!isAsked)
    }
}
