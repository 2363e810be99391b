import Domain
import Ports
import Synchronization

/// A clock that stands.
struct StandingClock: WallClock {
    let moment: Moment
    func now() -> Moment { moment }
}

/// A calendar whose clocks are two hours ahead of UTC, but repeat the hour after 2026-07-21 03:00, and up to 2026-03-29
/// 02:00, after which they skip an hour, are one hour ahead.
struct PlainCalendar: LibraryCalendar {
    private static let change = Moment(milliseconds: 1_774_746_000_000)

    func moments(of local: LocalTime) -> [Moment] {
        let winter = local.moment(offset: 3600)
        if winter < Self.change { return [winter] }
        let moment = local.moment(offset: 7200)
        let text = local.description
        if text.hasPrefix("2026-03-29 02") { return [] }
        return text.hasPrefix("2026-07-21 03") ? [moment, moment.advanced(by: 3_600_000)] : [moment]
    }

    func local(at moment: Moment) -> (time: LocalTime, offset: Int)? {
        let offset = moment < Self.change ? 3600 : 7200
        return LocalTime(at: moment, offset: offset).map { ($0, offset) }
    }
}

/// Ports that count how often they are asked, give the store's answers, and fail when told to.
final class RecordingStore: LoanBorrowing, LoanReturning, MemberKeeping {
    private let store: any LibraryStore
    private let state = Mutex((asked: 0, failure: StoreFailure?.none))

    init(_ store: any LibraryStore) {
        self.store = store
    }

    /// How often a port was asked.
    var asked: Int { state.withLock { $0.asked } }

    /// Makes every call fail from now on.
    func fail(_ failure: StoreFailure) {
        state.withLock { $0.failure = failure }
    }

    private func ask() throws(StoreFailure) {
        let failure = state.withLock {
            $0.asked += 1
            return $0.failure
        }
        if let failure { throw failure }
    }

    func commitBorrow(_ request: BorrowRequest, under rule: BorrowRule) throws(StoreFailure) -> BorrowDecision {
        try ask()
        return try store.commitBorrow(request, under: rule)
    }

    func commitReturns(
        _ requests: [ReturnRequest], under rule: ReturnRule
    ) throws(StoreFailure) -> [ReturnDecision] {
        try ask()
        return try store.commitReturns(requests, under: rule)
    }

    func addMember(_ details: MemberDetails, at now: Moment) throws(StoreFailure) -> HoldingsRuling<Member> {
        try ask()
        return try store.addMember(details, at: now)
    }

    func changeMember(
        _ id: MemberID, by change: MemberChange
    ) throws(StoreFailure) -> HoldingsRuling<MemberChange.Outcome> {
        try ask()
        return try store.changeMember(id, by: change)
    }

    func member(_ id: MemberID) throws(StoreFailure) -> Member? {
        try ask()
        return try store.member(id)
    }

    func member(card: CardNumber) throws(StoreFailure) -> Member? {
        try ask()
        return try store.member(card: card)
    }

    func members(after: MemberID?, limit: Int) throws(StoreFailure) -> [Member] {
        try ask()
        return try store.members(after: after, limit: limit)
    }
}
