public import Domain
public import UseCases

/// A loan policy: `defaultDays, maximumDays, retentionDays, loanLimit`, the last null where there is none.
public struct PolicyDTO: JSONDocument {
    /// `policy`.
    public let kind = "policy"
    private let policy: LoanPolicy

    /// The shape of a policy.
    public init(_ policy: LoanPolicy) {
        self.policy = policy
    }

    /// Writes its members.
    public func writeMembers(into json: inout JSONWriter) {
        json.member("defaultDays", policy.defaultDays)
        json.member("maximumDays", policy.maximumDays)
        json.member("retentionDays", policy.retentionDays)
        json.member("loanLimit", policy.loanLimit)
    }
}

/// What a store says of itself: `location, technology, durability, schema, zone, createdAt, standing, outboxPaused`, and
/// `counts` with a number for each of its names.
public struct StoreDTO: JSONDocument {
    /// `store`.
    public let kind = "store"
    private let location: String
    private let store: DescribeStore.Description

    /// The shape of a store's facts.
    public init(_ store: DescribeStore.Description, location: String) {
        self.location = location
        self.store = store
    }

    /// Writes its members.
    public func writeMembers(into json: inout JSONWriter) {
        json.member("location", location)
        json.member("technology", store.technology)
        json.member("durability", store.durability)
        json.member("schema", store.schema)
        json.member("zone", store.zone)
        json.member("createdAt", store.createdAt)
        json.member("standing", store.standing)
        json.member("outboxPaused", store.isOutboxPaused)
        json.member("counts", object: Counts(store: store))
    }

    private struct Counts: JSONShape {
        let store: DescribeStore.Description

        func writeMembers(into json: inout JSONWriter) {
            for (name, count) in store.counts { json.member(named: name, count) }
        }
    }
}

/// A store that was made: `location`, and `assumed`, sentences about what was not stated.
public struct CreatedStoreDTO: JSONDocument {
    /// `createdStore`.
    public let kind = "createdStore"
    private let location: String
    private let assumed: [String]

    /// The shape of a new store.
    public init(location: String, assumed: [String]) {
        self.location = location
        self.assumed = assumed
    }

    /// Writes its members.
    public func writeMembers(into json: inout JSONWriter) {
        json.member("location", location)
        json.member("assumed", assumed)
    }
}

/// A failure: `code, message, exitCode, field, loan, outcomeUnknown`.
public struct ErrorDTO: JSONDocument {
    /// `error`.
    public let kind = "error"
    private let code, message: String
    private let exitCode: Int32
    private let field: String?
    private let loan: Int64?
    private let operation: String?
    private let isOutcomeUnknown: Bool

    /// The shape of a failure: its stable code, the words for people, and what it is about.
    public init(
        code: String, message: String, exitCode: Int32, field: String? = nil, loan: Int64? = nil,
        operation: String? = nil, isOutcomeUnknown: Bool = false
    ) {
        self.code = code
        self.message = message
        self.exitCode = exitCode
        self.field = field
        self.loan = loan
        self.operation = operation
        self.isOutcomeUnknown = isOutcomeUnknown
    }

    /// Writes its members.
    public func writeMembers(into json: inout JSONWriter) {
        json.member("code", code)
        json.member("message", message)
        json.member("exitCode", exitCode)
        json.member("field", field)
        json.member("loan", loan)
        json.member("operation", operation)
        json.member("outcomeUnknown", isOutcomeUnknown)
    }
}
