import Console
import DTOs

/// The command `circ`: parses, wires, runs, and ends with an exit code.
@main
enum Staff {
    private static let commands =
        LibraryVerbs.commands + BookVerbs.commands + CopyVerbs.commands + MemberVerbs.commands
        + LendingVerbs.commands + LoanVerbs.commands + LedgerVerbs.commands
        + ImportVerbs.commands + StoreVerbs.commands + StoreMoveVerbs.commands

    private static let program = Program(
        "circ", "Lend and take back a library's books", verbs: commands.map(\.verb),
        common: [.store, .json, .verbose])

    static func main() {
        CommandProcess.run(program, failureDocument: { JSONWriter.bytes(of: ErrorDTO($0)) }) {
            arguments, output, errors throws(CommandFailure) in
            guard let command = commands.first(where: { $0.verb == arguments.verb }) else {
                preconditionFailure("every verb of the program has its command")
            }
            let desk = try Desk(arguments, output: output, errors: errors)
            try command.run(desk)
            // Nobody waits for the store to be closed.
            output.flush()
            return withExtendedLifetime(desk) { .done }
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
