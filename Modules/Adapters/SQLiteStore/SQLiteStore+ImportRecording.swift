#if SQLite
    public import Domain
    public import Ports

    extension SQLiteStore {
        public func record(_ entry: ImportEntry) throws(StoreFailure) {
            try write { (connection) throws(StoreFailure) in
                try connection.put(entry.run)
                for line in entry.asked { try connection.insert(line) }
                for place in entry.settled {
                    try connection.statement("DELETE FROM asked_line WHERE run = ? AND number = ?")
                        .run(.integer(place.run.value), .integer(Int64(place.number)))
                }
            }
        }

        public func importRun(_ id: RunID) throws(StoreFailure) -> RecordedRun? {
            try read { (connection) throws(StoreFailure) in
                let path = connection.path
                return try connection.statement("SELECT \(ImportRows.runColumns) FROM import_run WHERE id = ?")
                    .first(.integer(id.value)) { (row) throws(StoreFailure) in try ImportRows.run(row, path: path) }
            }
        }

        public func importRuns(before: RunID?, limit: Int) throws(StoreFailure) -> [RecordedRun] {
            try read { (connection) throws(StoreFailure) in
                let path = connection.path
                return try connection.statement(
                    """
                    SELECT \(ImportRows.runColumns) FROM import_run WHERE id < ?1 OR ?1 IS NULL ORDER BY id DESC LIMIT ?2
                    """
                ).rows((before?.value).map { .integer($0) }, .integer(Int64(limit))) { (row) throws(StoreFailure) in
                    try ImportRows.run(row, path: path)
                }
            }
        }

        public func askedLines(of run: RunID, after: Int, limit: Int) throws(StoreFailure) -> [AskedLine] {
            try read { (connection) throws(StoreFailure) in
                let path = connection.path
                return try connection.statement(
                    """
                    SELECT \(ImportRows.lineColumns) FROM asked_line WHERE run = ? AND number > ? ORDER BY number LIMIT ?
                    """
                ).rows(.integer(run.value), .integer(Int64(after)), .integer(Int64(limit))) {
                    (row) throws(StoreFailure) in try ImportRows.line(row, path: path)
                }
            }
        }

        public func settle(_ lines: [AskedLine.Place]) throws(StoreFailure) {
            try write { (connection) throws(StoreFailure) in
                for place in lines {
                    try connection.statement("UPDATE asked_line SET settled = 1 WHERE run = ? AND number = ?")
                        .run(.integer(place.run.value), .integer(Int64(place.number)))
                }
            }
        }

        public func forgetRuns(startedBefore: Moment, limit: Int) throws(StoreFailure) -> Int {
            try write { (connection) throws(StoreFailure) in
                let old = try connection.statement(
                    "SELECT id FROM import_run WHERE started_at < ? ORDER BY id LIMIT ?"
                ).rows(.integer(startedBefore.milliseconds), .integer(Int64(limit))) { (row) throws(StoreFailure) in
                    row.integer(0)
                }
                for run in old {
                    try connection.statement("DELETE FROM asked_line WHERE run = ?").run(.integer(run))
                    try connection.statement("DELETE FROM import_run WHERE id = ?").run(.integer(run))
                }
                return old.count
            }
        }
    }

    extension Connection {
        /// Enters or replaces a run.
        func put(_ run: RecordedRun) throws(StoreFailure) {
            let counts = run.counts
            let numbers = [counts.lines, counts.attention, counts.settledByPerson, counts.replayed, counts.duplicates]
            let values: [Statement.Value?] =
                [
                    .integer(run.id.value), .text(run.scope.description), .text(ImportRows.joined(run.files)),
                    .integer(run.startedAt.milliseconds), .integer(run.endedAt.milliseconds),
                    .integer(Int64(run.state.rawValue)),
                ] + numbers.map { .integer(Int64($0)) } + [.text(counts.storedAskedIn), .text(counts.storedVerdicts)]
            // Replacing the row would delete it first, which its lines forbid.
            try statement(
                """
                INSERT INTO import_run (\(ImportRows.runColumns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (id) DO UPDATE SET scope = excluded.scope, files = excluded.files,
                    started_at = excluded.started_at, ended_at = excluded.ended_at, state = excluded.state,
                    lines = excluded.lines, attention = excluded.attention, settled = excluded.settled,
                    replayed = excluded.replayed, duplicates = excluded.duplicates, asked_in = excluded.asked_in,
                    verdicts = excluded.verdicts
                """
            ).run(values)
        }

        /// Writes a line that a run asked about.
        func insert(_ line: AskedLine) throws(StoreFailure) {
            var copy: String?
            var loan: Int64?
            switch line.item {
            case .copy(let barcode): copy = barcode.text
            case .loan(let id): loan = id.value
            case nil: break
            }
            try statement("INSERT INTO asked_line (\(ImportRows.lineColumns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
                .run(
                    .integer(line.place.run.value), .integer(Int64(line.place.number)), .integer(Int64(line.file)),
                    .integer(Int64(line.line)), .text(line.identity.text), .text(line.verdict.rawValue),
                    copy.map { .text($0) }, loan.map { .integer($0) }, line.statedAt.map { .text($0) },
                    (line.doubt?.stored).map { .text($0) }, .integer(line.isSettled ? 1 : 0))
        }
    }

    /// Columns of the tables of imports and the domain's values, one into the other.
    enum ImportRows {
        static let runColumns =
            "id, scope, files, started_at, ended_at, state, lines, attention, settled, replayed, duplicates, asked_in, verdicts"
        static let lineColumns = "run, number, file, line, identity, verdict, copy, loan, stated_at, doubt, settled"

        /// A list of names as one text: each is followed by a NUL byte, which no name of a file holds.
        static func joined(_ names: [String]) -> String { names.map { $0 + "\0" }.joined() }

        static func run(_ row: Statement, path: String) throws(StoreFailure) -> RecordedRun {
            var counts = ImportCounts()
            counts.lines = Int(row.integer(6))
            counts.attention = Int(row.integer(7))
            counts.settledByPerson = Int(row.integer(8))
            counts.replayed = Int(row.integer(9))
            counts.duplicates = Int(row.integer(10))
            guard counts.take(storedAskedIn: row.text(11)), counts.take(storedVerdicts: row.text(12)),
                let state = RecordedRun.State(rawValue: Int(row.integer(5)))
            else { throw SQLiteFailure.corrupt("a run of an import is not readable", at: path) }
            return RecordedRun(
                id: RunID(stored: row.integer(0)), scope: OperationScope(stored: row.text(1)),
                files: row.text(2).split(separator: "\0", omittingEmptySubsequences: false).dropLast().map(String.init),
                startedAt: Moment(milliseconds: row.integer(3)), endedAt: Moment(milliseconds: row.integer(4)),
                state: state, counts: counts)
        }

        static func line(_ row: Statement, path: String) throws(StoreFailure) -> AskedLine {
            let stored = row.optionalText(9)
            let doubt = stored.flatMap(AskedLine.Doubt.init(stored:))
            guard let verdict = Verdict(rawValue: row.text(5)), (stored == nil) == (doubt == nil) else {
                throw SQLiteFailure.corrupt("a line of an import is not readable", at: path)
            }
            let item: ReturnRequest.Item? =
                row.optionalText(6).map { .copy(Barcode(stored: $0)) }
                ?? row.optionalInteger(7).map { .loan(LoanID(stored: $0)) }
            return AskedLine(
                place: .init(run: RunID(stored: row.integer(0)), number: Int(row.integer(1))),
                file: Int(row.integer(2)), line: Int(row.integer(3)), identity: OperationID(stored: row.text(4)),
                verdict: verdict, item: item, statedAt: row.optionalText(8), doubt: doubt,
                isSettled: row.integer(10) == 1)
        }
    }
#endif
