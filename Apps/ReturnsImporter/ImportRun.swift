import Background
import Bootstrap
import Console
import DTOs
import Domain
import Reports
import ReturnFiles
import UseCases

/// One run: everything that can be refused first, then chunk after chunk.
final class ImportRun {
    private let plan: ImportPlan
    private let output: Output
    private let errors: Output
    private var summary: ImportSummary
    /// What is said of files whose last line is left for the next import.
    private var incomplete: [String] = []
    private var report: (any ImportReport)?
    private var record: RecordImport?
    /// So many lines are durable; the summary and the report come after and may fail on the way.
    private var durableLines = 0

    init(_ plan: ImportPlan, output: Output, errors: Output) {
        self.plan = plan
        self.output = output
        self.errors = errors
        summary = ImportSummary(files: plan.files)
    }

    func execute() throws(CommandFailure) -> ExitCode {
        Interrupt.listen()
        // What is wrong is told before anybody waits for the input, and nobody waits for the store until that is read.
        let stated = plan.zone.flatMap { Library.calendar(zone: $0) }
        if let zone = plan.zone, stated == nil {
            throw CommandFailure(UsageError("'\(zone)' is no time zone; name one such as Europe/Zurich"))
        }
        do { try Library.look(at: plan.location) } catch { throw CommandFailure(StorageTrouble(error)) }
        let files = try checkedFiles()
        try plan.requireUse(in: files)
        if Interrupt.isRequested { throw CommandFailure(stoppedAfter: soFar) }
        let library = try opened()
        let times = LibraryTimes(calendar: library.calendar)
        let heading = ImportHeading(
            source: plan.source, run: Generated.runID(library.clock), startedAt: library.now(),
            isRehearsal: plan.isRehearsal, files: plan.files)
        let run = heading.run
        try beginReport(heading, times)
        let reconcile = ReconcileReturns(
            loans: library.store, calendar: stated ?? library.calendar, clock: library.clock,
            settings: .init(
                run: run, clockOffset: plan.clockOffset, tolerance: plan.tolerance, ambiguity: plan.ambiguity))
        try beginRecord(of: run, in: library)
        let isComplete = try reconcileAll(
            files, by: reconcile, pace: ChunkPacing(isAlone: !library.isShared),
            told: reported(by: reconcile, library))
        try finish(heading, isComplete: isComplete, times: times)
        if !isComplete { throw CommandFailure(stoppedAfter: soFar) }
        return summary.counts.attention == 0 ? .done : .refused
    }

    /// Reconciles chunk after chunk; false if it was asked to stop before the end.
    ///
    /// While a chunk is committed on one core, another tells what came of the chunk before it and reads the next one.
    private func reconcileAll(
        _ files: [ReturnFile], by reconcile: ReconcileReturns, pace: ChunkPacing, told: ReportedLines
    ) throws(CommandFailure) -> Bool {
        let size = files.reduce(0) { $0 + $1.byteCount }
        var progress = Progress(on: plan.showsProgress ? errors : nil)
        defer { progress.clear() }
        var returns = MergedReturns(files, moment: reconcile.moment(of:), lateEnd: reconcile.lateEnd(of:))
        var pacing = pace
        let clock = ContinuousClock()
        var rested = clock.now
        var untold: LineOutcomes?
        var failure: (any Error)?
        var next: ReconcileReturns.Chunk?
        func read() throws {
            let lines = try returns.next(upTo: pacing.lines)
            next =
                lines.isEmpty
                ? nil : try reconcile.prepare(lines, as: plan.principal, closed: { record?.isClosed($0) == true })
        }
        try attempt { try read() }
        while failure == nil, let chunk = next, !Interrupt.isRequested || durableLines == 0 {
            pause(for: pacing.rest(after: rested.duration(to: clock.now)))
            let bytesRead = returns.bytesRead
            let count = chunk.lines.count
            next = nil
            let committing = Meanwhile {
                let beginning = clock.now
                let outcomes = Result { () throws(ReturnFailure) in try reconcile.commit(chunk) }
                return (outcomes: outcomes, time: beginning.duration(to: clock.now))
            }
            // Others may fail too, but what is said and recorded then must count the lines that are being committed.
            do {
                if let outcomes = untold.take() { try tell(outcomes, told) }
                try read()
            } catch { failure = error }
            let committed = committing.take()
            do { untold = try committed.outcomes.get() } catch {
                var isMorePossible = false
                if case .storage(let trouble) = error { isMorePossible = trouble.isOutcomeUnknown }
                throw CommandFailure(error, soFar: soFar(isMorePossible: isMorePossible))
            }
            durableLines += count
            pacing.committed(count, in: committed.time)
            if failure == nil { try attempt { try record?.save(summary.counts) } }
            rested = clock.now
            progress.show(bytes: bytesRead, of: size, lines: durableLines, text: summary.progressText)
        }
        try attempt {
            do {
                if let outcomes = untold.take() { try tell(outcomes, told) }
            } catch { failure = failure ?? error }
            try record?.save(summary.counts)
            if let failure { throw failure }
        }
        return next == nil
    }

    /// The library that is imported into: for a rehearsal, a private copy of it.
    private func opened() throws(CommandFailure) -> Library {
        do {
            if plan.isRehearsal { return try Library.open(plan.location, for: .reading).rehearsal() }
            return try Library.open(plan.location, for: plan.isExclusive ? .changingAlone : .changing)
        } catch { throw CommandFailure(StorageTrouble(error)) }
    }

    private func beginReport(_ heading: ImportHeading, _ times: LibraryTimes) throws(CommandFailure) {
        guard let path = plan.report else { return }
        try attempt { report = try ImportReports.begin(path, heading, times: TimeText(local: times.local(at:)).time) }
    }

    /// Begins to remember the run: in a rehearsal, in the private copy, which is gone with it.
    private func beginRecord(of run: RunID, in library: Library) throws(CommandFailure) {
        try attempt {
            record = try RecordImport(
                in: library.store, clock: library.clock, run: run, files: plan.files, as: plan.principal)
        }
    }

    private func reported(by reconcile: ReconcileReturns, _ library: Library) -> ReportedLines {
        let titles = Titles(library)
        return ReportedLines(
            files: plan.files, scope: plan.principal.scope, moment: reconcile.onlyMoment(of:), title: titles.title(for:)
        )
    }

    /// Opens all files and checks them from beginning to end.
    private func checkedFiles() throws(CommandFailure) -> [ReturnFile] {
        var files: [ReturnFile] = []
        try attempt {
            for (index, name) in plan.files.enumerated() {
                let file = try ReturnFile(
                    InputFile(name, isStopped: { Interrupt.isRequested }), index: index, format: plan.format,
                    settings: plan.reading)
                if file.isIncomplete {
                    let message = ImportSummary.leftOut(in: name)
                    errors.line(message)
                    incomplete.append(message)
                }
                files.append(file)
            }
        }
        return files
    }

    /// Says what came of a chunk, and notes what a person is asked about; its effects are durable.
    ///
    /// A report that cannot be written on is given up: the lines are noted all the same, and then its failure is thrown.
    private func tell(_ outcomes: LineOutcomes, _ told: ReportedLines) throws {
        var failure: ReportFailure?
        for outcome in outcomes {
            let asking = try record?.note(outcome) ?? (outcome.isSettled ? .nobody : .anew)
            summary.add(outcome, asking)
            let isListed = plan.isJSON && asking.isOpen
            guard report != nil || isListed else { continue }
            let line = told(outcome, asking)
            do { try report?.add(line) } catch {
                (report, failure) = (nil, error)
            }
            if isListed { output.write(JSONWriter.bytes(of: ImportLineDTO(line))) }
        }
        if let failure { throw failure }
    }

    /// Does something that may fail, and says of a failure what is done so far.
    private func attempt(_ body: () throws -> Void) throws(CommandFailure) {
        do { try body() } catch let failure as ReportFailure {
            throw CommandFailure(failure, soFar: soFar)
        } catch let failure as ReturnFailure {
            throw CommandFailure(failure, soFar: soFar)
        } catch let failure as InputFailure {
            throw CommandFailure(failure, soFar: soFar)
        } catch { preconditionFailure("only these can fail") }
    }

    private func finish(_ heading: ImportHeading, isComplete: Bool, times: LibraryTimes) throws(CommandFailure) {
        let counts = summary.counts
        try attempt {
            try report?.finish(counts, isComplete: isComplete)
            try record?.finish(counts, isComplete: isComplete)
        }
        if plan.isJSON {
            output.write(JSONWriter.bytes(of: ImportSummaryDTO(heading, isComplete: isComplete, counts: counts)))
            return
        }
        let what = plan.isRehearsal ? "rehearsed, nothing was changed:" : "imported"
        output.line("\(what) \(ImportSummary.lineCount(counts.lines)) from \(plan.source)")
        let lines = summary.lines(
            settledIn: plan.isRehearsal ? nil : heading.run, times: TimeText(local: times.local(at:)).time)
        for line in lines { output.line(line) }
        for message in incomplete { output.line(message) }
    }

    private var soFar: DoneSoFar { soFar(isMorePossible: false) }

    private func soFar(isMorePossible: Bool) -> DoneSoFar {
        DoneSoFar(
            lines: plan.isRehearsal ? 0 : durableLines, isMorePossible: isMorePossible && !plan.isRehearsal)
    }
}
