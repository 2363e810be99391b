public import Domain

/// Reads loans.
///
/// No call keeps anything locked after it returns: a reader reads in pages.
public protocol LoanReading: Sendable {
    /// The loan with a number; nil if there is none.
    func loan(_ id: LoanID) throws(StoreFailure) -> Loan?

    /// The next loans that match, in order of their numbers, at most `limit` of them; an empty page ends the list.
    ///
    /// - Parameters:
    ///   - filter: what must be so of a loan.
    ///   - after: the last number of the page before; nil for the first page.
    ///   - limit: the most loans of a page, 1 or more.
    func loans(matching filter: LoanFilter, after: LoanID?, limit: Int) throws(StoreFailure) -> [Loan]
}
