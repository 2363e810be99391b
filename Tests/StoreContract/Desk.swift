import Domain
import Ports
import Testing

/// A desk at the library under test: short ways to say what is done there.
struct Desk: Sendable {
    let store: any LibraryStore
    private var scope = OperationScope(stored: "staff:desk")

    init(_ store: any LibraryStore) {
        self.store = store
    }

    /// The same library under another account.
    func under(_ scope: String) -> Desk {
        var other = self
        other.scope = OperationScope(stored: scope)
        return other
    }

    func key(_ operation: String) throws -> OperationKey {
        OperationKey(scope: scope, id: try OperationID(operation))
    }

    @discardableResult
    func book(_ title: String = "A title", copies: String..., branch: String? = nil) throws -> BookID {
        let book = try store.addBook(BookDetails(title: title), at: day(0, 8)).id
        for barcode in copies { try add(barcode, to: book, branch: branch) }
        return book
    }

    func add(_ barcode: String, to book: BookID, branch: String? = nil) throws {
        let copy = Copy(barcode: try Barcode(barcode), book: book, branch: try branch.map { try Branch($0) })
        #expect(try store.addCopy(copy) == .write(copy))
    }

    func member(card: String = "C1", name: String = "A member") throws -> MemberID {
        let ruling = try store.addMember(MemberDetails(card: card, name: name), at: day(0, 8))
        guard case .write(let member) = ruling else { throw Unexpected("\(ruling)") }
        return member.id
    }

    /// Sets how many loans a member may have open at once; nil for any number.
    func limitLoans(to limit: Int?) throws {
        let policy = try LoanPolicy(defaultDays: 14, maximumDays: 14, retentionDays: 180, loanLimit: limit)
        #expect(try store.changePolicy { _ in .success(policy) } == .success(policy))
    }

    @discardableResult
    func borrow(
        _ item: BorrowRequest.Item, by member: MemberID, _ operation: String, days: Int? = nil,
        at stated: StatedTime? = nil, now: Moment
    ) throws -> BorrowDecision {
        let request = try BorrowRequest(key: key(operation), item: item, member: member, days: days, at: stated)
        return try store.commitBorrow(request, under: BorrowRule(now: now, firstDay: civilDay(stated?.moment ?? now)))
    }

    @discardableResult
    func giveBack(
        _ item: ReturnRequest.Item, _ operation: String, at stated: StatedTime? = nil, branch: String? = nil,
        tolerance: Int64 = ReturnRule.defaultTolerance, run: RunID? = nil, now: Moment
    ) throws -> ReturnDecision {
        let answers = try giveBack(
            [request(item, operation, at: stated, branch: branch)], tolerance: tolerance, run: run, now: now)
        return try #require(answers.first)
    }

    func giveBack(
        _ requests: [ReturnRequest], tolerance: Int64 = ReturnRule.defaultTolerance, run: RunID? = nil, now: Moment
    ) throws -> [ReturnDecision] {
        let answers = try store.commitReturns(requests, under: ReturnRule(now: now, tolerance: tolerance, run: run))
        #expect(answers.count == requests.count)
        return answers
    }

    func request(
        _ item: ReturnRequest.Item, _ operation: String, at stated: StatedTime? = nil, branch: String? = nil
    ) throws -> ReturnRequest {
        ReturnRequest(key: try key(operation), item: item, at: stated, branch: try branch.map { try Branch($0) })
    }

    func loan(_ id: LoanID) throws -> Loan { try #require(try store.loan(id)) }

    /// Copies of a book that can be lent, and copies not withdrawn.
    func stock(_ book: BookID) throws -> [Int] {
        let stock = try #require(try store.book(book))
        return [stock.available, stock.copies]
    }
}

/// What a case did not expect where it cannot go on.
struct Unexpected: Error {
    let what: String

    init(_ what: String) {
        self.what = what
    }
}

extension Decision {
    /// The receipt; a refusal fails the case.
    func receipt() throws -> Receipt { try answer().receipt }

    /// The receipt with its origin; a refusal fails the case.
    func answer() throws -> Answer<Receipt> {
        guard case .done(let answer) = self else { throw Unexpected("\(self)") }
        return answer
    }

    var refusal: Refusal? {
        if case .refused(let refusal) = self { refusal } else { nil }
    }
}

extension BorrowRequest.Item {
    static func copy(_ barcode: String) throws -> Self { .copy(try Barcode(barcode)) }
}

extension ReturnRequest.Item {
    static func copy(_ barcode: String) throws -> Self { .copy(try Barcode(barcode)) }
}

/// A moment counted from Monday 2026-07-20 00:00 UTC.
func day(_ day: Int64, _ hour: Int64, _ minute: Int64 = 0, _ millisecond: Int64 = 0) -> Moment {
    Moment(milliseconds: 1_784_505_600_000 + ((day * 24 + hour) * 60 + minute) * 60_000 + millisecond)
}

/// The civil day of a moment in UTC, which will do where a case says nothing of zones.
func civilDay(_ moment: Moment) -> LibraryDay {
    let milliseconds = moment.milliseconds
    let days = milliseconds / 86_400_000 - (milliseconds % 86_400_000 < 0 ? 1 : 0)
    return LibraryDay(stored: Int32(days))
}

/// A number that no row has.
func unknown<Kind>() -> Identifier<Kind> { Identifier(stored: 999_999) }
