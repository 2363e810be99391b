import Domain
public import UseCases

/// An operation in the ledger: `operation, scope, expired, stated, disposition, due, notes, recordedAt, run, loan`; what
/// an expired one no longer has is null.
///
/// `stated` has `kind, book, copy, loan, member, byCard, days, happenedAt`; what was not stated is null.
public struct OperationDTO: JSONDocument {
    /// `operation`.
    public let kind = "operation"
    private let found: FindOperation.Found

    /// The shape of a record with its loan.
    public init(_ found: FindOperation.Found) {
        self.found = found
    }

    /// Writes its members.
    public func writeMembers(into json: inout JSONWriter) {
        json.member("operation", found.record.key.id.text)
        json.member("scope", found.record.key.scope.description)
        json.member("expired", found.record.content == nil)
        let content = found.record.content
        json.member("stated", object: content.map { Stated(payload: $0.payload) })
        json.member("disposition", (content?.result.disposition).map(Self.name(of:)))
        json.member("due", content?.result.due)
        json.member("notes", content?.result.notes.names ?? [])
        json.member("recordedAt", content?.recordedAt)
        json.member("run", (content?.run?.value).map { String($0) })
        json.member("loan", object: found.loan.map { LoanDTO($0) })
    }

    private static func name(of disposition: OperationResult.Disposition) -> String {
        switch disposition {
        case .lent: "lent"
        case .returned: "returned"
        case .alreadyReturned: "alreadyReturned"
        }
    }

    private struct Stated: JSONShape {
        let payload: Payload

        func writeMembers(into json: inout JSONWriter) {
            var (book, copy, loan): (Int64?, String?, Int64?)
            switch payload.item {
            case .book(let id): book = id.value
            case .copy(let barcode): copy = barcode.text
            case .loan(let id): loan = id.value
            }
            json.member("kind", payload.kind == .borrow ? "borrow" : "return")
            json.member("book", book)
            json.member("copy", copy)
            json.member("loan", loan)
            json.member("member", payload.member?.value)
            json.member("byCard", payload.card != nil)
            json.member("days", payload.days)
            json.member("happenedAt", payload.happenedAt)
        }
    }
}

/// What a purge did: `purged, kept, before, imports`.
public struct PurgeDTO: JSONDocument {
    /// `purge`.
    public let kind = "purge"
    private let outcome: PurgeLedger.Outcome

    /// The shape of a purge.
    public init(_ outcome: PurgeLedger.Outcome) {
        self.outcome = outcome
    }

    /// Writes its members.
    public func writeMembers(into json: inout JSONWriter) {
        json.member("purged", outcome.purged)
        json.member("kept", outcome.kept)
        json.member("before", outcome.before)
        json.member("imports", outcome.runs)
    }
}
