import Console
import DTOs

/// The command `circ`: parses, wires, runs, and ends with an exit code.
@main
enum Staff {
    private static let commands =
        LibraryVerbs.commands + BookVerbs.commands + CopyVerbs.commands + MemberVerbs.commands
        + LendingVerbs.commands + LoanVerbs.commands + StoreVerbs.commands

    private static let program = Program(
        "circ", "Lend and take back a library's books", verbs: commands.map(\.verb),
        common: [.store, .json, .verbose])

    static func main() {
        CommandProcess.run { run(output: Output(descriptor: 1), errors: Output(descriptor: 2)) }
    }

    private static func run(output: Output, errors: Output) -> ExitCode {
        var stated: [String] = []
        do throws(CommandFailure) {
            stated = try statedArguments()
            try run(stated, output, errors)
            output.flush()
            // A command is done only when its output is written; a reader who has gone is no failure.
            if let failure = output.commandFailure { throw failure }
            return .done
        } catch {
            if stated.contains(Option.json.name) {
                var json = JSONWriter()
                json.document(ErrorDTO(error))
                output.write(json.bytes)
            }
            output.flush()
            error.tell(as: program.name, on: errors, isVerbose: stated.contains(Option.verbose.name))
            return error.exit
        }
    }

    private static func statedArguments() throws(CommandFailure) -> [String] {
        do { return try CommandLine.statedArguments() } catch { throw CommandFailure(error) }
    }

    private static func run(_ stated: [String], _ output: Output, _ errors: Output) throws(CommandFailure) {
        let invocation: Invocation
        do { invocation = try program.read(stated) } catch { throw CommandFailure(error) }
        switch invocation {
        case .help(let text): output.lines(text)
        case .version: output.line("\(program.name) \(Release.version)")
        case .run(let arguments):
            guard let command = commands.first(where: { $0.verb == arguments.verb }) else {
                preconditionFailure("every verb of the program has its command")
            }
            try command.run(try Desk(arguments, output: output, errors: errors))
        }
    }
}

extension ErrorDTO {
    /// The shape of a command's failure.
    init(_ failure: CommandFailure) {
        self.init(
            code: failure.code, message: failure.message, exitCode: failure.exit.rawValue, field: failure.field,
            loan: failure.loan, isOutcomeUnknown: failure.isOutcomeUnknown)
    }
}
