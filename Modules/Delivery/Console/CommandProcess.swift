import Glibc

/// The process that a command runs in.
public enum CommandProcess {
    /// Runs a command and ends the process with its exit code; a write to a closed pipe fails instead of killing it.
    public static func run(_ command: () -> ExitCode) -> Never {
        signal(SIGPIPE, SIG_IGN)
        exit(command().rawValue)
    }
}
