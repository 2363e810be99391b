public import Domain
import LibraryState
public import Ports

extension FileStore {
    public func addBook(_ details: BookDetails, at now: Moment) throws(StoreFailure) -> Book {
        try write { contents throws(StoreFailure) in
            let book = Book(id: contents.library.nextBook, details: details, createdAt: now)
            try contents.make(.book(book))
            return book
        }
    }

    public func changeBook(_ id: BookID, by change: BookChange) throws(StoreFailure) -> HoldingsRuling<Book> {
        try keep {
            $0.ruling(on: id, by: change)
        } with: {
            .book($0)
        }
    }

    public func book(_ id: BookID) throws(StoreFailure) -> BookStock? {
        try read { $0.book(id) }
    }

    public func books(after: BookID?, limit: Int) throws(StoreFailure) -> [BookStock] {
        try read { $0.books(after: after, limit: limit) }
    }
}

extension FileStore {
    public func addCopy(_ copy: Copy) throws(StoreFailure) -> HoldingsRuling<Copy> {
        try keep {
            $0.ruling(onAdding: copy)
        } with: {
            .copy($0)
        }
    }

    public func withdrawCopy(_ barcode: Barcode) throws(StoreFailure) -> HoldingsRuling<Copy> {
        try keep {
            $0.ruling(onWithdrawing: barcode)
        } with: {
            .copy($0)
        }
    }

    public func copy(_ barcode: Barcode) throws(StoreFailure) -> CopyStanding? {
        try read { $0.copy(barcode) }
    }

    public func copies(of book: BookID?, after: Barcode?, limit: Int) throws(StoreFailure) -> [CopyStanding] {
        try read { $0.copies(of: book, after: after, limit: limit) }
    }
}

extension FileStore {
    public func addMember(_ details: MemberDetails, at now: Moment) throws(StoreFailure) -> HoldingsRuling<Member> {
        try keep {
            $0.ruling(onAdding: details, at: now)
        } with: {
            .member($0)
        }
    }

    public func changeMember(
        _ id: MemberID, by change: MemberChange
    ) throws(StoreFailure) -> HoldingsRuling<MemberChange.Outcome> {
        try keep {
            $0.ruling(on: id, by: change)
        } with: {
            switch $0 {
            case .kept(let member): .member(member)
            case .removed(let member): .memberRemoved(member.id)
            }
        }
    }

    public func member(_ id: MemberID) throws(StoreFailure) -> Member? {
        try read { $0.member(id) }
    }

    public func member(card: CardNumber) throws(StoreFailure) -> Member? {
        try read { $0.member(card: card) }
    }

    public func members(after: MemberID?, limit: Int) throws(StoreFailure) -> [Member] {
        try read { $0.members(after: after, limit: limit) }
    }
}

extension FileStore {
    public func policy() throws(StoreFailure) -> LoanPolicy {
        try read { $0.policy }
    }

    public func changePolicy(
        _ change: (LoanPolicy) -> Result<LoanPolicy, InvalidRequest>
    ) throws(StoreFailure) -> Result<LoanPolicy, InvalidRequest> {
        try write { contents throws(StoreFailure) in
            let changed = change(contents.library.policy)
            if case .success(let policy) = changed { try contents.make(.policy(policy)) }
            return changed
        }
    }

    /// Asks for a ruling and makes the change of the row it rules, in one atomic step.
    private func keep<Row>(
        _ ruling: (LibraryState) -> HoldingsRuling<Row>, with change: (Row) -> Change
    ) throws(StoreFailure) -> HoldingsRuling<Row> {
        try write { contents throws(StoreFailure) in
            let ruling = ruling(contents.library)
            if case .write(let row) = ruling { try contents.make(change(row)) }
            return ruling
        }
    }
}
