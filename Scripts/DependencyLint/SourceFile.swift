/// One import, as a file writes it.
struct Import: Codable {
    /// The module: the first part of the path, without backticks.
    let module: String
    /// `public`, `package`, `internal`, `fileprivate` or `private`, when it is said.
    let access: String?
    /// Its attributes by name, such as `testable`.
    let attributes: [String]
    /// Where the module's name stands.
    let place: Place
}

/// Something said in a file, or about it, and where.
struct Mention: Codable {
    let text: String
    let place: Place
}

/// The target whose folder a file lies in, and what that asks of the file.
struct SourceOwner: Codable, Equatable {
    let target: String
    let needsComments: Bool
}

/// What the lint needs to know about one Swift file.
struct SourceFile: Codable {
    let path: String
    let owner: SourceOwner
    var imports: [Import] = []
    /// Attributes, functions and macros that reach a symbol by its name.
    var leaks: [Mention] = []
    /// Public declarations without a doc comment, and what may speak for them.
    var undocumented: [Undocumented] = []
    var requirements: [Requirement] = []
    var conformances: [Conformance] = []
    /// Why the file must not be trusted to say what it says.
    var faults: [Mention] = []
}
