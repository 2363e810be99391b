import MemoryStore
import StoreContract
import StoreTrials
import Synchronization
import Testing

@Suite("The checker of concurrent histories")
struct LinearizabilityTests {
    private static let histories: Range<UInt64> = 0..<150

    /// How many histories no order explains, if clients meet a library by way of `take`.
    private func unexplained(
        _ take: @escaping @Sendable (Step, borrowing Mutex<NaiveLibrary>) -> [String]
    ) throws -> Int {
        try Self.histories.count { seed in
            let plan = HistoryPlan(seed: seed)
            var before = NaiveLibrary()
            for step in plan.preparation { _ = before.take(step) }
            let shared = Shared(before)
            let calls = try plan.record { _, _, step in take(step, shared.library) }
            let end = shared.library.withLock { $0.state }
            return !Linearizability.explains(calls, from: before) { $0.state == end }
        }
    }

    private final class Shared: Sendable {
        let library: Mutex<NaiveLibrary>
        init(_ library: NaiveLibrary) { self.library = Mutex(library) }
    }

    @Test("A library that takes one step at a time is explained in every history")
    func sound() throws {
        #expect(try unexplained { step, library in library.withLock { $0.take(step) } } == 0)
    }

    @Test("A lost update is found: a step that writes back what it read before another's")
    func lostUpdate() throws {
        let found = try unexplained { step, library in
            var mine = library.withLock { $0 }
            let answers = mine.take(step)
            // Time enough for another to write.
            for _ in 0..<200 { library.withLock { _ in } }
            library.withLock { [mine] in $0 = mine }
            return answers
        }
        #expect(found > 0)
    }

    @Test("A double restock is found: a second return of a loan ends it again")
    func doubleRestock() throws {
        let found = try unexplained { step, library in
            library.withLock { library in
                if case .giveBack(let wishes, _, _, _) = step, wishes.count == 1, wishes[0].copy == nil,
                    wishes[0].loan <= library.loans.count
                {
                    library.loans[wishes[0].loan - 1].returned = nil
                }
                return library.take(step)
            }
        }
        #expect(found > 0)
    }

    @Test("A stale replay is found: a retry is told that it was executed now")
    func staleReplay() throws {
        let found = try unexplained { step, library in
            library.withLock { library in
                library.take(step).map { $0.replacing("replayed 0", with: "committed") }
            }
        }
        #expect(found > 0)
    }

    @Test("An answer from the past is found: what one client was told is not seen by the next")
    func pastAnswer() {
        var before = NaiveLibrary()
        for step in [Step.addBook("T"), .addCopy("A1", 1, nil), .addMember("C1")] { _ = before.take(step) }
        let lend = Step.borrow(Borrow(key: Key(scope: "s", id: "1"), copy: "A1", book: 1, member: 1), now: 1000)
        let other = Step.borrow(Borrow(key: Key(scope: "s", id: "2"), copy: "A1", book: 1, member: 1), now: 2000)
        var (after, late) = (before, before)
        let (first, second) = (after.take(lend), after.take(other))
        let wrong = late.take(other)
        let end = after.state
        func explains(_ calls: [Call]) -> Bool {
            Linearizability.explains(calls, from: before) { $0.state == end }
        }
        #expect(
            explains([Call(client: 0, lend, first, from: 1, to: 2), Call(client: 1, other, second, from: 3, to: 4)]))
        #expect(
            !explains([Call(client: 0, lend, first, from: 1, to: 2), Call(client: 1, other, wrong, from: 3, to: 4)]))
        // Where they overlapped, either may have been the first, but not both.
        #expect(
            explains([Call(client: 0, lend, first, from: 1, to: 3), Call(client: 1, other, second, from: 2, to: 4)]))
        #expect(
            !explains([Call(client: 0, lend, first, from: 1, to: 3), Call(client: 1, other, wrong, from: 2, to: 4)]))
    }

    @Test("Clients of a store in memory are explained in every history")
    func memory() throws {
        for seed in Self.histories {
            let plan = HistoryPlan(seed: seed)
            let store = MemoryStore(zone: StoreFixture.zone, createdAt: StoreFixture.createdAt)
            var library = NaiveLibrary()
            for step in plan.preparation { #expect(try step.take(in: store) == library.take(step)) }
            let calls = try plan.record { _, _, step in try step.take(in: store) }
            let end = try Rendering.state(of: store)
            #expect(Linearizability.explains(calls, from: library) { $0.state == end }, "seed \(seed)")
        }
    }
}
