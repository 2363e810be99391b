import Domain
import MemoryStore
import Ports
import Synchronization
import Testing
import UseCases

@Suite("Moving a library to another store")
struct CopyLibraryTests {
    private let store = MemoryStore(zone: "Europe/Zurich", createdAt: Moment(milliseconds: 0))
    private let all = Principal(
        account: "a", scope: OperationScope(stored: "staff:a"), permissions: Set(Permission.allCases))

    /// Where a copy goes, which fails once at a step that is named.
    private final class Place: StoreMaking {
        enum Step { case make, confirm, open }

        let location = "memory:new"
        private let state: Mutex<(store: MemoryStore?, failing: Step?)>

        init(failing: Step? = nil) { state = Mutex((nil, failing)) }

        var store: MemoryStore? { state.withLock { $0.store } }

        func replace(_ store: MemoryStore) { state.withLock { $0.store = store } }

        private func fail(at step: Step) throws(StoreFailure) {
            let isFailing = state.withLock { state in
                defer { if state.failing == step { state.failing = nil } }
                return state.failing == step
            }
            if isFailing {
                throw StoreFailure(.full, "planned", isOutcomeUnknown: step == .confirm)
            }
        }

        func make(_ copy: LibraryCopy) throws(StoreFailure) {
            try fail(at: .make)
            guard store == nil else { throw StoreFailure(.exists, "there is one") }
            let made = try MemoryStore(copy)
            state.withLock { $0.store = made }
            try fail(at: .confirm)
        }

        func made() throws(StoreFailure) -> (any LibraryStore)? {
            if store != nil { try fail(at: .open) }
            return store
        }
    }

    private func move(to place: Place) throws(HoldingsFailure) {
        try CopyLibrary(from: store, at: "memory:old", to: place)(retires: true, as: all)
    }

    private func trouble(_ place: Place) -> StorageTrouble? {
        do throws(HoldingsFailure) {
            try move(to: place)
            return nil
        } catch {
            guard case .storage(let trouble) = error else { return nil }
            return trouble
        }
    }

    private func expectMoved(_ place: Place) throws {
        #expect(try store.facts().standing == .moved(to: "memory:new"))
        #expect(try place.store?.facts().standing == .open)
        #expect(try place.store?.facts().isOutboxPaused == false)
    }

    @Test("A move leaves the old store closed and the new one open, and done again changes nothing")
    func moved() throws {
        let place = Place()
        try move(to: place)
        try expectMoved(place)
        _ = try place.store?.addBook(BookDetails(title: "T"), at: Moment(milliseconds: 0))
        try move(to: place)
        try expectMoved(place)
        #expect(try place.store?.facts().books == 1)
    }

    @Test("A move that fails before the new store is there changes nothing")
    func failsAtFirst() throws {
        let place = Place(failing: .make)
        #expect(trouble(place)?.isOutcomeUnknown == false)
        #expect(try store.facts().standing == .open)
        try move(to: place)
        try expectMoved(place)
    }

    @Test("A move that is cut short leaves at most one store open, says so, and goes on when it is done again")
    func cutShort() throws {
        let unconfirmed = Place(failing: .confirm)
        let made = trouble(unconfirmed)
        #expect(made?.isOutcomeUnknown == true)
        #expect(made?.message.contains("memory:new") == true)
        #expect(try store.facts().standing == .open)
        #expect(try unconfirmed.store?.facts().standing == .arriving(from: "memory:old"))
        try move(to: unconfirmed)
        try expectMoved(unconfirmed)
    }

    @Test("A move that fails after the old store is closed goes on when it is done again")
    func failsAtLast() throws {
        let place = Place(failing: .open)
        let closed = trouble(place)
        #expect(closed?.isOutcomeUnknown == true)
        #expect(closed?.message.contains("memory:new") == true)
        #expect(try store.facts().standing == .moved(to: "memory:new"))
        #expect(try place.store?.facts().standing == .arriving(from: "memory:old"))
        try move(to: place)
        try expectMoved(place)
    }

    @Test("An unfinished copy that the old store has changed since is not opened, and the old store stays open")
    func changedSince() throws {
        let place = Place(failing: .confirm)
        #expect(trouble(place) != nil)
        _ = try store.addBook(BookDetails(title: "T"), at: Moment(milliseconds: 0))
        #expect(trouble(place)?.code == StoreFailure.Kind.exists.description)
        #expect(try store.facts().standing == .open)
        #expect(try place.store?.facts().standing == .arriving(from: "memory:old"))
    }

    @Test("Another library at the place is not opened in the stead of the one that moved there")
    func another() throws {
        let place = Place()
        try move(to: place)
        let other = MemoryStore(zone: "Europe/Zurich", createdAt: Moment(milliseconds: 7))
        let copy = LibraryCopy(
            of: other, head: try other.head(), isOutboxPaused: false, standing: .arriving(from: "memory:else"))
        for there in [other, try MemoryStore(copy)] {
            place.replace(there)
            let standing = try there.facts().standing
            #expect(trouble(place)?.code == StoreFailure.Kind.closed.description)
            #expect(try there.facts().standing == standing)
        }
    }

    @Test("A copy whose outbox is paused stays so where it moves to")
    func pausedOutbox() throws {
        let copy = try MemoryStore(LibraryCopy(of: store, head: try store.head(), isOutboxPaused: true))
        let place = Place()
        try CopyLibrary(from: copy, at: "memory:old", to: place)(retires: true, as: all)
        #expect(try place.store?.facts().isOutboxPaused == true)
    }
}
