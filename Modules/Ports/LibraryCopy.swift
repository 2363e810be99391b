public import Domain

/// Reads a whole library in pages.
public struct LibraryPages: Sendable {
    /// What a library has many of, in the order in which they are given.
    public enum Kind: CaseIterable, Sendable {
        case books, copies, members, loans, operations, notices, imports

        /// Whether rows of later kinds name rows of this one.
        public var isNamed: Bool { [.books, .copies, .members, .loans].contains(self) }
    }

    private static let size = 1000

    private let store: any LibraryStore

    /// Reads a store that nobody changes meanwhile.
    public init(of store: any LibraryStore) {
        self.store = store
    }

    /// Gives all rows, kind by kind in the order of `LibraryRows`.
    public func each(_ use: (LibraryRows) throws(StoreFailure) -> Void) throws(StoreFailure) {
        for kind in Kind.allCases { try each(kind, use) }
    }

    /// Gives all rows of a kind.
    public func each(_ kind: Kind, _ use: (LibraryRows) throws(StoreFailure) -> Void) throws(StoreFailure) {
        switch kind {
        case .books: try pages(\Book.id, store.everyBook) { page throws(StoreFailure) in try use(.books(page)) }
        case .copies: try pages(\Copy.barcode, store.everyCopy) { page throws(StoreFailure) in try use(.copies(page)) }
        case .members: try pages(\Member.id, store.members) { page throws(StoreFailure) in try use(.members(page)) }
        case .loans:
            try pages(\Loan.id) { (last, limit) throws(StoreFailure) in
                try store.loans(matching: LoanFilter(), after: last, limit: limit)
            } use: { page throws(StoreFailure) in
                try use(.loans(page))
            }
        case .operations:
            try pages(\LedgerRecord.key, store.records) { page throws(StoreFailure) in try use(.operations(page)) }
        case .notices:
            try pages(\PendingNotice.place, store.pendingNotices) { page throws(StoreFailure) in
                try use(.notices(page.map(\.notice)))
            }
        case .imports: try eachImport(use)
        }
    }

    private func eachImport(_ use: (LibraryRows) throws(StoreFailure) -> Void) throws(StoreFailure) {
        var runs: [RunID] = []
        try pages(\RecordedRun.id, store.importRuns) { page throws(StoreFailure) in
            runs += page.map(\.id)
            try use(.importRuns(page))
        }
        for run in runs {
            try pages(\AskedLine.place.number) { (last, limit) throws(StoreFailure) in
                try store.askedLines(of: run, after: last ?? 0, limit: limit)
            } use: { page throws(StoreFailure) in
                try use(.askedLines(page))
            }
        }
    }

    /// Gives the books in the catalogue with their stock.
    public func eachStock(_ use: ([BookStock]) throws(StoreFailure) -> Void) throws(StoreFailure) {
        try pages(\BookStock.book.id, store.books, use: use)
    }

    private func pages<Row, Key>(
        _ key: KeyPath<Row, Key>, _ read: (Key?, Int) throws(StoreFailure) -> [Row],
        use: ([Row]) throws(StoreFailure) -> Void
    ) throws(StoreFailure) {
        var last: Key?
        while true {
            let page = try read(last, Self.size)
            guard let end = page.last else { return }
            try use(page)
            last = end[keyPath: key]
        }
    }
}

/// What a new store is filled with.
public struct LibraryCopy: Sendable {
    /// What the library has one of; its counters may be further on than those of the source.
    public let head: LibraryHead
    /// Whether notices stay unsent in the new store, for the old one still sends them.
    public let isOutboxPaused: Bool
    /// Whether the new store takes changes from the first.
    public let standing: StoreStanding
    private let source: any LibraryStore

    /// A copy of a store that nobody changes meanwhile.
    public init(
        of source: any LibraryStore, head: LibraryHead, isOutboxPaused: Bool, standing: StoreStanding = .open
    ) {
        self.source = source
        self.head = head
        self.isOutboxPaused = isOutboxPaused
        self.standing = standing
    }

    /// Fills a new store and holds what it then has against what it was given.
    ///
    /// - Parameters:
    ///   - put: writes rows.
    ///   - filled: gives the new store, to be read.
    /// - Returns: the digest of both.
    @discardableResult
    public func fill(
        _ put: (LibraryRows) throws(StoreFailure) -> Void, filled: () throws(StoreFailure) -> any LibraryStore
    ) throws(StoreFailure) -> LibraryDigest {
        var given = LibraryDigest(head)
        try LibraryPages(of: source).each { rows throws(StoreFailure) in
            given.take(rows)
            try put(rows)
        }
        let store = try filled()
        var kept = LibraryDigest(try store.head())
        try LibraryPages(of: store).each { rows in kept.take(rows) }
        guard given == kept else {
            throw StoreFailure(
                .corrupt, "the copy is not equal to what was copied; nothing was made",
                cause: "\(given.rows) rows, digest \(given), became \(kept.rows) rows, digest \(kept)")
        }
        return kept
    }
}
