/// What every operation's refusals have in common.
public protocol OperationRefusal: Hashable, Sendable {
    /// The key was used for something else; the field names what differs.
    static func operationConflict(_ field: Payload.Field) -> Self
    /// The operation was once executed and its content purged: it is never executed again.
    static var operationExpired: Self { get }
    /// The stable name of the refusal.
    var code: String { get }
}

/// Steps 2 to 4 of the precedence: a known operation is answered from the ledger, whatever the rules say today.
enum EarlierOperationRule {
    /// The answer for a known operation; nil for a new one.
    ///
    /// `payload` is what is stated now, beside what was stated then.
    static func ruling<Receipt, Refusal: OperationRefusal>(
        given earlier: EarlierOperation?, payload: (LedgerContent) -> Payload,
        receipt: (LedgerContent, Loan) -> Receipt
    ) -> Ruling<Receipt, Refusal>? {
        switch earlier {
        case nil:
            return nil
        case .expired:
            return .refuse(.operationExpired)
        case .recorded(let content, let loan):
            if let field = payload(content).firstDifference(from: content.payload) {
                return .refuse(.operationConflict(field))
            }
            return .replay(receipt(content, loan), content.run)
        }
    }
}

/// How far a stated time may lie ahead of the library's clock, in milliseconds: machines' clocks are a little off.
let futureAllowance: Int64 = 5 * 60_000
