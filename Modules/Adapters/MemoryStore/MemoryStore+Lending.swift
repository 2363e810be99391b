public import Domain
import LibraryState
public import Ports

extension MemoryStore {
    public func commitBorrow(_ request: BorrowRequest, under rule: BorrowRule) throws(StoreFailure) -> BorrowDecision {
        try step { contents throws(StoreFailure) in
            let ruling = rule.ruling(on: request, given: contents.library.facts(for: request))
            if case .commit(let effects, _) = ruling {
                try contents.write { library throws(StateConflict) in try library.apply(effects) }
            }
            return ruling.decision
        }
    }

    public func commitReturns(
        _ requests: [ReturnRequest], under rule: ReturnRule
    ) throws(StoreFailure) -> [ReturnDecision] {
        try step { contents throws(StoreFailure) in
            let mark = contents.library.mark
            var decisions: [ReturnDecision] = []
            decisions.reserveCapacity(requests.count)
            do throws(StoreFailure) {
                for request in requests {
                    let facts = contents.library.facts(for: rule.question(for: request), of: request.key)
                    let ruling = rule.ruling(on: request, given: facts)
                    if case .commit(let effects, _) = ruling {
                        try contents.write { library throws(StateConflict) in try library.apply(effects) }
                    }
                    decisions.append(ruling.decision)
                }
            } catch {
                contents.library.takeBack(to: mark)
                throw error
            }
            return decisions
        }
    }
}
