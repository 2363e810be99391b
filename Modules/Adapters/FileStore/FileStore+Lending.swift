public import Domain
import LibraryState
public import Ports

extension FileStore {
    /// So many returns are looked ahead at: what is read for them fits the nearest cache.
    private static let foreseen = 64

    public func commitBorrow(_ request: BorrowRequest, under rule: BorrowRule) throws(StoreFailure) -> BorrowDecision {
        try write { contents throws(StoreFailure) in
            let ruling = rule.ruling(on: request, given: contents.library.facts(for: request))
            return try ruling.settled { effects throws(StoreFailure) in try contents.make(effects) }
        }
    }

    public func commitReturns(
        _ requests: [ReturnRequest], under rule: ReturnRule
    ) throws(StoreFailure) -> [ReturnDecision] {
        try write { contents throws(StoreFailure) in
            let mark = contents.library.mark
            var decisions: [ReturnDecision] = []
            decisions.reserveCapacity(requests.count)
            do throws(StoreFailure) {
                for start in stride(from: 0, to: requests.count, by: Self.foreseen) {
                    let next = requests[start...].prefix(Self.foreseen)
                    contents.library.foresee(next)
                    for request in next { decisions.append(try contents.decide(request, under: rule)) }
                }
            } catch {
                contents.library.takeBack(to: mark)
                throw error
            }
            return decisions
        }
    }
}

extension FileStore.Contents {
    /// Rules on a return and makes what is ruled.
    mutating func decide(_ request: ReturnRequest, under rule: ReturnRule) throws(StoreFailure) -> ReturnDecision {
        let facts = library.facts(for: rule.question(for: request), of: request.key)
        let ruling = rule.ruling(on: request, given: facts)
        return try ruling.settled { effects throws(StoreFailure) in try make(effects) }
    }
}
