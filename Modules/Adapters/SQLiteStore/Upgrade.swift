#if SQLite
    import Glibc
    public import Ports

    /// Changes the layout of a store that an earlier release made.
    struct Upgrade {
        let path: String
        let patience: Int
        /// The version to come to, and for each version before it the SQL that leads to the next.
        let version: Int64
        let steps: [Int64: String]

        /// Backs the store up as it is and changes it, all in one transaction.
        func run(backup: String?) throws(StoreFailure) -> StoreUpgrade {
            try StoreFile.check(path)
            let connection = try Connection(file: path, patience: patience)
            try Schema.recognise(connection)
            return try connection.write { () throws(StoreFailure) in
                let from = try Schema.version(of: connection, knowing: version)
                guard from < version else {
                    return StoreUpgrade(from: Int(from), to: Int(version), backup: nil)
                }
                let backup = backup ?? Self.freeName("\(path).layout-\(from)")
                try SQLiteStore.backUp(from: Connection(file: path, patience: patience), to: backup, patience: patience)
                for number in from..<version {
                    guard let step = steps[number] else { preconditionFailure("a layout has a step to the next") }
                    try connection.execute(step)
                }
                try connection.execute("PRAGMA user_version = \(version)")
                return StoreUpgrade(from: Int(from), to: Int(version), backup: backup)
            }
        }

        private static func freeName(_ name: String) -> String {
            var (facts, free, number) = (stat(), name, 1)
            while lstat(free, &facts) == 0 {
                number += 1
                free = "\(name)-\(number)"
            }
            return free
        }
    }

    extension SQLiteStore {
        /// Brings a store of an earlier release to this release's layout, after a backup.
        ///
        /// - Parameters:
        ///   - path: the database file.
        ///   - backup: where the backup is made; nil for a free name beside the store.
        ///   - patience: milliseconds to wait for others.
        public static func upgrade(
            path: String, backup: String?, patience: Int = 10_000
        ) throws(StoreFailure) -> StoreUpgrade {
            try Upgrade(path: path, patience: patience, version: Schema.version, steps: Schema.steps).run(
                backup: backup)
        }
    }

    extension Schema {
        /// Refuses what is not a store.
        static func recognise(_ connection: Connection) throws(StoreFailure) {
            guard try connection.pragmaValue("application_id") == String(applicationID) else {
                throw StoreFailure(.foreign, "what is at \(connection.path) is not a circulation store")
            }
        }

        /// The version of a store's layout; one that is newer than a known one is refused.
        static func version(of connection: Connection, knowing known: Int64) throws(StoreFailure) -> Int64 {
            let version = try connection.statement("PRAGMA user_version")
                .first { (row) throws(StoreFailure) in row.integer(0) }
            guard let version, version > 0 else {
                throw SQLiteFailure.corrupt(
                    "its layout has the number \(version ?? 0), which no release gives", at: connection.path)
            }
            guard version <= known else {
                throw StoreFailure(
                    .newerSchema,
                    "the store at \(connection.path) was written by a newer release (layout \(version), this one "
                        + "knows \(known)); use that release")
            }
            return version
        }

        /// Refuses a store of another layout than this release's.
        static func requireVersion(of connection: Connection) throws(StoreFailure) {
            let found = try version(of: connection, knowing: version)
            guard found == version else {
                throw StoreFailure(
                    .olderSchema,
                    "the store at \(connection.path) was made by an earlier release (layout \(found), this one uses "
                        + "\(version)); 'circ store upgrade' makes a backup and upgrades it")
            }
        }
    }
#endif
