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
        return try HoldingsFailure.ask(try Self.report(on: try store.privateCopy()))
    }

    /// Checks a store that nobody changes meanwhile.
    static func report(on store: any LibraryStore) throws(StoreFailure) -> Report {
        let damage = try store.damage()
        guard damage.isEmpty else {
            return Report(findings: damage.map { Finding(.storage, $0) }, count: damage.count, digest: nil)
        }
        let head = try store.head()
        var check = LibraryCheck(head)
        var digest = LibraryDigest(head)
        let pages = LibraryPages(of: store)
        try pages.each { rows in
            check.take(rows)
            digest.take(rows)
        }
        try pages.eachStock { check.take(stock: $0) }
        return Report(findings: check.findings, count: check.count, digest: digest)
    }
}
