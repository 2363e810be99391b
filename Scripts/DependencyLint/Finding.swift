/// A position in the repository: the file's path from the root, and line and column counted from 1, in UTF-8 bytes.
struct Place: Hashable, Comparable, Codable {
    var file: String
    var line = 1
    var column = 1

    static func < (left: Place, right: Place) -> Bool {
        (left.file, left.line, left.column) < (right.file, right.line, right.column)
    }
}

/// One thing that is wrong, and all that a reader needs to mend it.
struct Finding: Comparable {
    let rule: Rule
    let place: Place
    /// The target that breaks the rule; empty where there is none.
    let target: String
    /// What it breaks the rule with: a module, a symbol, a setting, a path.
    let subject: String
    /// What happened here, as one line.
    let message: String
    /// The targets from the one at fault to what it must not reach, where that is not one step.
    var path: [String] = []
    var why: String
    var instead: String

    init(
        _ rule: Rule, at place: Place, target: String = "", subject: String = "", _ message: String,
        path: [String] = [], why: String? = nil, instead: String? = nil
    ) {
        self.rule = rule
        self.place = place
        self.target = target
        self.subject = subject
        self.message = message
        self.path = path
        self.why = why ?? rule.text.why
        self.instead = instead ?? rule.text.instead
    }

    static func < (left: Finding, right: Finding) -> Bool {
        if left.place != right.place { return left.place < right.place }
        return (left.rule, left.target, left.subject, left.message)
            < (right.rule, right.target, right.subject, right.message)
    }
}

/// Findings that leave nothing else to check: a configuration or a manifest that cannot be trusted.
struct Stop: Error {
    let findings: [Finding]
}
