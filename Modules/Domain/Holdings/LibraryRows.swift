/// What a library has one of.
public struct LibraryHead: Hashable, Sendable {
    /// The library's IANA time zone.
    public let zone: String
    /// When the library was made.
    public let createdAt: Moment
    /// What it decides about lending.
    public let policy: LoanPolicy
    /// The number that the next book takes.
    public let nextBook: BookID
    /// The number that the next member takes.
    public let nextMember: MemberID
    /// The number that the next loan takes.
    public let nextLoan: LoanID

    /// A head as a store keeps it.
    public init(
        zone: String, createdAt: Moment, policy: LoanPolicy, nextBook: BookID, nextMember: MemberID, nextLoan: LoanID
    ) {
        self.zone = zone
        self.createdAt = createdAt
        self.policy = policy
        self.nextBook = nextBook
        self.nextMember = nextMember
        self.nextLoan = nextLoan
    }

    /// The head with so many numbers of loans left out.
    public func skippingLoans(_ count: Int) -> LibraryHead {
        LibraryHead(
            zone: zone, createdAt: createdAt, policy: policy, nextBook: nextBook, nextMember: nextMember,
            nextLoan: LoanID(stored: nextLoan.value + Int64(max(0, count))))
    }
}

/// Some rows of one kind.
///
/// A whole library is given kind by kind in the order in which they stand here, so that what a row names was there
/// before; books, members and loans by their numbers.
public enum LibraryRows: Hashable, Sendable {
    /// Books, those removed too.
    case books([Book])
    case copies([Copy])
    case members([Member])
    case loans([Loan])
    /// The ledger, with the keys of what was purged.
    case operations([LedgerRecord])
    /// Notices that are pending.
    case notices([Notice])
    /// The runs of imports.
    case importRuns([RecordedRun])
    /// Lines that a run asked a person about, after all runs.
    case askedLines([AskedLine])

    /// How many rows there are.
    public var count: Int {
        switch self {
        case .books(let rows): rows.count
        case .copies(let rows): rows.count
        case .members(let rows): rows.count
        case .loans(let rows): rows.count
        case .operations(let rows): rows.count
        case .notices(let rows): rows.count
        case .importRuns(let rows): rows.count
        case .askedLines(let rows): rows.count
        }
    }
}
