import Domain

/// A book, and its copies in the order of their barcodes.
struct BookRow: Sendable {
    var book: Book
    var copies: [UInt32] = []
}

/// A loan in 56 bytes; its number is its place, counted from 1.
struct LoanRow: Sendable {
    /// The copy's place in its table; the copy tells the book.
    let copy: UInt32
    /// The number of the copy's loan before; 0 if there was none.
    ///
    /// So a copy's loans form a chain, the newest first.
    let previous: UInt32
    var member: UInt32
    var due: LibraryDay
    let began: Occurrence
    var returned: Occurrence?

    /// A number that was left out: no loan ever has it.
    static let skipped: LoanRow = {
        let never = Occurrence(happenedAt: Moment(milliseconds: 0), recordedAt: Moment(milliseconds: 0))
        return LoanRow(
            copy: .max, previous: 0, member: 0, due: LibraryDay(stored: 0), began: never, returned: never)
    }()

    /// Whether the number was left out.
    var isSkipped: Bool { copy == .max }
}

/// All copies: by barcode and in the order of their barcodes.
struct CopyTable: Sendable {
    private(set) var rows: [Copy] = []
    /// By place, the numbers of their newest loans; beside the copies, for many are asked for nothing else.
    private var newestLoans: [UInt32] = []
    private var index = KeyIndex()
    private var order = RowOrder()

    subscript(_ row: UInt32) -> Copy {
        get { rows[Int(row)] }
        _modify { yield &rows[Int(row)] }
    }

    /// The number of a copy's newest loan; 0 if it was never lent.
    subscript(newestLoan row: UInt32) -> UInt32 {
        get { newestLoans[Int(row)] }
        _modify { yield &newestLoans[Int(row)] }
    }

    /// The place of a copy.
    func row(of barcode: Barcode) -> UInt32? {
        index.row(hash: ByteHash.hash(barcode.text)) { rows[$0].barcode == barcode }.map { UInt32($0) }
    }

    /// Enters a copy with a new barcode and gives its place.
    mutating func append(_ copy: Copy) -> UInt32 {
        let row = UInt32(rows.count)
        order.insert(row) { rows[Int($0)].barcode < copy.barcode }
        index.append(hash: ByteHash.hash(copy.barcode.text))
        appendUnordered(copy)
        return row
    }

    /// Enters a copy with a new barcode, which is found only after `fillIndex` and `appendOrder`.
    mutating func appendUnordered(_ copy: Copy) {
        rows.append(copy)
        newestLoans.append(0)
    }

    /// Lets all copies be found.
    mutating func fillIndex() { index.fill(rows.count) { ByteHash.hash(rows[$0].barcode.text) } }

    /// Puts a copy behind all others in the order of barcodes.
    mutating func appendOrder(_ row: UInt32) { order.append(row) }

    /// Makes room for so many copies.
    mutating func reserve(_ count: Int) {
        rows.reserveCapacity(count)
        newestLoans.reserveCapacity(count)
    }

    /// The next copies in the order of their barcodes.
    func page(after barcode: Barcode?, limit: Int) -> [UInt32] {
        order.page(after: { precedes($0, barcode) }, limit: limit)
    }

    /// Whether a copy lies on an earlier page than those after a barcode.
    func precedes(_ row: UInt32, _ barcode: Barcode?) -> Bool {
        barcode.map { rows[Int(row)].barcode <= $0 } ?? false
    }
}
