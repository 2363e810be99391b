import CMalloc
import Console
import DTOs

/// The command `circ-import`: parses, wires, runs, and ends with an exit code.
@main
enum ReturnsImporter {
    static func main() {
        // Two threads hand whole chunks to each other: with a heap for each, both would keep what one gives back.
        mallopt(M_ARENA_MAX, 1)
        // What one chunk gives back the next one takes again: nothing of it goes to the system in between.
        mallopt(M_MMAP_THRESHOLD, 32 << 20)
        mallopt(M_TRIM_THRESHOLD, 1 << 30)
        CommandProcess.run(ImportCommand.program, failureDocument: { JSONWriter.bytes(of: ErrorDTO($0)) }) {
            arguments, output, errors throws(CommandFailure) in
            try ImportRun(try ImportPlan(arguments), output: output, errors: errors).execute()
        }
    }
}

extension ErrorDTO {
    /// The shape of a command's failure.
    init(_ failure: CommandFailure) {
        self.init(
            code: failure.code, message: failure.message, exitCode: failure.exit.rawValue, field: failure.field,
            loan: failure.loan, operation: failure.operation, isOutcomeUnknown: failure.isOutcomeUnknown)
    }
}
