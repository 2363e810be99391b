import Console
import Reports
import ReturnFiles
import UseCases

/// Failures of a run; `soFar` says what was applied before, and how to go on.
extension CommandFailure {
    /// A file that cannot be read.
    init(_ failure: InputFailure, soFar: String) {
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
        self.init("\(place): \(failure.message)\(soFar)", code: code, exit: exit)
    }

    /// A run that was asked to stop.
    init(stoppedAfter soFar: String) {
        self.init("stopped as asked\(soFar)", code: "stopped", exit: .busy)
    }

    /// A report that cannot be written.
    init(_ failure: ReportFailure, soFar: String) {
        self.init(
            failure.message + soFar, code: "reportNotWritable",
            exit: failure.isAtBeginning ? .cannotCreate : .inputOutput)
    }

    /// A chunk that failed.
    init(_ failure: ReturnFailure, soFar: String) {
        guard case .storage(let trouble) = failure else {
            self.init(failure, undone: "nothing was imported", times: .utc)
            return
        }
        self.init(
            trouble.message + soFar, code: trouble.code, exit: ExitCode(storeTrouble: trouble.code),
            cause: trouble.cause, isOutcomeUnknown: trouble.isOutcomeUnknown)
    }
}
