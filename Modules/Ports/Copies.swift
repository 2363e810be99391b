public import Domain

/// Keeps the copies.
///
/// Each change is one atomic step, durable when the call returns.
public protocol CopyKeeping: Sendable {
    /// Asks `CopyRule.add` about the book and the barcode and writes the copy if it may be.
    func addCopy(_ copy: Copy) throws(StoreFailure) -> HoldingsRuling<Copy>

    /// Asks `CopyRule.withdraw` and writes what it rules.
    func withdrawCopy(_ barcode: Barcode) throws(StoreFailure) -> HoldingsRuling<Copy>

    /// The copy with its newest loan; nil if there is none.
    func copy(_ barcode: Barcode) throws(StoreFailure) -> CopyStanding?

    /// The next copies in order of their barcodes, of one book or of all, at most `limit`; an empty page ends the list.
    func copies(of book: BookID?, after: Barcode?, limit: Int) throws(StoreFailure) -> [CopyStanding]
}
