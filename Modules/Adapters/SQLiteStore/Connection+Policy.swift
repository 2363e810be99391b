#if SQLite
    import Domain
    import Ports

    /// The library's one row, and the policy in it: each column of the policy is named once, in one order.
    extension Connection {
        private static let columns = "default_days, maximum_days, retention_days, loan_limit"
        private static let marks = "?, ?, ?, ?"

        /// The library's policy.
        func policy() throws(StoreFailure) -> LoanPolicy {
            let policy = try statement("SELECT \(Self.columns) FROM library").first { (row) throws(StoreFailure) in
                LoanPolicy(
                    storedDefault: Int(row.integer(0)), maximum: Int(row.integer(1)), retention: Int(row.integer(2)),
                    loanLimit: row.optionalInteger(3).map { Int($0) })
            }
            guard let policy else { throw SQLiteFailure.corrupt("the policy is lost", at: path) }
            return policy
        }

        /// Replaces the policy.
        func update(_ policy: LoanPolicy) throws(StoreFailure) {
            try statement("UPDATE library SET (\(Self.columns)) = (\(Self.marks))").run(Self.values(policy))
        }

        /// Enters the library itself.
        func insertLibrary(
            zone: String, at now: Moment, policy: LoanPolicy, isOutboxPaused: Bool
        ) throws(StoreFailure) {
            try statement(
                "INSERT INTO library (only, store_id, zone, created_at, outbox_paused, \(Self.columns)) "
                    + "VALUES (1, randomblob(16), ?, ?, ?, \(Self.marks))"
            ).run([.text(zone), .integer(now.milliseconds), isOutboxPaused ? 1 : 0] + Self.values(policy))
        }

        private static func values(_ policy: LoanPolicy) -> [Statement.Value?] {
            [
                .integer(Int64(policy.defaultDays)), .integer(Int64(policy.maximumDays)),
                .integer(Int64(policy.retentionDays)), policy.loanLimit.map { .integer(Int64($0)) },
            ]
        }
    }
#endif
