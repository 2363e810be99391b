public import Domain
public import Ports

/// Copies a whole library to a new store: every row, every operation's ID, the counters, the notices that are pending.
public struct CopyLibrary: Sendable {
    private let from: any LibraryStore
    private let location: String
    private let to: any StoreMaking

    /// Copies from one store, of which `location` is the URL, to another that is to be made.
    public init(from: any LibraryStore, at location: String, to: any StoreMaking) {
        self.from = from
        self.location = location
        self.to = to
    }

    /// Copies while no change is let in.
    ///
    /// `retires` says whether the old store takes no changes from then on and says where the library is; else both
    /// do, and the copy sends no notices. What was cut short while it retired is finished by the same call.
    public func callAsFunction(retires: Bool, as principal: Principal) throws(HoldingsFailure) {
        try HoldingsFailure.require(.manage, of: principal)
        try HoldingsFailure.ask(retires ? try move() : try copy())
    }

    private func copy() throws(StoreFailure) {
        try from.withChangesHeld { still throws(StoreFailure) in
            try requireSound(still)
            try to.make(LibraryCopy(of: still, head: try still.head(), isOutboxPaused: true))
            return nil
        }
    }

    /// Makes the new store, which takes no changes yet, then closes the old one, and then opens the new one.
    ///
    /// So no two are open at any moment, wherever it ends.
    private func move() throws(StoreFailure) {
        let standing = try from.standing()
        guard standing != .moved(to: to.location) else { return try finish(standing) }
        var isMade = false
        do throws(StoreFailure) {
            try from.withChangesHeld { still throws(StoreFailure) in
                try bring(still)
                isMade = true
                return to.location
            }
            try arrived(orElse: standing).arrive()
        } catch {
            throw isMade || error.isOutcomeUnknown ? unfinished(error) : error
        }
    }

    /// Makes the new store, unless an earlier attempt did and nothing has changed since.
    private func bring(_ still: any LibraryStore) throws(StoreFailure) {
        if let there = try to.made(), try there.standing().isArriving {
            guard try digest(of: there) == digest(of: still) else {
                throw StoreFailure(
                    .exists,
                    "the store at \(to.location) is an unfinished copy, and \(location) has changed since; remove the copy and "
                        + "try again")
            }
            return
        }
        try requireSound(still)
        let copy = LibraryCopy(
            of: still, head: try still.head(), isOutboxPaused: try still.facts().isOutboxPaused,
            standing: .arriving(from: location))
        try to.make(copy)
    }

    /// Refuses a store that is damaged where it is kept: what cannot be reached of it would be missing from the copy, which
    /// count and digest, read from the same pages, would not tell.
    private func requireSound(_ still: any LibraryStore) throws(StoreFailure) {
        guard let damage = try still.damage().first else { return }
        throw StoreFailure(
            .corrupt,
            "the store at \(location) is damaged, so nothing was copied: 'circ store check' tells all, and a backup can be "
                + "restored", cause: damage)
    }

    /// Does what is left to do when the old store is closed already.
    private func finish(_ standing: StoreStanding) throws(StoreFailure) {
        let there = try arrived(orElse: standing)
        let (old, new) = (try from.head(), try there.head())
        let found = try there.standing()
        let isSame =
            found.isArriving
            ? try digest(of: from) == digest(of: there)
            // It has gone on since.
            : found == .open && old.zone == new.zone && old.createdAt == new.createdAt
                && old.nextLoan <= new.nextLoan
        guard isSame else { return try standing.checkOpen() }
        do throws(StoreFailure) { try there.arrive() } catch { throw unfinished(error) }
    }

    /// The new store, which must be there.
    private func arrived(orElse standing: StoreStanding) throws(StoreFailure) -> any LibraryStore {
        guard let there = try to.made() else {
            try standing.checkOpen()
            throw StoreFailure(.missing, "there is no store at \(to.location) any more")
        }
        return there
    }

    private func unfinished(_ failure: StoreFailure) -> StoreFailure {
        StoreFailure(
            failure.kind,
            "\(failure.message); the copy at \(to.location) takes no changes until the old store is retired and the same "
                + "command has come to its end",
            cause: failure.cause, isOutcomeUnknown: true)
    }

    private func digest(of store: any LibraryStore) throws(StoreFailure) -> LibraryDigest {
        var digest = LibraryDigest(try store.head())
        try LibraryPages(of: store).each { digest.take($0) }
        return digest
    }
}
