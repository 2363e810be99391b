/// Something in a store that cannot be.
public struct Finding: Hashable, Sendable {
    /// Which invariant is broken.
    public enum Invariant: String, Hashable, Sendable, CaseIterable {
        /// The store's own files contradict themselves.
        case storage
        /// A number lies at or beyond its counter, or two rows have one key.
        case numbering
        /// A row names one that is not there, or that is another's.
        case reference
        /// A copy has two open loans, or its loans do not follow one another.
        case loanOrder
        /// A ledger record does not agree with its loan.
        case ledger
        /// The stock that the store counts is not that of its copies and loans.
        case stock
    }

    /// Which invariant is broken.
    public let invariant: Invariant
    /// Where and how, in plain words, without any member's data.
    public let description: String

    /// A finding in plain words.
    public init(_ invariant: Invariant, _ description: String) {
        self.invariant = invariant
        self.description = description
    }
}

/// Checks that a whole library is one that the rules can have made (design: the domain, operations and their promises).
///
/// It takes the rows in the order of `LibraryRows` to their end, then each book's stock.
public struct LibraryCheck: Sendable {
    /// The most findings that are kept; a broken store may have millions.
    public static let mostFindings = 1000

    /// What a loan's ledger records are held against, in few bytes, for there may be millions of loans.
    private struct LoanFacts {
        let id: LoanID
        let copy: Int32
        let book: BookID
        let beganRecordedAt: Moment
        let returnRecordedAt: Moment?
        var isLentRecorded = false
        var isReturnRecorded = false
    }

    private struct CopyFacts {
        let book: BookID
        let isWithdrawn: Bool
        var newest: (loan: LoanID, began: Moment, returned: Moment?)?
    }

    private let head: LibraryHead
    /// The first findings.
    public private(set) var findings: [Finding] = []
    /// How many there are.
    public private(set) var count = 0
    private var books: Set<BookID> = []
    private var copies: [CopyFacts] = []
    private var copyNamed: [Barcode: Int32] = [:]
    private var cards: Set<CardNumber> = []
    private var loans: [LoanFacts] = []
    private var purgedOperations = 0
    private var counted: [BookID: (copies: Int, available: Int)]?
    /// Each run with how many files it had.
    private var importRuns: [RunID: Int] = [:]

    /// Begins to check a library.
    public init(_ head: LibraryHead) {
        self.head = head
    }

    /// Takes rows; each kind after those before it.
    public mutating func take(_ rows: LibraryRows) {
        switch rows {
        case .books(let books): for book in books { take(book) }
        case .copies(let copies): for copy in copies { take(copy) }
        case .members(let members): for member in members { take(member) }
        case .loans(let loans): for loan in loans { take(loan) }
        case .operations(let records): for record in records { take(record) }
        case .notices(let notices): for notice in notices { take(notice) }
        case .importRuns(let runs): for run in runs { importRuns[run.id] = run.files.count }
        case .askedLines(let lines): for line in lines { take(line) }
        }
    }

    /// Says that all rows have come: each loan and each return must have an operation then, known or purged.
    ///
    /// A loan without one could be lent a second time under the ID that is lost.
    public mutating func end() {
        let unlent = loans.filter { !$0.isLentRecorded }
        let unreturned = loans.filter { $0.returnRecordedAt != nil && !$0.isReturnRecorded }
        guard unlent.count + unreturned.count > purgedOperations else { return }
        // Which of them were purged cannot be told.
        guard purgedOperations == 0 else {
            return find(
                .ledger,
                "\(unlent.count) loans and \(unreturned.count) returns have no operation, and only \(purgedOperations) "
                    + "operations were purged")
        }
        for loan in unlent { find(.ledger, "no operation began loan \(loan.id)") }
        for loan in unreturned { find(.ledger, "no operation ended loan \(loan.id)") }
    }

    /// Takes what the store says of the stock of books that are in the catalogue.
    public mutating func take(stock: [BookStock]) {
        let counted = counted ?? countStock()
        self.counted = counted
        for shown in stock {
            let (copies, available) = counted[shown.book.id] ?? (0, 0)
            if (copies, available) != (shown.copies, shown.available) {
                find(
                    .stock,
                    "book \(shown.book.id) shows \(shown.available) free of \(shown.copies) copies and has "
                        + "\(available) of \(copies)")
            }
        }
    }

    private func countStock() -> [BookID: (copies: Int, available: Int)] {
        var counted: [BookID: (copies: Int, available: Int)] = [:]
        for copy in copies where !copy.isWithdrawn {
            let isOut = copy.newest.map { $0.returned == nil } ?? false
            let sum = counted[copy.book] ?? (0, 0)
            counted[copy.book] = (sum.copies + 1, sum.available + (isOut ? 0 : 1))
        }
        return counted
    }

    /// Takes what the store says of its own files.
    public mutating func take(damage: [String]) {
        for what in damage { find(.storage, what) }
    }

    private mutating func find(_ invariant: Finding.Invariant, _ what: String) {
        count += 1
        if findings.count < Self.mostFindings { findings.append(Finding(invariant, what)) }
    }

    private mutating func take(_ book: Book) {
        if book.id >= head.nextBook { find(.numbering, "book \(book.id) lies beyond the counter, \(head.nextBook)") }
        if !books.insert(book.id).inserted { find(.numbering, "there are two books \(book.id)") }
    }

    private mutating func take(_ copy: Copy) {
        if !books.contains(copy.book) {
            find(.reference, "copy \(copy.barcode) is one of book \(copy.book), which is not there")
        }
        if copyNamed[copy.barcode] != nil { find(.numbering, "there are two copies \(copy.barcode)") }
        copyNamed[copy.barcode] = Int32(copies.count)
        copies.append(CopyFacts(book: copy.book, isWithdrawn: copy.isWithdrawn))
    }

    private mutating func take(_ member: Member) {
        if member.id >= head.nextMember {
            find(.numbering, "member \(member.id) lies beyond the counter, \(head.nextMember)")
        }
        if !cards.insert(member.details.card).inserted { find(.numbering, "member \(member.id) has another's card") }
    }

    private mutating func take(_ loan: Loan) {
        if loan.id >= head.nextLoan { find(.numbering, "loan \(loan.id) lies beyond the counter, \(head.nextLoan)") }
        if let last = loans.last, last.id >= loan.id { find(.numbering, "loan \(loan.id) comes after loan \(last.id)") }
        if loan.member >= head.nextMember { find(.reference, "loan \(loan.id) is of a member who never was") }
        if let returned = loan.returned, returned.happenedAt < loan.began.happenedAt {
            find(.loanOrder, "loan \(loan.id) ends before it begins")
        }
        let copy = copyNamed[loan.copy] ?? -1
        loans.append(
            LoanFacts(
                id: loan.id, copy: copy, book: loan.book, beganRecordedAt: loan.began.recordedAt,
                returnRecordedAt: loan.returned?.recordedAt))
        guard copy >= 0 else {
            return find(.reference, "loan \(loan.id) is of copy \(loan.copy), which is not there")
        }
        if copies[Int(copy)].book != loan.book { find(.reference, "loan \(loan.id) names another book than its copy") }
        follow(loan, copy: Int(copy))
    }

    /// A copy's loans come in the order of their numbers, each after the last event of the one before.
    private mutating func follow(_ loan: Loan, copy: Int) {
        if let before = copies[copy].newest {
            if before.returned == nil, loan.isOpen {
                find(.loanOrder, "copy \(loan.copy) is out on loans \(before.loan) and \(loan.id)")
            } else if loan.began.happenedAt <= before.returned ?? Moment(milliseconds: .max) {
                find(.loanOrder, "loan \(loan.id) of copy \(loan.copy) begins before loan \(before.loan) ended")
            }
        }
        copies[copy].newest = (loan.id, loan.began.happenedAt, loan.returned?.happenedAt)
    }

    private mutating func take(_ record: LedgerRecord) {
        guard let content = record.content else {
            purgedOperations += 1
            return
        }
        let name = "operation \(record.key.id) of \(record.key.scope)"
        guard let place = place(of: content.result.loan) else {
            return find(.ledger, "\(name) names loan \(content.result.loan), which is not there")
        }
        let loan = loans[place]
        let isOfItem =
            switch content.payload.item {
            case .book(let book): book == loan.book
            case .copy(let copy): copyNamed[copy] == loan.copy
            case .loan(let id): id == loan.id
            }
        if !isOfItem { find(.ledger, "\(name) states something else than its loan \(loan.id)") }
        let agrees: Bool
        switch content.result.disposition {
        case .lent:
            agrees = content.payload.kind == .borrow && loan.beganRecordedAt == content.recordedAt
            if loans[place].isLentRecorded { find(.ledger, "loan \(loan.id) was lent by two operations") }
            loans[place].isLentRecorded = true
        case .returned:
            agrees = content.payload.kind == .return && loan.returnRecordedAt == content.recordedAt
            if loans[place].isReturnRecorded { find(.ledger, "loan \(loan.id) was returned by two operations") }
            loans[place].isReturnRecorded = true
        case .alreadyReturned:
            agrees = content.payload.kind == .return && loan.returnRecordedAt != nil
        }
        if !agrees { find(.ledger, "\(name) does not agree with its loan \(loan.id)") }
    }

    private mutating func take(_ notice: Notice) {
        if place(of: notice.loan) == nil {
            find(.reference, "a pending notice is about loan \(notice.loan), which is not there")
        }
    }

    private mutating func take(_ line: AskedLine) {
        guard let files = importRuns[line.place.run], (0..<files).contains(line.file) else {
            return find(
                .reference,
                "line \(line.place.number) of import \(line.place.run.value) is of a run or file that is not there")
        }
    }

    private func place(of id: LoanID) -> Int? {
        var (low, high) = (0, loans.count)
        while low < high {
            let middle = (low + high) / 2
            if loans[middle].id < id { low = middle + 1 } else { high = middle }
        }
        return low < loans.count && loans[low].id == id ? low : nil
    }
}
