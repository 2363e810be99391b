import Console
import Reports
import ReturnFiles
import UseCases

/// Failures of a run; `soFar` says what was applied before, and how to go on.
extension CommandFailure {
    /// A file that cannot be read.
    init(_ failure: InputFailure, soFar: DoneSoFar) {
        if failure.kind == .stopped {
            self.init(stoppedAfter: soFar)
            return
        }
        let place = failure.line.map { "\(failure.file):\($0)" } ?? failure.file
        let (code, exit): (String, ExitCode) =
            switch failure.kind {
            case .noInput: ("noInput", .noInput)
            case .refused: ("badInput", .badData)
            case .inputOutput, .stopped: ("inputNotReadable", .inputOutput)
            }
        self.init(soFar.told(after: "\(place): \(failure.message)"), code: code, exit: exit)
    }

    /// A run that was asked to stop.
    init(stoppedAfter soFar: DoneSoFar) {
        self.init(soFar.told(after: "stopped as asked"), code: "stopped", exit: .busy)
    }

    /// A report that cannot be written.
    init(_ failure: ReportFailure, soFar: DoneSoFar) {
        self.init(
            soFar.told(after: failure.message), code: "reportNotWritable",
            exit: failure.isAtBeginning ? .cannotCreate : .inputOutput)
    }

    /// A chunk that failed.
    init(_ failure: ReturnFailure, soFar: DoneSoFar) {
        guard case .storage(let trouble) = failure else {
            self.init(failure, undone: "nothing was imported", times: .utc)
            return
        }
        self.init(
            soFar.told(before: trouble.message), code: trouble.code, exit: ExitCode(storeTrouble: trouble.code),
            cause: trouble.cause, isOutcomeUnknown: trouble.isOutcomeUnknown)
    }
}

/// What is done when a run ends before its end, and how to go on, in words.
struct DoneSoFar {
    private static let again = "run the same command again to finish, nothing happens twice"

    /// So many lines are durable.
    let lines: Int
    /// Whether lines after them may be durable too.
    let isMorePossible: Bool

    /// The message of what ended the run, and then what is done.
    func told(after message: String) -> String {
        guard let done else { return "\(message); nothing was applied" }
        return "\(message); \(done): \(Self.again)"
    }

    /// The message of a store, behind what is done: it speaks of its last step alone, be it that nothing was changed.
    func told(before message: String) -> String {
        guard let done else { return told(after: message) }
        return isMorePossible ? told(after: message) : "\(done); as for the rest, \(message); \(Self.again)"
    }

    /// Nil if nothing is.
    private var done: String? {
        if lines == 0 { return isMorePossible ? "the first lines may be done" : nil }
        return "\(ImportSummary.lineCount(lines)) \(lines == 1 ? "is done and stays so" : "are done and stay so")"
            + (isMorePossible ? ", and those after them may be done too" : "")
    }
}
