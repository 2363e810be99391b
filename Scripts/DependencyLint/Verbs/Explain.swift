/// Says what a rule is, why it exists and what to do instead.
struct Explain {
    /// The rule that is asked about; all of them when nil.
    let id: String?

    /// The rule, or the list of rules.
    func answer(asJSON: Bool) throws -> Answer {
        guard let id else { return try list(asJSON: asJSON) }
        guard let rule = Rule(rawValue: id) else {
            return Answer(remark: "dependency-lint: There is no rule \(id); `explain` lists them.\n", exitCode: 2)
        }
        if asJSON { return Answer(output: try Self.object(rule).serialized() + "\n") }
        let excuse = rule.isExcusable ? "An exception may excuse it." : "No exception excuses it."
        return Answer(
            output: """
                \(rule.rawValue)  \(rule.text.title)
                    why: \(rule.text.why)
                    instead: \(rule.text.instead)
                    exit code \(rule.exitCode). \(excuse)

                """)
    }

    private func list(asJSON: Bool) throws -> Answer {
        if asJSON { return Answer(output: try JSON.array(Rule.allCases.map(Self.object)).serialized() + "\n") }
        return Answer(output: Rule.allCases.map { "\($0.rawValue)  \($0.text.title)\n" }.joined())
    }

    private static func object(_ rule: Rule) -> JSON {
        .object([
            "excusable": .bool(rule.isExcusable), "exitCode": .number(Int(rule.exitCode)),
            "id": .string(rule.rawValue), "instead": .string(rule.text.instead), "title": .string(rule.text.title),
            "why": .string(rule.text.why),
        ])
    }
}
