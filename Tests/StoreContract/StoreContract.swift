public import Testing

/// The cases that every store of the library passes.
public enum StoreContract {
    /// The cases that a store with these capabilities can be held to.
    public static func cases(for capabilities: Set<StoreCapability>) -> [StoreCase] {
        all.filter { $0.needs.isSubset(of: capabilities) }
    }

    private static let all = [
        borrowing, backdating, loanLimit, returning, statedTimes, retries, conflicts, batches, books, copies, members,
        loans, concurrency, recovery, ledger, imports, moving, random,
    ].flatMap(\.self)
}

/// What can be done with a store besides what its ports offer.
public enum StoreCapability: Hashable, Sendable, CaseIterable {
    /// It outlives its handle: opened again after all its handles are gone, it holds what it held.
    case reopening
    /// It can be open more than once at a time, as by several processes.
    case sharing
    /// Its fixture writes a loan past the rules (`StoreFixture.putLoan`).
    case unruledWrites
    /// Its fixture purges the content of an operation (`StoreFixture.purge`).
    case purging
    /// Its fixture makes writes fail (`StoreFixture.failWrite`).
    case failing
    /// Its fixture makes a copy in a store of the same kind (`StoreFixture.makeCopy`).
    case copying
    /// Its fixture makes a backup and opens it (`StoreFixture.makeBackup`).
    case backingUp
}

/// One thing that a store promises, and the trial that shows it.
public struct StoreCase: Sendable, CustomTestStringConvertible {
    /// The promise as a sentence, with the ids of the public reports that it answers.
    public let testDescription: String
    /// What the trial does besides calling the ports.
    public let needs: Set<StoreCapability>
    private let trial: @Sendable (StoreFixture) throws -> Void

    /// A trial of what the ports offer.
    init(_ sentence: String, _ trial: @escaping @Sendable (Desk) throws -> Void) {
        self.init(sentence, needs: []) { try trial($0.desk) }
    }

    /// A trial of what needs more.
    init(
        _ sentence: String, needs: Set<StoreCapability>, with trial: @escaping @Sendable (StoreFixture) throws -> Void
    ) {
        testDescription = sentence
        self.needs = needs
        self.trial = trial
    }

    /// Tries a fresh store.
    public func run(on fixture: StoreFixture) throws {
        try trial(fixture)
    }
}
