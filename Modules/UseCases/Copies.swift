public import Domain
public import Ports

/// Adds copies, withdraws and finds them.
public struct HoldCopies: Sendable {
    private let copies: any CopyKeeping

    /// Works by way of this port.
    public init(copies: any CopyKeeping) {
        self.copies = copies
    }

    /// Adds a copy of a book under a barcode that never was another's.
    public func add(
        _ barcode: String, book: Int64, branch: String?, as principal: Principal
    ) throws(HoldingsFailure) -> Copy {
        try HoldingsFailure.require(.catalogue, of: principal)
        let copy = try HoldingsFailure.check(try stated(barcode, book: book, branch: branch))
        return try HoldingsFailure.ask(try copies.addCopy(copy)).row()
    }

    /// Withdraws a copy: it is not lent any more, and a return of it applies as before.
    public func withdraw(
        _ barcode: String, as principal: Principal
    ) throws(HoldingsFailure) -> Copy {
        try HoldingsFailure.require(.catalogue, of: principal)
        let code = try checked(barcode)
        return try HoldingsFailure.ask(try copies.withdrawCopy(code)).row()
    }

    /// The copy with a barcode and its newest loan; refused if there is none.
    ///
    /// Anybody may.
    public func find(_ barcode: String) throws(HoldingsFailure) -> CopyStanding {
        let code = try checked(barcode)
        let found = try HoldingsFailure.ask(try copies.copy(code))
        guard let found else { throw .refused(.unknownCopy) }
        return found
    }

    /// Gives the copies of one book, or all, in order of their barcodes, page by page, until `use` gives false.
    ///
    /// Anybody may.
    public func each(of book: Int64?, _ use: ([CopyStanding]) -> Bool) throws(HoldingsFailure) {
        var wanted: BookID?
        if let book { wanted = try HoldingsFailure.check(try BookID(stated: book, as: .book)) }
        try eachPage(after: \CopyStanding.copy.barcode, use: use) { (after, limit) throws(StoreFailure) in
            try copies.copies(of: wanted, after: after, limit: limit)
        }
    }

    private func checked(_ barcode: String) throws(HoldingsFailure) -> Barcode {
        try HoldingsFailure.check(try Barcode(barcode))
    }

    private func stated(_ barcode: String, book: Int64, branch: String?) throws(InvalidRequest) -> Copy {
        var home: Branch?
        if let branch { home = try Branch(branch) }
        return Copy(barcode: try Barcode(barcode), book: try BookID(stated: book, as: .book), branch: home)
    }
}
