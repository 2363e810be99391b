/// Whether something must be stated.
public enum Presence: Hashable, Sendable {
    /// It must be.
    case required
    /// It may be.
    case optional
    /// It, or another with the same label, must be: exactly one of them.
    case oneOf(String)
}

/// A value that a verb takes by its place.
public struct Operand: Hashable, Sendable {
    /// Its name in help and messages, such as `BOOK`.
    public let name: String
    /// What it is, in a few words.
    public let summary: String
    /// Whether it must be stated.
    public let presence: Presence
    /// Whether it, the last one, may be stated many times.
    public let isRepeated: Bool

    /// An operand of a verb.
    public init(_ name: String, _ summary: String, _ presence: Presence = .required, isRepeated: Bool = false) {
        self.name = name
        self.summary = summary
        self.presence = presence
        self.isRepeated = isRepeated
    }
}

/// A value or a flag that a verb takes by a name that begins with two dashes.
public struct Option: Hashable, Sendable {
    /// Its name with the dashes, such as `--days`.
    public let name: String
    /// What stands for its value in help, such as `N`; nil for a flag.
    public let placeholder: String?
    /// What it does, in a few words.
    public let summary: String
    /// Whether it must be stated.
    public let presence: Presence
    /// Whether it may be stated many times.
    public let isRepeated: Bool

    /// An option that takes a value.
    public init(
        _ name: String, _ placeholder: String, _ summary: String, _ presence: Presence = .optional,
        isRepeated: Bool = false
    ) {
        self.name = name
        self.placeholder = placeholder
        self.summary = summary
        self.presence = presence
        self.isRepeated = isRepeated
    }

    /// An option without a value.
    public init(flag name: String, _ summary: String) {
        self.name = name
        placeholder = nil
        self.summary = summary
        presence = .optional
        isRepeated = false
    }

    /// How it is written: its name, and what stands for its value.
    var synopsis: String { placeholder.map { "\(name) \($0)" } ?? name }
}

/// One thing a program does, with all that it takes; parsing and help come from the same declaration.
public struct Verb: Hashable, Sendable {
    /// The words that call it, such as `book add`; none if the program does one thing only.
    public let words: [String]
    /// What it does, in one line.
    public let summary: String
    /// What it takes by place.
    public let operands: [Operand]
    /// What it takes by name.
    public let options: [Option]
    /// What else its help says, a paragraph each.
    public let remarks: [String]

    /// Declares a verb; its words are separated by spaces.
    public init(
        _ words: String, _ summary: String, operands: [Operand] = [], options: [Option] = [], remarks: [String] = []
    ) {
        self.words = words.split(separator: " ").map(String.init)
        self.summary = summary
        self.operands = operands
        self.options = options
        self.remarks = remarks
    }

    /// All that belongs to one label of `Presence.oneOf`, as it is written.
    func alternatives(_ label: String) -> [String] {
        operands.filter { $0.presence == .oneOf(label) }.map(\.name)
            + options.filter { $0.presence == .oneOf(label) }.map(\.synopsis)
    }
}

/// A program: its verbs and what all of them take.
public struct Program: Hashable, Sendable {
    /// Its name.
    public let name: String
    /// What it is for, in one line.
    public let summary: String
    /// What it can do, in the order to show.
    public let verbs: [Verb]
    /// The options of every verb.
    ///
    /// `--help` and `--version` belong to every program and are not named here.
    public let common: [Option]
    /// What else its help says, a paragraph each.
    public let remarks: [String]

    /// Declares a program.
    public init(_ name: String, _ summary: String, verbs: [Verb], common: [Option], remarks: [String] = []) {
        self.name = name
        self.summary = summary
        self.verbs = verbs
        self.common = common
        self.remarks = remarks
    }
}

extension Option {
    /// Names the store.
    public static let store = Option(
        "--store", "URL", "the store, such as sqlite:PATH; else CIRC_STORE, else /etc/circ/store")
    /// Asks for JSON.
    public static let json = Option(flag: "--json", "print JSON for programs, one document a line")
    /// Asks for operators' diagnostics.
    public static let verbose = Option(flag: "--verbose", "tell the technical cause of a failure too")
}
