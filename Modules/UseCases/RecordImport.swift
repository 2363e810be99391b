public import Domain
public import Ports

/// Remembers a run of an import, and tells the lines that it asks a person about from those that an earlier run did.
///
/// A line was asked about before if a finished run gave it the same verdict and it was not settled since: of a run that
/// was killed or stopped nobody may have seen the end, so the next run asks again. Of a line that a person settled nobody is
/// asked as long as its verdict stays, whatever became of the run. A line is the same if its ID, item and time are: files
/// may give one ID to several lines, and each of them is a question of its own.
public struct RecordImport {
    /// So many open lines of a source are remembered, besides those that a person settled; of those beyond, each run asks
    /// anew.
    public static let mostOpenLines = 100_000
    /// So many are written at a time.
    private static let entrySize = 10_000
    private static let pageSize = 1000

    /// Whether a person is asked about a line.
    public enum Asking: Hashable, Sendable {
        /// Nobody needs to be.
        case nobody
        /// Somebody is, for the first time.
        case anew
        /// Somebody is, and every run asks: too many lines of the source are open for this one to be remembered.
        case unremembered
        /// This earlier run asked, and the line is open still.
        case before(RunID)
        /// Nobody needs to be, for a person settled it after this earlier run had asked.
        case settled(RunID)

        /// Whether the line needs a person.
        public var isOpen: Bool {
            switch self {
            case .nobody, .settled: false
            case .anew, .unremembered, .before: true
            }
        }
    }

    /// What tells lines apart, made of a line as it is read or as it is kept.
    private struct Key: Hashable {
        let identity: OperationID
        let item: ReturnRequest.Item?
        let statedAt: String?

        init(_ line: ReturnLine, _ identity: OperationID) {
            self.identity = identity
            item = line.item
            statedAt = line.time?.text
        }

        init(_ line: AskedLine) {
            identity = line.identity
            item = line.item
            statedAt = line.statedAt
        }
    }

    private struct Known {
        let place: AskedLine.Place
        let verdict: Verdict
        /// Whether the run that asked came to its end.
        let wasSeen: Bool
        /// Whether a person settled it.
        let isSettled: Bool
    }

    private let store: any ImportRecording
    private let clock: any WallClock
    private let mostOpenLines: Int
    private var run: RecordedRun
    /// The lines that earlier ones asked about, by identity: the rest of a key costs more to make, and few lines need it.
    private var known: [OperationID: [Key: Known]] = [:]
    /// How many of them no person settled.
    private var openLines = 0
    private var asked: [AskedLine] = []
    private var settled: [AskedLine.Place] = []
    private var lastNumber = 0

    /// Reads what earlier runs of the source asked about, and writes that a run begins.
    ///
    /// - Parameters:
    ///   - store: remembers it; a private copy for a run that is to change nothing.
    ///   - clock: tells when it begins and ends.
    ///   - run: the run's ID.
    ///   - files: the names of its files.
    ///   - principal: who imports, and from where.
    ///   - mostOpenLines: so many open lines of the source are remembered.
    public init(
        in store: any ImportRecording, clock: any WallClock, run: RunID, files: [String], as principal: Principal,
        mostOpenLines: Int = Self.mostOpenLines
    ) throws(ReturnFailure) {
        try ReturnFailure.require(.import, of: principal)
        self.store = store
        self.clock = clock
        self.mostOpenLines = mostOpenLines
        let now = clock.now()
        self.run = RecordedRun(id: run, scope: principal.scope, files: files, startedAt: now, endedAt: now)
        try ReturnFailure.ask(try readKnown())
        try save(ImportCounts())
    }

    /// Takes note of what became of a line, and says whether a person is asked about it.
    public mutating func note(_ outcome: LineOutcome) throws(ReturnFailure) -> Asking {
        guard let identity = outcome.line.identity else { return outcome.isSettled ? .nobody : .anew }
        let others = known.isEmpty ? nil : known[identity]
        if outcome.isSettled, others == nil { return .nobody }
        let key = Key(outcome.line, identity)
        if outcome.isSettled {
            forget(key)
            return .nobody
        }
        if let open = others?[key] {
            if open.verdict == outcome.verdict {
                if open.isSettled { return .settled(open.place.run) }
                if open.place.run == run.id { return .anew }
                if open.wasSeen { return .before(open.place.run) }
            }
            forget(key)
        }
        guard openLines < mostOpenLines else { return .unremembered }
        lastNumber += 1
        let line = AskedLine(outcome, identity, at: .init(run: run.id, number: lastNumber))
        asked.append(line)
        remember(line, key, wasSeen: false)
        if asked.count >= Self.entrySize { try save(run.counts) }
        return .anew
    }

    /// Whether a person settled a line so that it is never applied.
    public func isClosed(_ line: ReturnLine) -> Bool {
        guard !known.isEmpty, let identity = line.identity, let known = known[identity]?[Key(line, identity)] else {
            return false
        }
        return known.isSettled && known.verdict.isClosedBySettling
    }

    /// Writes what was noted since, and what the run came to so far; the effects of the lines are durable already.
    public mutating func save(_ counts: ImportCounts) throws(ReturnFailure) {
        run.counts = counts
        run.endedAt = clock.now()
        let entry = ImportEntry(run: run, asked: asked, settled: settled)
        try ReturnFailure.ask(try store.record(entry))
        asked.removeAll(keepingCapacity: true)
        settled.removeAll(keepingCapacity: true)
    }

    /// Writes that the run is at its end; it is not complete if it was stopped before the last line.
    public mutating func finish(_ counts: ImportCounts, isComplete: Bool) throws(ReturnFailure) {
        run.state = isComplete ? .finished : .stopped
        try save(counts)
    }

    private mutating func remember(_ line: AskedLine, _ key: Key, wasSeen: Bool) {
        known[key.identity, default: [:]][key] = Known(
            place: line.place, verdict: line.verdict, wasSeen: wasSeen, isSettled: line.isSettled)
        if !line.isSettled { openLines += 1 }
    }

    private mutating func forget(_ key: Key) {
        guard let line = known[key.identity]?.removeValue(forKey: key) else { return }
        if known[key.identity]?.isEmpty == true { known[key.identity] = nil }
        settled.append(line.place)
        if !line.isSettled { openLines -= 1 }
    }

    private mutating func readKnown() throws(StoreFailure) {
        var last: RunID?
        while true {
            let page = try store.importRuns(before: last, limit: Self.pageSize)
            guard let end = page.last else { return }
            for run in page where run.scope == self.run.scope { try readKnown(of: run) }
            last = end.id
        }
    }

    /// The latest run that asked about a line stands for it: runs are read from the latest back.
    private mutating func readKnown(of run: RecordedRun) throws(StoreFailure) {
        var last = 0
        while true {
            let page = try store.askedLines(of: run.id, after: last, limit: Self.pageSize)
            guard let end = page.last else { return }
            for line in page {
                let key = Key(line)
                if known[key.identity]?[key] != nil {
                    settled.append(line.place)
                } else {
                    remember(line, key, wasSeen: run.state == .finished)
                }
            }
            last = end.place.number
        }
    }
}

extension ImportCounts {
    /// Counts a line.
    public mutating func add(_ outcome: LineOutcome, _ asking: RecordImport.Asking) {
        lines += 1
        if asking.isOpen { attention += 1 }
        switch asking {
        case .before(let run): askedIn[run, default: 0] += 1
        case .settled: settledByPerson += 1
        case .unremembered: unremembered += 1
        case .nobody, .anew: break
        }
        if outcome.isReplayed { replayed += 1 }
        if outcome.isDuplicateInRun { duplicates += 1 }
        verdicts[outcome.verdict, default: 0] += 1
    }
}

extension AskedLine {
    /// A line that a person is asked about.
    public init(_ outcome: LineOutcome, _ identity: OperationID, at place: Place) {
        var doubt: Doubt?
        switch outcome.line.content {
        case .returned: break
        case .unsupported(let action, _): doubt = .words(action)
        case .malformed(let reason): doubt = .words(reason)
        }
        switch outcome.decision {
        case .refused(.uncertainLoan(let first, let second)): doubt = .loans(first, second)
        case .refused(.operationConflict(let field)): doubt = .field(field)
        default: break
        }
        if let first = outcome.readings.first, let last = outcome.readings.last { doubt = .readings(first, last) }
        self.init(
            place: place, file: outcome.line.file, line: outcome.line.number, identity: identity,
            verdict: outcome.verdict, item: outcome.line.item, statedAt: outcome.line.time?.text, doubt: doubt)
    }
}
