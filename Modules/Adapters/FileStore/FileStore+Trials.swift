package import Domain
import LibraryState
package import Ports

/// What only trials of the store ask of it.
extension FileStore {
    /// Writes a loan past the rules, as a defect would.
    package func putPastTheRules(_ loan: Loan) throws(StoreFailure) {
        try step { contents throws(StoreFailure) in try contents.make(.loan(loan)) }
    }

    /// Forgets an operation's content and keeps its key.
    package func purge(_ key: OperationKey) throws(StoreFailure) {
        try step { contents throws(StoreFailure) in try contents.make(.purge(key)) }
    }

    /// Rules on returns one by one, each a change of its own, and makes all durable with one sync, as those of callers
    /// at the same time are.
    package func commitTogether(
        _ requests: [ReturnRequest], under rule: ReturnRule
    ) throws(StoreFailure) -> [ReturnDecision] {
        var decisions: [ReturnDecision] = []
        var last: Group?
        for request in requests {
            let (decision, group) = try take { contents throws(StoreFailure) in
                try contents.decide(request, under: rule)
            }
            decisions.append(decision)
            last = group
        }
        if let last { try settle(last) }
        return decisions
    }

    /// All that the library holds, as the bytes that a snapshot would keep.
    package func bytes() throws(StoreFailure) -> [UInt8] {
        try read {
            var (writer, pieces) = (ByteWriter(), $0.pieces())
            while !pieces.isAtEnd { pieces.write(to: &writer) }
            return writer.bytes
        }
    }
}
