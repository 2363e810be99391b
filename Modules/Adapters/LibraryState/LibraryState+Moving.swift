public import Domain
public import Ports

/// Giving and taking a whole library.
extension LibraryState {
    /// What the library has one of.
    public var head: LibraryHead {
        LibraryHead(
            zone: zone, createdAt: createdAt, policy: policy, nextBook: nextBook, nextMember: nextMember,
            nextLoan: nextLoan)
    }

    /// The next books by number, those removed too.
    public func everyBook(after id: BookID?, limit: Int) -> [Book] {
        let start = min(books.count, Int(clamping: id?.value ?? 0))
        return books[start...].prefix(max(0, limit)).map(\.book)
    }

    /// The next copies by barcode.
    public func everyCopy(after barcode: Barcode?, limit: Int) -> [Copy] {
        copies.page(after: barcode, limit: limit).map { copies[$0] }
    }

    /// The next pending notices.
    public func pendingNotices(after place: Int64?, limit: Int) -> [PendingNotice] {
        let start = min(notices.count, Int(clamping: place ?? 0))
        return (start..<start + min(notices.count - start, max(0, limit))).map {
            PendingNotice(place: Int64($0 + 1), notice: notice($0))
        }
    }

    /// A new library that is equal to one elsewhere.
    ///
    /// `filled` makes a store of the library, by which it is held against what it was given.
    public init(
        _ copy: LibraryCopy, filled: (LibraryState) throws(StoreFailure) -> any LibraryStore
    ) throws(StoreFailure) {
        var state = LibraryState(zone: copy.head.zone, createdAt: copy.head.createdAt, policy: copy.head.policy)
        state.isOutboxPaused = copy.isOutboxPaused
        state.standing = copy.standing
        try copy.fill { rows throws(StoreFailure) in
            do throws(StateConflict) { try state.put(rows, copy.head) } catch { throw error.failure }
        } filled: { () throws(StoreFailure) in
            state.moveCounters(to: copy.head)
            return try filled(state)
        }
        self = state
    }

    private mutating func put(_ rows: LibraryRows, _ head: LibraryHead) throws(StateConflict) {
        switch rows {
        case .books(let books): for book in books { try put(book) }
        case .copies(let copies): for copy in copies { try put(copy) }
        case .members(let members):
            for member in members {
                while nextMember < member.id { self.members.append(nil) }
                try put(member)
            }
        case .loans(let loans):
            // A loan may be of a member who was removed, whose number is only in the counter.
            while nextMember < head.nextMember { members.append(nil) }
            for loan in loans {
                while nextLoan < loan.id { skipLoan() }
                try put(loan)
            }
        case .operations(let records): for record in records { try put(record) }
        case .notices(let notices): for notice in notices { try put(notice) }
        case .importRuns(let runs): for run in runs { imports.put(run) }
        case .askedLines(let lines): for line in lines { try put(line) }
        }
    }

    private mutating func moveCounters(to head: LibraryHead) {
        while nextMember < head.nextMember { members.append(nil) }
        while nextLoan < head.nextLoan { skipLoan() }
    }

    /// Leaves the next number of a loan out.
    mutating func skipLoan() {
        loans.append(.skipped)
        skippedLoans += 1
    }
}
