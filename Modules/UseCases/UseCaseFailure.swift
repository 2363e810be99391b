public import Domain
public import Ports

/// Why a use case gave no result; each kind is told apart.
public enum UseCaseFailure<Refusal: Hashable & Sendable>: Error, Hashable, Sendable {
    /// The account lacks this permission; no store was asked.
    case notPermitted(Permission)
    /// The request is outside the absolute limits; no store was asked.
    case invalidRequest(InvalidRequest)
    /// A rule refused; nothing was stored.
    case refused(Refusal)
    /// The store failed.
    case storage(StorageTrouble)
}

/// What a failure of the store means to those who ask: the store's own words, without its type.
public struct StorageTrouble: Hashable, Sendable {
    /// The stable name of the kind of failure, such as `storageBusy`.
    public let code: String
    /// What failed and what to do, in plain words.
    public let message: String
    /// The technology's own code and words, for operators.
    public let cause: String?
    /// Whether the effects may have been committed all the same: the same request sent again finds out.
    public let isOutcomeUnknown: Bool

    /// Trouble in these words.
    public init(code: String, message: String, cause: String? = nil, isOutcomeUnknown: Bool = false) {
        self.code = code
        self.message = message
        self.cause = cause
        self.isOutcomeUnknown = isOutcomeUnknown
    }

    /// The meaning of a store's failure.
    public init(_ failure: StoreFailure) {
        code = failure.kind.description
        message = failure.message
        cause = failure.cause
        isOutcomeUnknown = failure.isOutcomeUnknown
    }
}

/// Why a borrow gave no receipt.
public typealias BorrowFailure = UseCaseFailure<BorrowRefusal>
/// Why a return gave no receipt.
public typealias ReturnFailure = UseCaseFailure<ReturnRefusal>
/// Why something about the holdings gave no result.
public typealias HoldingsFailure = UseCaseFailure<HoldingsRefusal>

extension UseCaseFailure {
    /// Step 0 of the precedence: a permission that is lacking ends the matter before a store is asked.
    static func require(_ permission: Permission, of principal: Principal) throws(Self) {
        guard principal.may(permission) else { throw .notPermitted(permission) }
    }

    /// Step 1 of the precedence: makes a value of what was stated.
    static func check<Value>(_ make: @autoclosure () throws(InvalidRequest) -> Value) throws(Self) -> Value {
        do { return try make() } catch { throw .invalidRequest(error) }
    }

    /// Asks a store.
    static func ask<Value>(_ store: @autoclosure () throws(StoreFailure) -> Value) throws(Self) -> Value {
        do { return try store() } catch { throw .storage(StorageTrouble(error)) }
    }
}

extension HoldingsRuling {
    /// The row, or the refusal as a failure.
    func row() throws(HoldingsFailure) -> Row {
        switch self {
        case .write(let row): return row
        case .refuse(let refusal): throw .refused(refusal)
        }
    }
}

extension Decision {
    /// The answer, or the refusal as a failure.
    func answer() throws(UseCaseFailure<Refusal>) -> Answer<Receipt> {
        switch self {
        case .done(let answer): return answer
        case .refused(let refusal): throw .refused(refusal)
        }
    }
}
