import Bootstrap
import Console
import DTOs
import Domain
import Reports
import ReturnFiles
import UseCases

/// One run: everything that can be refused first, then chunk after chunk.
final class ImportRun {
    /// So many lines are committed together: few at first, so that trouble shows early, and at most what memory is for.
    private static let chunkLines = (first: 1000, most: 150_000)

    private let plan: ImportPlan
    private let output: Output
    private let errors: Output
    private var summary: ImportSummary
    private var report: JSONLinesReport?

    init(_ plan: ImportPlan, output: Output, errors: Output) {
        self.plan = plan
        self.output = output
        self.errors = errors
        summary = ImportSummary(files: plan.files)
    }

    func execute() throws(CommandFailure) -> ExitCode {
        let library = try opened()
        guard let calendar = plan.zone == nil ? library.calendar : library.calendar(zone: plan.zone ?? "") else {
            throw CommandFailure(UsageError("'\(plan.zone ?? "")' is no time zone; name one such as Europe/Zurich"))
        }
        let run = Generated.runID(library.clock)
        try beginReport(run)
        let files = try checkedFiles()
        let target = plan.isRehearsal ? try rehearsal(of: library) : library
        let reconcile = ReconcileReturns(
            loans: target.store, calendar: calendar, clock: target.clock,
            settings: .init(
                run: run, clockOffset: plan.clockOffset, tolerance: plan.tolerance, ambiguity: plan.ambiguity))
        let isComplete = try reconcileAll(files, by: reconcile)
        try finish(run, isComplete: isComplete, times: LibraryTimes(calendar: calendar))
        if !isComplete { throw CommandFailure("stopped as asked\(soFar)", code: "stopped", exit: .busy) }
        return summary.counts.attention == 0 ? .done : .refused
    }

    /// Reconciles chunk after chunk; false if it was asked to stop before the end.
    private func reconcileAll(_ files: [ReturnFile], by reconcile: ReconcileReturns) throws(CommandFailure) -> Bool {
        let size = files.reduce(0) { $0 + $1.byteCount }
        var progress = Progress(on: plan.showsProgress ? errors : nil)
        defer { progress.clear() }
        var returns = MergedReturns(files, moment: reconcile.moment(of:))
        var count = Self.chunkLines.first
        Interrupt.listen()
        while true {
            let lines: [ReturnLine]
            do {
                lines = try returns.next(upTo: count)
            } catch { throw CommandFailure(error, soFar: soFar) }
            count = min(count * 2, Self.chunkLines.most)
            if lines.isEmpty { return true }
            if Interrupt.isRequested, summary.counts.lines > 0 { return false }
            let outcomes: LineOutcomes
            do {
                outcomes = try reconcile(lines, as: plan.principal)
            } catch { throw CommandFailure(error, soFar: soFar) }
            summary.add(outcomes)
            do { try report?.add(outcomes) } catch { throw CommandFailure(error, soFar: soFar) }
            if plan.isJSON { write(outcomes) }
            progress.show(done: returns.bytesRead, of: size, text: summary.progressText)
        }
    }

    private func opened() throws(CommandFailure) -> Library {
        do { return try Library.open(plan.location) } catch { throw CommandFailure(StorageTrouble(error)) }
    }

    private func rehearsal(of library: Library) throws(CommandFailure) -> Library {
        do { return try library.rehearsal() } catch { throw CommandFailure(StorageTrouble(error)) }
    }

    private func beginReport(_ run: RunID) throws(CommandFailure) {
        guard let path = plan.report else { return }
        let beginning = ImportReportDTO(
            source: plan.source, run: run, isRehearsal: plan.isRehearsal, files: plan.files)
        do {
            report = try JSONLinesReport(path, beginning, files: plan.files)
        } catch { throw CommandFailure(error, soFar: soFar) }
    }

    /// Opens all files and checks them from beginning to end.
    private func checkedFiles() throws(CommandFailure) -> [ReturnFile] {
        do throws(InputFailure) {
            var files: [ReturnFile] = []
            for (index, name) in plan.files.enumerated() {
                let file = try ReturnFile(InputFile(name), index: index, format: plan.format, settings: plan.reading)
                if file.isIncomplete {
                    errors.line("\(name): the last line is still being written; it is left for the next import")
                }
                files.append(file)
            }
            return files
        } catch { throw CommandFailure(error, soFar: soFar) }
    }

    private func write(_ outcomes: LineOutcomes) {
        for outcome in outcomes where !outcome.isSettled {
            let document = ImportLineDTO(outcome, file: plan.files[outcome.line.file], reason: outcome.reason)
            output.write(JSONWriter.bytes(of: document))
        }
    }

    private func finish(_ run: RunID, isComplete: Bool, times: LibraryTimes) throws(CommandFailure) {
        let result = ImportSummaryDTO(
            source: plan.source, run: run, isRehearsal: plan.isRehearsal, isComplete: isComplete,
            counts: summary.counts)
        do { try report?.finish(result) } catch { throw CommandFailure(error, soFar: soFar) }
        if plan.isJSON {
            output.write(JSONWriter.bytes(of: result))
            return
        }
        let what = plan.isRehearsal ? "rehearsed, nothing was changed:" : "imported"
        output.line("\(what) \(ImportSummary.lineCount(summary.counts.lines)) from \(plan.source)")
        for line in summary.lines(times: TimeText(local: times.local(at:)).time) { output.line(line) }
    }

    /// What is done when the run ends before its end, and how to go on.
    private var soFar: String {
        if plan.isRehearsal || summary.counts.lines == 0 { return "; nothing was applied" }
        return "; \(ImportSummary.lineCount(summary.counts.lines)) are done and stay so: "
            + "run the same command again to finish, nothing happens twice"
    }
}
