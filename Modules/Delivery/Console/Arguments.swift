/// What was stated to a verb, checked against its declaration: every name is known, nothing required is missing.
public struct Arguments: Hashable, Sendable {
    /// The verb that was called.
    public let verb: Verb
    private let common: [Option]
    private let values: [String: [String]]
    private let stated: [String]

    init(verb: Verb, common: [Option], values: [String: [String]], operands: [String]) {
        self.verb = verb
        self.common = common
        self.values = values
        stated = operands
    }

    /// The value of an operand that the verb declares; nil if it was not stated.
    public func operand(_ name: String) -> String? {
        guard let place = verb.operands.firstIndex(where: { $0.name == name }) else {
            preconditionFailure("the verb declares no operand \(name)")
        }
        return place < stated.count ? stated[place] : nil
    }

    /// The values of the last operand, which may be stated many times.
    public func operands(_ name: String) -> [String] {
        guard let place = verb.operands.firstIndex(where: { $0.name == name }) else {
            preconditionFailure("the verb declares no operand \(name)")
        }
        return Array(stated.dropFirst(place))
    }

    /// The value of an option that the verb or the program declares; nil if it was not stated.
    public func value(_ name: String) -> String? { all(name).first }

    /// The values of an option that may be stated many times, in order.
    public func all(_ name: String) -> [String] {
        precondition((verb.options + common).contains { $0.name == name }, "the verb declares no option \(name)")
        return values[name] ?? []
    }

    /// Whether a flag was stated.
    public func flag(_ name: String) -> Bool { !all(name).isEmpty }
}

/// Why a command line is not understood.
public struct UsageError: Error, Hashable, Sendable {
    /// What is wrong, and what to do, in one line that is safe for a terminal.
    public let message: String

    /// A fault in a command line; the message may quote it.
    public init(_ message: String) {
        self.message = TerminalText.safe(message)
    }
}

/// What a command line asks for.
public enum Invocation: Hashable, Sendable {
    /// The help text of a verb, or of the program.
    case help(String)
    /// The version.
    case version
    /// To run a verb.
    case run(Arguments)
}

extension CommandLine {
    /// The arguments of the process after its name.
    ///
    /// Swift's own list repairs what is not UTF-8, and would take a barcode for another one; here it is refused.
    public static func statedArguments() throws(UsageError) -> [String] {
        var stated: [String] = []
        for index in 1..<max(1, Int(argc)) {
            guard let bytes = unsafeArgv[index] else { break }
            guard let text = String(validatingCString: bytes) else {
                throw UsageError("argument \(index) is not UTF-8 text; set the terminal to UTF-8")
            }
            stated.append(text)
        }
        return stated
    }
}
