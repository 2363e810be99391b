public import Domain

/// What a store says of itself.
public struct StoreFacts: Hashable, Sendable {
    /// The technology, such as `SQLite 3.40.1`.
    public let technology: String
    /// What is promised when an answer is given, in plain words.
    public let durability: String
    /// The version of the store's layout.
    public let schema: Int
    /// The library's IANA time zone.
    public let zone: String
    /// When the store was made.
    public let createdAt: Moment
    /// How many there are.
    public let books, copies, members, loans, openLoans, operations, pendingNotices: Int

    /// Whether it takes changes.
    public let standing: StoreStanding
    /// Whether its notices stay unsent, for the store it was copied from sends them.
    public let isOutboxPaused: Bool

    /// Facts as a store found them; while a library is arriving, the store that it comes from sends its notices.
    public init(
        technology: String, durability: String, schema: Int, zone: String, createdAt: Moment, books: Int, copies: Int,
        members: Int, loans: Int, openLoans: Int, operations: Int, pendingNotices: Int,
        standing: StoreStanding, isOutboxPaused: Bool
    ) {
        self.technology = technology
        self.durability = durability
        self.schema = schema
        self.zone = zone
        self.createdAt = createdAt
        self.books = books
        self.copies = copies
        self.members = members
        self.loans = loans
        self.openLoans = openLoans
        self.operations = operations
        self.pendingNotices = pendingNotices
        self.standing = standing
        self.isOutboxPaused = isOutboxPaused || standing.isArriving
    }
}

/// Describes a store.
public protocol StoreDescribing: Sendable {
    /// The library's IANA time zone, set when the store was made.
    func zone() throws(StoreFailure) -> String

    /// Whether the store takes changes.
    func standing() throws(StoreFailure) -> StoreStanding

    /// Counts what the store holds.
    func facts() throws(StoreFailure) -> StoreFacts
}
