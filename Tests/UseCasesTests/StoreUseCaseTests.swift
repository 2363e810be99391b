import Domain
import MemoryStore
import Ports
import Testing
import UseCases

@Suite("The ledger and the store as a whole")
struct StoreUseCaseTests {
    private let store = MemoryStore(zone: "Europe/Zurich", createdAt: Moment(milliseconds: 0))
    private let nobody = Principal(account: "a", scope: OperationScope(stored: "staff:a"), permissions: [])
    private let all = Principal(
        account: "a", scope: OperationScope(stored: "staff:a"), permissions: Set(Permission.allCases))
    private let clock = StandingClock(moment: Moment(milliseconds: 400 * 86_400_000))

    /// Where a copy goes: kept here, or thrown away.
    private final class Place: StoreMaking {
        let location = "memory:elsewhere"

        func make(_ copy: LibraryCopy) throws(StoreFailure) {
            _ = try MemoryStore(copy)
        }

        func made() throws(StoreFailure) -> (any LibraryStore)? { nil }
    }

    /// Lends a copy on the first day, under `B1`.
    private func lend() throws {
        let book = try store.addBook(BookDetails(title: "T"), at: Moment(milliseconds: 0)).id
        _ = try store.addCopy(Copy(barcode: Barcode("A1"), book: book))
        _ = try store.addMember(MemberDetails(card: "C1", name: "N"), at: Moment(milliseconds: 0))
        let request = try BorrowRequest(
            key: OperationKey(scope: all.scope, id: OperationID("B1")), item: .book(book), member: MemberID(stored: 1))
        let rule = BorrowRule(now: Moment(milliseconds: 0), firstDay: LibraryDay(stored: 0))
        _ = try store.commitBorrow(request, under: rule)
    }

    @Test("Without its permission none of them is done")
    func permissions() throws {
        let trials: [() throws -> Void] = [
            { _ = try FindOperation(ledger: store, loans: store)("B1", scope: nil, as: nobody) },
            {
                let purge = PurgeLedger(ledger: store, imports: store, policies: store, clock: clock)
                _ = try purge(isClockConfirmed: true, as: nobody)
            },
            { _ = try CheckLibrary(store: store)(as: nobody) },
            { try CopyLibrary(from: store, at: "memory:", to: Place())(retires: true, as: nobody) },
            { try BackUpLibrary(store: store)(to: "/nowhere", as: nobody) },
            { _ = try RestoreLibrary(backup: store, to: Place())(skipping: 0, as: nobody) },
        ]
        for (number, trial) in trials.enumerated() {
            do {
                try trial()
                Issue.record("\(number) was done")
            } catch HoldingsFailure.notPermitted(let permission) {
                #expect([.operate, .manage].contains(permission))
            } catch LedgerFailure.notPermitted(let permission) {
                #expect([.operate, .manage].contains(permission))
            }
        }
        #expect(try store.facts().standing == .open)
    }

    @Test("An operation is found in the account's own scope, or the one that is stated, and nowhere else")
    func find() throws {
        try lend()
        let find = FindOperation(ledger: store, loans: store)
        #expect(try find("B1", scope: nil, as: all).loan?.id.value == 1)
        #expect(try find("B1", scope: "staff:a", as: all).record.content?.result.disposition == .lent)
        #expect(throws: LedgerFailure.refused(.unknownOperation)) { try find("B1", scope: "source:a", as: all) }
        #expect(throws: LedgerFailure.invalidRequest(InvalidRequest(.scope, .malformed))) {
            try find("B1", scope: "a", as: all)
        }
    }

    @Test("A purge asks after a long silence, and with the clock confirmed tells what it did")
    func purge() throws {
        try lend()
        let purge = PurgeLedger(ledger: store, imports: store, policies: store, clock: clock)
        #expect(throws: LedgerFailure.self) { try purge(isClockConfirmed: false, as: all) }
        let outcome = try purge(isClockConfirmed: true, as: all)
        #expect([outcome.purged, outcome.kept] == [0, 1])
        #expect(outcome.before == Moment(milliseconds: -180 * 86_400_000))
    }

    @Test("A check of a sound store finds nothing, and its digest is that of a copy")
    func check() throws {
        try lend()
        let report = try CheckLibrary(store: store)(as: all)
        #expect(report.isSound)
        let copy = try MemoryStore(LibraryCopy(of: store, head: try store.head(), isOutboxPaused: false))
        #expect(try CheckLibrary(store: copy)(as: all).digest == report.digest)
    }

    @Test("A restoring states how many numbers it leaves out, within limits")
    func restore() throws {
        try lend()
        let backup = try MemoryStore(
            LibraryCopy(of: store, head: try store.head(), isOutboxPaused: false, standing: .backup))
        let restore = RestoreLibrary(backup: backup, to: Place())
        #expect(try restore(skipping: 5, as: all) == .restored(nextLoan: LoanID(stored: 7)))
        for number in [-1, RestoreLibrary.mostSkippedLoans + 1] {
            #expect(throws: HoldingsFailure.self) { try restore(skipping: number, as: all) }
        }
    }

    @Test("Only a backup is restored: a second store of a library that goes on elsewhere would be open")
    func noBackup() throws {
        for standing in [StoreStanding.open, .moved(to: "memory:new"), .arriving(from: "memory:old")] {
            let other = try MemoryStore(
                LibraryCopy(of: store, head: try store.head(), isOutboxPaused: false, standing: standing))
            do throws(HoldingsFailure) {
                _ = try RestoreLibrary(backup: other, to: Place())(skipping: 0, as: all)
                Issue.record("\(standing) was restored")
            } catch {
                guard case .storage(let trouble) = error else { throw error }
                #expect(trouble.code == "notABackup")
            }
        }
    }

    @Test("A copy that lost a row is not equal, and fails")
    func lossyCopy() throws {
        try lend()
        let copy = LibraryCopy(of: store, head: try store.head(), isOutboxPaused: false)
        let empty = MemoryStore(zone: "Europe/Zurich", createdAt: Moment(milliseconds: 0))
        #expect(throws: StoreFailure.self) { try copy.fill({ _ in }, filled: { empty }) }
        #expect(try copy.fill({ _ in }, filled: { store }).rows == 6)
    }
}
