public import Domain
public import Ports

/// Why the ledger gave no result.
public typealias LedgerFailure = UseCaseFailure<LedgerRefusal>

/// Shows what the ledger knows of an operation.
public struct FindOperation: Sendable {
    private let ledger: any LedgerKeeping
    private let loans: any LoanReading

    /// An operation's record, and its loan as it is now.
    public struct Found: Hashable, Sendable {
        /// The record.
        public let record: LedgerRecord
        /// The loan that the record names; nil once the record was purged.
        public let loan: Loan?
    }

    /// Works by way of these ports.
    public init(ledger: any LedgerKeeping, loans: any LoanReading) {
        self.ledger = ledger
        self.loans = loans
    }

    /// The record of an operation; refused if the ledger never knew it.
    ///
    /// `scope` is `staff:LOGIN` or `source:NAME`; nil for the account's own.
    public func callAsFunction(
        _ operation: String, scope: String?, as principal: Principal
    ) throws(LedgerFailure) -> Found {
        try LedgerFailure.require(.operate, of: principal)
        let id = try LedgerFailure.check(try OperationID(operation))
        var wanted = principal.scope
        if let scope { wanted = try LedgerFailure.check(try OperationScope(stated: scope)) }
        let found = try LedgerFailure.ask(try ledger.record(OperationKey(scope: wanted, id: id)))
        guard let record = found else { throw .refused(.unknownOperation) }
        guard let content = record.content else { return Found(record: record, loan: nil) }
        return Found(record: record, loan: try LedgerFailure.ask(try loans.loan(content.result.loan)))
    }
}

/// Removes the content of old operations, never their IDs.
public struct PurgeLedger: Sendable {
    /// Records that one step looks at; a step is one short transaction, so that a desk beside it waits little.
    private static let stepSize = 2000

    /// What a purge did.
    public struct Outcome: Hashable, Sendable {
        /// How many records lost their content.
        public let purged: Int
        /// How many keep it.
        public let kept: Int
        /// What was recorded before this was old enough.
        public let before: Moment?
        /// How many runs of imports were forgotten, with the lines they asked about.
        public let runs: Int
    }

    private let ledger: any LedgerKeeping
    private let imports: any ImportRecording
    private let policies: any PolicyKeeping
    private let clock: any WallClock

    /// Works by way of these ports.
    public init(
        ledger: any LedgerKeeping, imports: any ImportRecording, policies: any PolicyKeeping, clock: any WallClock
    ) {
        self.ledger = ledger
        self.imports = imports
        self.policies = policies
        self.clock = clock
    }

    /// Purges what is older than the policy's retention, and forgets runs of imports that are.
    ///
    /// Broken off, it has purged a part; run again, it purges the rest.
    ///
    /// `isClockConfirmed` says whether a person says that the clock is and was right; else a doubt refuses.
    public func callAsFunction(isClockConfirmed: Bool, as principal: Principal) throws(LedgerFailure) -> Outcome {
        try LedgerFailure.require(.manage, of: principal)
        let policy = try LedgerFailure.ask(try policies.policy())
        let (history, records) = try LedgerFailure.ask(try readHistory())
        let rule = PurgeRule(now: clock.now(), isClockConfirmed: isClockConfirmed)
        switch rule.ruling(given: history, policy: policy) {
        case .refuse(let refusal): throw .refused(refusal)
        case .purge(let order):
            let purged = try LedgerFailure.ask(try purge(order))
            let runs = try LedgerFailure.ask(try forgetRuns(order))
            return Outcome(
                purged: purged, kept: records - purged,
                before: records > 0 && order.before.milliseconds > .min ? order.before : nil, runs: runs)
        }
    }

    private func readHistory() throws(StoreFailure) -> (LedgerHistory, records: Int) {
        var history = LedgerHistory()
        var records = 0
        var last: OperationKey?
        while true {
            let page = try ledger.records(after: last, limit: Self.stepSize)
            for record in page {
                history.note(record)
                records += record.content == nil ? 0 : 1
            }
            guard let end = page.last else { return (history, records) }
            last = end.key
        }
    }

    private func forgetRuns(_ order: PurgeOrder) throws(StoreFailure) -> Int {
        var forgotten = 0
        while true {
            let step = try imports.forgetRuns(startedBefore: order.before, limit: 10)
            if step == 0 { return forgotten }
            forgotten += step
        }
    }

    private func purge(_ order: PurgeOrder) throws(StoreFailure) -> Int {
        var purged = 0
        var last: OperationKey?
        while true {
            let step = try ledger.purge(order, after: last, limit: Self.stepSize)
            purged += step.purged
            guard let end = step.last else { return purged }
            last = end
        }
    }
}
