import Ports

/// How many rows a listing reads at a time.
private let pageSize = 500

/// Reads a listing page by page, to its end or until `use` says that it wants no more.
///
/// Between pages nothing of the store is held.
func eachPage<Row, Key>(
    after key: (Row) -> Key, use: ([Row]) -> Bool, _ read: (Key?, Int) throws(StoreFailure) -> [Row]
) throws(HoldingsFailure) {
    var last: Key?
    while true {
        let page = try HoldingsFailure.ask(try read(last, pageSize))
        guard use(page), page.count == pageSize, let end = page.last else { return }
        last = key(end)
    }
}
