public import Domain
public import Ports

/// Says what a store holds and promises.
public struct DescribeStore: Sendable {
    /// What a store says of itself.
    public struct Description: Sendable {
        /// The technology, such as `SQLite 3.40.1`.
        public let technology: String
        /// What is promised when an answer is given.
        public let durability: String
        /// The version of the store's layout.
        public let schema: Int
        /// The library's IANA time zone.
        public let zone: String
        /// When the store was made.
        public let createdAt: Moment
        /// Whether it takes changes, and if it does not, why: `open`, `backup`, or `moved to` or `arriving from` and a URL.
        public let standing: String
        /// Whether its notices stay unsent.
        public let isOutboxPaused: Bool
        /// What is counted, with its stable name, in the order to show.
        public let counts: [(name: String, count: Int)]
    }

    private let store: any StoreDescribing

    /// Works by way of this port.
    public init(store: any StoreDescribing) {
        self.store = store
    }

    /// Describes the store.
    public func callAsFunction(as principal: Principal) throws(HoldingsFailure) -> Description {
        try HoldingsFailure.require(.operate, of: principal)
        let facts = try HoldingsFailure.ask(try store.facts())
        return Description(
            technology: facts.technology, durability: facts.durability, schema: facts.schema, zone: facts.zone,
            createdAt: facts.createdAt, standing: Self.words(facts.standing), isOutboxPaused: facts.isOutboxPaused,
            counts: [
                ("books", facts.books), ("copies", facts.copies), ("members", facts.members), ("loans", facts.loans),
                ("openLoans", facts.openLoans), ("operations", facts.operations),
                ("pendingNotices", facts.pendingNotices),
            ])
    }

    private static func words(_ standing: StoreStanding) -> String {
        switch standing {
        case .open: "open"
        case .backup: "backup"
        case .moved(let place): "moved to \(place)"
        case .arriving(let place): "arriving from \(place)"
        }
    }
}
