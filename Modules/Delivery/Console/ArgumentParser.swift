extension Program {
    /// Reads the arguments of a command line.
    ///
    /// Options may stand anywhere, as `--name value` or `--name=value`; after `--` nothing is an option. A dash alone, or
    /// with a digit after it, is no option.
    public func read(_ arguments: [String]) throws(UsageError) -> Invocation {
        var parser = ArgumentParser(self)
        return try parser.read(arguments)
    }
}

/// Reads one command line.
private struct ArgumentParser {
    private let program: Program
    private var words: [String] = []
    private var verb: Verb?
    private var operands: [String] = []
    private var values: [String: [String]] = [:]

    init(_ program: Program) {
        self.program = program
        verb = program.verbs.first { $0.words.isEmpty }
    }

    mutating func read(_ arguments: [String]) throws(UsageError) -> Invocation {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            if argument == "--" {
                for operand in rest { try take(operand) }
                break
            }
            switch argument {
            case "--help", "-h": return .help(help(after: rest))
            case "help" where verb == nil && words.isEmpty: return .help(help(after: rest))
            case "--version": return .version
            case _ where isOption(argument): try takeOption(argument, &rest)
            default: try take(argument)
            }
        }
        guard let verb else { throw incomplete() }
        try checkPresence(of: verb)
        return .run(Arguments(verb: verb, common: program.common, values: values, operands: operands))
    }

    private func isOption(_ argument: String) -> Bool {
        guard argument.hasPrefix("-"), let second = argument.dropFirst().first else { return false }
        return !("0"..."9").contains(second)
    }

    private mutating func take(_ argument: String) throws(UsageError) {
        guard let verb else {
            words.append(argument)
            self.verb = program.verbs.first { $0.words == words }
            if self.verb == nil, !program.verbs.contains(where: { $0.words.starts(with: words) }) {
                throw unknownVerb()
            }
            return
        }
        guard operands.count < verb.operands.count || verb.operands.last?.isRepeated == true else {
            throw fault("unexpected argument '\(argument)'")
        }
        operands.append(argument)
    }

    private mutating func takeOption(_ argument: String, _ rest: inout ArraySlice<String>) throws(UsageError) {
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard let option = ((verb?.options ?? []) + program.common).first(where: { $0.name == parts[0] }) else {
            let hint = argument.hasPrefix("--") ? "" : ", and '--' must stand before a value that begins with a dash"
            throw fault("unknown option '\(parts[0])'\(hint)")
        }
        if values[option.name] != nil, !option.isRepeated { throw fault("\(option.name) is stated twice") }
        guard let placeholder = option.placeholder else {
            if parts.count > 1 { throw fault("\(option.name) takes no value") }
            values[option.name] = [""]
            return
        }
        if parts.count > 1 {
            values[option.name, default: []].append(parts[1])
        } else if let value = rest.first, value == "-" || !isOption(value) {
            values[option.name, default: []].append(value)
            rest.removeFirst()
        } else {
            throw fault("\(option.name) needs a value: \(option.name) \(placeholder)")
        }
    }

    private func checkPresence(of verb: Verb) throws(UsageError) {
        var labels: [String: [String]] = [:]
        for (place, operand) in verb.operands.enumerated() {
            let isStated = place < operands.count
            if operand.presence == .required, !isStated { throw fault("\(operand.name) is missing") }
            if isStated, case .oneOf(let label) = operand.presence { labels[label, default: []].append(operand.name) }
        }
        for option in verb.options {
            let isStated = values[option.name] != nil
            if option.presence == .required, !isStated { throw fault("\(option.name) is missing") }
            if isStated, case .oneOf(let label) = option.presence { labels[label, default: []].append(option.name) }
        }
        for presence in verb.operands.map(\.presence) + verb.options.map(\.presence) {
            guard case .oneOf(let label) = presence else { continue }
            let stated = labels[label] ?? []
            if stated.isEmpty { throw fault("state \(verb.alternatives(label).joined(separator: " or "))") }
            if stated.count > 1 { throw fault("state only one of \(stated.joined(separator: " and "))") }
        }
    }

    private func help(after rest: ArraySlice<String>) -> String {
        if let verb { return HelpText.text(of: verb, in: program) }
        let named = words + rest.prefix { !$0.hasPrefix("-") }
        let meant = program.verbs.first { named.starts(with: $0.words) && !$0.words.isEmpty }
        if let meant { return HelpText.text(of: meant, in: program) }
        let isGroup = program.verbs.contains { $0.words.starts(with: named) }
        return HelpText.text(of: program, group: isGroup ? named : words)
    }

    private func unknownVerb() -> UsageError {
        let group = Array(words.dropLast())
        let choices = HelpText.nextWords(in: program, after: group)
        let subject = group.isEmpty ? program.name : group.joined(separator: " ")
        return fault("unknown verb '\(words.joined(separator: " "))'; \(subject) has \(choices)")
    }

    private func incomplete() -> UsageError {
        let choices = HelpText.nextWords(in: program, after: words)
        let subject = words.isEmpty ? "a verb is missing" : "'\(words.joined(separator: " "))' needs one more word"
        return fault("\(subject): \(choices)")
    }

    private func fault(_ message: String) -> UsageError {
        let command = ([program.name] + (verb?.words ?? [])).joined(separator: " ")
        return UsageError("\(message); see '\(command) --help'")
    }
}
