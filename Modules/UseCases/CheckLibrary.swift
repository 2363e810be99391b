public import Domain
public import Ports

/// Checks every invariant of a store, and digests what it holds.
public struct CheckLibrary: Sendable {
    /// What a check found.
    public struct Report: Hashable, Sendable {
        /// What cannot be, the first thousand.
        public let findings: [Finding]
        /// How many there are.
        public let count: Int
        /// The digest of all rows; nil if the store's own files contradict themselves, so that its rows mean nothing.
        public let digest: LibraryDigest?

        /// Whether nothing was found.
        public var isSound: Bool { count == 0 }
    }

    private let store: any Rehearsing

    /// Works by way of this port.
    public init(store: any Rehearsing) {
        self.store = store
    }

    /// Checks a private copy of the store, so that nobody at a desk waits for it.
    public func callAsFunction(as principal: Principal) throws(HoldingsFailure) -> Report {
        try HoldingsFailure.require(.operate, of: principal)
        return try HoldingsFailure.ask(
            try Self.findingDamage { () throws(StoreFailure) in try Self.report(on: try store.privateCopy()) })
    }

    /// Checks a store that nobody changes meanwhile.
    static func report(on store: any LibraryStore) throws(StoreFailure) -> Report {
        try findingDamage { () throws(StoreFailure) in
            let damage = try store.damage()
            guard damage.isEmpty else {
                return Report(findings: damage.map { Finding(.storage, $0) }, count: damage.count, digest: nil)
            }
            return try rows(of: store)
        }
    }

    private static func rows(of store: any LibraryStore) throws(StoreFailure) -> Report {
        let (head, pages) = (try store.head(), LibraryPages(of: store))
        var (check, digest) = (LibraryCheck(head), LibraryDigest(head))
        var isReadable = true
        for kind in LibraryPages.Kind.allCases {
            do throws(StoreFailure) {
                try pages.each(kind) { rows in
                    check.take(rows)
                    digest.take(rows)
                }
                if kind == .operations { check.end() }
            } catch {
                check.take(damage: [try damage(in: error)])
                isReadable = false
                // What names the rows that cannot be read would be found to name nothing.
                if kind.isNamed { return Report(findings: check.findings, count: check.count, digest: nil) }
            }
        }
        try pages.eachStock { check.take(stock: $0) }
        return Report(findings: check.findings, count: check.count, digest: isReadable ? digest : nil)
    }

    /// Makes a finding of what a damaged store cannot give.
    private static func findingDamage(_ body: () throws(StoreFailure) -> Report) throws(StoreFailure) -> Report {
        do throws(StoreFailure) {
            return try body()
        } catch {
            return Report(findings: [Finding(.storage, try damage(in: error))], count: 1, digest: nil)
        }
    }

    /// The damage that a failure tells of; any other is thrown on.
    private static func damage(in failure: StoreFailure) throws(StoreFailure) -> String {
        guard failure.kind == .corrupt else { throw failure }
        return failure.message
    }
}
