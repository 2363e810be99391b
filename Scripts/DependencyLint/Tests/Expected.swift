/// A finding as a test expects it; what is nil may be anything.
struct Expected: CustomStringConvertible {
    let rule: String
    var file: String?
    var line: Int?
    var column: Int?
    var target: String?
    var subject: String?

    func matches(_ finding: Finding) -> Bool {
        rule == finding.rule.rawValue && file ?? finding.place.file == finding.place.file
            && line ?? finding.place.line == finding.place.line
            && column ?? finding.place.column == finding.place.column && target ?? finding.target == finding.target
            && subject ?? finding.subject == finding.subject
    }

    var description: String {
        let place = "\(file ?? "any file"):\(line.map(String.init) ?? "?"):\(column.map(String.init) ?? "?")"
        return "\(place) \(rule) \(target ?? "") \(subject ?? "")"
    }
}

/// What a check must find.
enum Outcome {
    /// These findings, each once, and no other.
    case exactly([Expected])
    /// At least one finding, and each like this.
    case only(Expected)

    var exitCode: Int32 {
        let rules = if case .exactly(let expected) = self { expected.map(\.rule) } else { [] as [String] }
        return rules.contains("DL017") ? 3 : rules.contains("DL018") ? 2 : rules.isEmpty && !isOnly ? 0 : 1
    }

    private var isOnly: Bool { if case .only = self { true } else { false } }

    func verify(_ found: [Finding]) throws {
        var left = found
        switch self {
        case .only(let expected):
            if found.isEmpty { throw Failed("Nothing was found; expected \(expected).") }
            left.removeAll(where: expected.matches)
        case .exactly(let all):
            for expected in all {
                guard let index = left.firstIndex(where: expected.matches) else {
                    throw Failed("Expected \(expected); found \(found.map(\.short)).")
                }
                left.remove(at: index)
            }
        }
        if !left.isEmpty { throw Failed("Found besides: \(left.map(\.short)).") }
    }
}

extension Finding {
    /// The finding as a failed test tells it.
    var short: String {
        "\(place.file):\(place.line):\(place.column) \(rule.rawValue) \(target) \(subject): \(message)"
    }
}

/// Why a test failed.
struct Failed: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
