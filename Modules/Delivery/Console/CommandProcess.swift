import Glibc

/// The process that a command runs in.
public enum CommandProcess {
    /// Runs a program on the process's arguments and streams, and ends the process with its exit code.
    ///
    /// Help and version are answered here. A failure is told in one line on standard error; with `--json` a document about
    /// it goes to standard output too. A write to a closed pipe fails instead of killing the process.
    ///
    /// - Parameters:
    ///   - program: the program's name, verbs and help.
    ///   - failureDocument: makes the JSON document about a failure.
    ///   - command: runs what was called, and says how it ended.
    public static func run(
        _ program: Program, failureDocument: (CommandFailure) -> [UInt8],
        _ command: (Arguments, _ output: Output, _ errors: Output) throws(CommandFailure) -> ExitCode
    ) -> Never {
        occupyStandardDescriptors()
        signal(SIGPIPE, SIG_IGN)
        let output = Output(descriptor: STDOUT_FILENO)
        let errors = Output(descriptor: STDERR_FILENO, isPrompt: true)
        var stated: [String] = []
        do throws(CommandFailure) {
            stated = try statedArguments()
            let code = try run(stated, of: program, output) { arguments throws(CommandFailure) in
                try command(arguments, output, errors)
            }
            output.flush()
            // A command is done only when its output is written; a reader who has gone is no failure.
            if let failure = output.commandFailure { throw failure }
            exit(code.rawValue)
        } catch {
            if stated.contains(Option.json.name) { output.write(failureDocument(error)) }
            output.flush()
            error.tell(as: program.name, on: errors, isVerbose: stated.contains(Option.verbose.name))
            exit(error.exit.rawValue)
        }
    }

    /// Takes the descriptors of standard streams that are closed, lest the store or a report gets one and what is meant for
    /// the stream goes into it.
    ///
    /// Reading or writing there fails as it does where there is no stream.
    private static func occupyStandardDescriptors() {
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
            // The lowest descriptor that is free is taken: those below are not.
            let taken = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
            guard taken == descriptor else { exit(ExitCode.inputOutput.rawValue) }
        }
    }

    private static func statedArguments() throws(CommandFailure) -> [String] {
        do { return try CommandLine.statedArguments() } catch { throw CommandFailure(error) }
    }

    private static func run(
        _ stated: [String], of program: Program, _ output: Output,
        _ command: (Arguments) throws(CommandFailure) -> ExitCode
    ) throws(CommandFailure) -> ExitCode {
        let invocation: Invocation
        do { invocation = try program.read(stated) } catch { throw CommandFailure(error) }
        switch invocation {
        case .help(let text): output.lines(text)
        case .version: output.line("\(program.name) \(Release.version)")
        case .run(let arguments): return try command(arguments)
        }
        return .done
    }
}
