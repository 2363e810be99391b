public import Domain
public import UseCases

/// Why a command did not do what was asked: a line for a person, a stable code for programs, and the exit code.
public struct CommandFailure: Error, Hashable, Sendable {
    /// What failed, why, and what to do, in one line that is safe for a terminal.
    public let message: String
    /// The stable name of the reason.
    public let code: String
    /// How the command ends.
    public let exit: ExitCode
    /// The technical cause, for operators; safe for a terminal.
    public let cause: String?
    /// The field at fault, if one is.
    public let field: String?
    /// The loan that stands in the way, if one does.
    public let loan: Int64?
    /// The operation that was asked for, if one was: the same command with this ID finds out what became of it.
    public let operation: String?
    /// Whether the effects may have been recorded all the same: the same command with the same operation ID finds out.
    public let isOutcomeUnknown: Bool

    /// A failure with its words; what comes from data in them is made safe.
    public init(
        _ message: String, code: String, exit: ExitCode, cause: String? = nil, field: String? = nil, loan: Int64? = nil,
        operation: String? = nil, isOutcomeUnknown: Bool = false
    ) {
        self.message = TerminalText.safe(message)
        self.code = code
        self.exit = exit
        self.cause = cause.map(TerminalText.safe)
        self.field = field
        self.loan = loan
        self.operation = operation
        self.isOutcomeUnknown = isOutcomeUnknown
    }

    /// A command line that is not understood.
    public init(_ error: UsageError) {
        self.init(error.message, code: "usage", exit: .usage)
    }

    /// A value outside the absolute limits.
    public init(_ invalid: InvalidRequest) {
        self.init(
            InvalidRequestWords.sentence(invalid), code: "invalidRequest", exit: .usage, field: invalid.field.rawValue)
    }

    /// A store's trouble; `operation` is the ID under which the command can be sent again.
    public init(_ trouble: StorageTrouble, operation: String? = nil) {
        var message = trouble.message
        if trouble.isOutcomeUnknown {
            let again = operation.map { " with --operation \($0)" } ?? ""
            message += "; it may have been recorded all the same: run the same command again\(again)"
        }
        self.init(
            message, code: trouble.code, exit: ExitCode(storeTrouble: trouble.code), cause: trouble.cause,
            operation: operation, isOutcomeUnknown: trouble.isOutcomeUnknown)
    }

    /// Why a use case gave no result.
    ///
    /// - Parameters:
    ///   - failure: the use case's own answer.
    ///   - undone: what did not happen, such as `nothing was lent`.
    ///   - operation: the ID under which the command can be sent again, if there is one.
    ///   - times: writes the times that a reason names.
    public init<Refusal: ExplainedRefusal>(
        _ failure: UseCaseFailure<Refusal>, undone: String, operation: String? = nil, times: TimeText
    ) {
        switch failure {
        case .notPermitted(let permission):
            self.init(permission, undone: undone)
        case .invalidRequest(let invalid):
            self.init(invalid)
        case .storage(let trouble):
            self.init(trouble, operation: operation)
        case .refused(let refusal):
            let why = refusal.explanation(times)
            self.init(
                "\(undone): \(why.reason); \(why.remedy)", code: refusal.code, exit: .refused, field: why.field,
                loan: why.loan, operation: operation)
        }
    }

    private init(_ permission: Permission, undone: String) {
        self.init(
            "\(undone): this account lacks the permission '\(permission.rawValue)'; ask whoever manages the library",
            code: "notPermitted", exit: .notPermitted)
    }

    /// Tells it on standard error, with the cause if that is wanted.
    public func tell(as program: String, on output: Output, isVerbose: Bool) {
        output.line("\(program): \(message)")
        if isVerbose, let cause { output.line("\(program): cause: \(cause)") }
        output.flush()
    }
}

extension Output {
    /// The failure that writing ended in, unless the reader simply went away.
    public var commandFailure: CommandFailure? {
        guard case .failed(let number) = failure else { return nil }
        return CommandFailure(
            "cannot write the output: \(SystemMessage.text(number)); what was to be done is done, only its output is cut",
            code: "outputNotWritable", exit: .inputOutput, cause: "errno \(number)")
    }
}
