import Domain
package import Ports

extension Step {
    /// Lets a store take the step, and gives its answers in the words of the naive library.
    package func take(in store: any LibraryStore) throws -> [String] {
        switch self {
        case .borrow(let wish, let now):
            let rule = BorrowRule(now: Moment(milliseconds: now), firstDay: wish.firstDay(now: now))
            return [Rendering.text(try store.commitBorrow(try wish.request, under: rule))]
        case .giveBack(let wishes, let tolerance, let run, let now):
            let rule = try ReturnRule(
                now: Moment(milliseconds: now), tolerance: tolerance, run: run.map { RunID(stored: $0) })
            return try store.commitReturns(try wishes.map { try $0.request }, under: rule).map { Rendering.text($0) }
        case .purge(let isConfirmed, let now):
            return try Self.purge(store, PurgeRule(now: Moment(milliseconds: now), isClockConfirmed: isConfirmed))
        default:
            return [try change(store)]
        }
    }

    private func change(_ store: any LibraryStore) throws -> String {
        switch self {
        case .borrow, .giveBack, .purge: preconditionFailure("this is no change of the holdings")
        case .addBook(let title): return Rendering.text(try store.addBook(BookDetails(title: title), at: Self.entered))
        case .editBook(let number, let title, let revision):
            return try Self.changeBook(store, number, .edit(BookDetails(title: title), revision: revision))
        case .removeBook(let number): return try Self.changeBook(store, number, .remove)
        case .addCopy(let barcode, let book, let branch):
            let copy = Copy(
                barcode: try Barcode(barcode), book: BookID(stored: Int64(book)),
                branch: try branch.map { try Branch($0) })
            return Rendering.text(try store.addCopy(copy)) { Rendering.text($0) }
        case .withdraw(let barcode):
            return Rendering.text(try store.withdrawCopy(Barcode(barcode))) { Rendering.text($0) }
        case .addMember(let card):
            let details = try MemberDetails(card: card, name: "N")
            return Rendering.text(try store.addMember(details, at: Self.entered)) { Rendering.text($0) }
        case .changeMember(let number, let isActive):
            return try Self.changeMember(store, number, isActive ? .activate : .deactivate)
        case .editMember(let number, let card, let revision):
            return try Self.changeMember(
                store, number, .edit(MemberDetails(card: card, name: "N"), revision: revision))
        case .removeMember(let number, let despiteLoans):
            return try Self.changeMember(store, number, .remove(despiteLoans: despiteLoans))
        case .policy(let days, let maximum, let limit, let retention):
            let policy = try LoanPolicy(
                defaultDays: days, maximumDays: maximum, retentionDays: retention, loanLimit: limit)
            _ = try store.changePolicy { _ in .success(policy) }
            return "policy \(days) \(maximum) \(limit ?? 0)"
        }
    }

    /// When books and members are entered: 2026-07-20 08:00 UTC.
    private static let entered = Moment(milliseconds: 1_784_534_400_000)

    private static func changeBook(_ store: any LibraryStore, _ number: Int, _ change: BookChange) throws -> String {
        Rendering.text(try store.changeBook(BookID(stored: Int64(number)), by: change)) { Rendering.text($0) }
    }

    private static func changeMember(
        _ store: any LibraryStore, _ number: Int, _ change: MemberChange
    ) throws -> String {
        Rendering.text(try store.changeMember(MemberID(stored: Int64(number)), by: change)) { outcome in
            switch outcome {
            case .kept(let member), .removed(let member): Rendering.text(member)
            }
        }
    }

    /// Purges in small steps, and gives the keys of all that was ever purged.
    private static func purge(_ store: any LibraryStore, _ rule: PurgeRule) throws -> [String] {
        var history = LedgerHistory()
        for record in try records(store) { history.note(record) }
        guard case .purge(let order) = rule.ruling(given: history, policy: try store.policy()) else {
            return ["clockInDoubt"]
        }
        var last: OperationKey?
        repeat { last = try store.purge(order, after: last, limit: 50).last } while last != nil
        let keys = try records(store).filter { $0.content == nil }.map { "\($0.key.scope)\u{0}\($0.key.id.text)" }
        return ["purged"] + keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    private static func records(_ store: any LibraryStore) throws -> [LedgerRecord] {
        var records: [LedgerRecord] = []
        while true {
            let page = try store.records(after: records.last?.key, limit: 500)
            if page.isEmpty { return records }
            records += page
        }
    }
}

extension Key {
    fileprivate var stated: OperationKey {
        get throws { OperationKey(scope: OperationScope(stored: scope), id: try OperationID(id)) }
    }
}

extension Borrow {
    fileprivate var request: BorrowRequest {
        get throws {
            let item: BorrowRequest.Item =
                try copy.map { .copy(try Barcode($0)) } ?? .book(BookID(stored: Int64(book)))
            let borrower: BorrowRequest.Borrower =
                try card.map { .card(try CardNumber($0)) } ?? .member(MemberID(stored: Int64(member)))
            return try BorrowRequest(
                key: try key.stated, item: item, borrower: borrower, days: days,
                at: at.map { StatedTime(Moment(milliseconds: $0)) })
        }
    }

    /// The civil day of the loan's beginning, in UTC.
    fileprivate func firstDay(now: Int64) -> LibraryDay {
        let (time, day): (Int64, Int64) = (at ?? now, 86_400_000)
        return LibraryDay(stored: Int32(time / day - (time % day < 0 ? 1 : 0)))
    }
}

extension GiveBack {
    fileprivate var request: ReturnRequest {
        get throws {
            let item: ReturnRequest.Item =
                try copy.map { .copy(try Barcode($0)) } ?? .loan(LoanID(stored: Int64(loan)))
            return ReturnRequest(
                key: try key.stated, item: item,
                at: at.map { StatedTime(Moment(milliseconds: $0), resolution: resolution) },
                branch: try branch.map { try Branch($0) }, lastLent: lastLent.map(Moment.init(milliseconds:)))
        }
    }
}
