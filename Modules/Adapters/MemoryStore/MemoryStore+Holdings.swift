public import Domain
import LibraryState
public import Ports

extension MemoryStore {
    public func addBook(_ details: BookDetails, at now: Moment) throws(StoreFailure) -> Book {
        try step { contents throws(StoreFailure) in
            let book = Book(id: contents.library.nextBook, details: details, createdAt: now)
            try contents.write { library throws(StateConflict) in try library.put(book) }
            return book
        }
    }

    public func changeBook(_ id: BookID, by change: BookChange) throws(StoreFailure) -> HoldingsRuling<Book> {
        try keep {
            $0.ruling(on: id, by: change)
        } with: { library, book throws(StateConflict) in
            try library.put(book)
        }
    }

    public func book(_ id: BookID) throws(StoreFailure) -> BookStock? {
        read { $0.book(id) }
    }

    public func books(after: BookID?, limit: Int) throws(StoreFailure) -> [BookStock] {
        read { $0.books(after: after, limit: limit) }
    }
}

extension MemoryStore {
    public func addCopy(_ copy: Copy) throws(StoreFailure) -> HoldingsRuling<Copy> {
        try keep {
            $0.ruling(onAdding: copy)
        } with: { library, copy throws(StateConflict) in
            try library.put(copy)
        }
    }

    public func withdrawCopy(_ barcode: Barcode) throws(StoreFailure) -> HoldingsRuling<Copy> {
        try keep {
            $0.ruling(onWithdrawing: barcode)
        } with: { library, copy throws(StateConflict) in
            try library.put(copy)
        }
    }

    public func copy(_ barcode: Barcode) throws(StoreFailure) -> CopyStanding? {
        read { $0.copy(barcode) }
    }

    public func copies(of book: BookID?, after: Barcode?, limit: Int) throws(StoreFailure) -> [CopyStanding] {
        read { $0.copies(of: book, after: after, limit: limit) }
    }
}

extension MemoryStore {
    public func addMember(_ details: MemberDetails, at now: Moment) throws(StoreFailure) -> HoldingsRuling<Member> {
        try keep {
            $0.ruling(onAdding: details, at: now)
        } with: { library, member throws(StateConflict) in
            try library.put(member)
        }
    }

    public func changeMember(
        _ id: MemberID, by change: MemberChange
    ) throws(StoreFailure) -> HoldingsRuling<MemberChange.Outcome> {
        try keep {
            $0.ruling(on: id, by: change)
        } with: { library, outcome throws(StateConflict) in
            switch outcome {
            case .kept(let member): try library.put(member)
            case .removed(let member): try library.removeMember(member.id)
            }
        }
    }

    public func member(_ id: MemberID) throws(StoreFailure) -> Member? {
        read { $0.member(id) }
    }

    public func member(card: CardNumber) throws(StoreFailure) -> Member? {
        read { $0.member(card: card) }
    }

    public func members(after: MemberID?, limit: Int) throws(StoreFailure) -> [Member] {
        read { $0.members(after: after, limit: limit) }
    }
}

extension MemoryStore {
    public func policy() throws(StoreFailure) -> LoanPolicy {
        read { $0.policy }
    }

    public func changePolicy(
        _ change: (LoanPolicy) -> Result<LoanPolicy, InvalidRequest>
    ) throws(StoreFailure) -> Result<LoanPolicy, InvalidRequest> {
        try step { contents throws(StoreFailure) in
            let changed = change(contents.library.policy)
            if case .success(let policy) = changed { try contents.write { $0.put(policy) } }
            return changed
        }
    }

    /// Asks for a ruling and writes the row it rules, in one atomic step.
    private func keep<Row>(
        _ ruling: (LibraryState) -> HoldingsRuling<Row>,
        with put: (inout LibraryState, Row) throws(StateConflict) -> Void
    ) throws(StoreFailure) -> HoldingsRuling<Row> {
        try step { contents throws(StoreFailure) in
            let ruling = ruling(contents.library)
            if case .write(let row) = ruling {
                try contents.write { library throws(StateConflict) in try put(&library, row) }
            }
            return ruling
        }
    }
}
