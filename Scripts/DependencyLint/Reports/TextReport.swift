extension Report {
    /// For people: one line that tools understand, then why and what to do instead.
    func text() -> String {
        findings.map { finding in
            let place = "\(finding.place.file):\(finding.place.line):\(finding.place.column)"
            let first = "\(place): error: [\(finding.rule.rawValue)] \(finding.message)"
            return ([first] + details(of: finding).map { "    \($0)" }).map { $0.printable + "\n" }.joined()
        }.joined()
    }

    /// Annotations that GitHub shows beside the line.
    func github() -> String {
        findings.map { finding in
            let (file, title) = (finding.place.file.escapedForGitHub, finding.rule.rawValue)
            let message = ([finding.message] + details(of: finding)).map(\.printable).joined(separator: "\n")
            let place = "file=\(file),line=\(finding.place.line),col=\(finding.place.column)"
            return "::error \(place),title=\(title)::\(message.escapedAsMessage)\n"
        }.joined()
    }

    private func details(of finding: Finding) -> [String] {
        let path = finding.path.count > 2 ? ["path: \(finding.path.joined(separator: " → "))"] : []
        return path + ["why: \(finding.why)", "instead: \(finding.instead)"]
    }
}

extension String {
    /// The text with what could command a terminal, or turn its direction, written out.
    var printable: String {
        var result = ""
        for scalar in unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator:
                result += "\\u{\(String(scalar.value, radix: 16))}"
            default:
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// As GitHub reads the message of an annotation.
    fileprivate var escapedAsMessage: String {
        replacing("%", with: "%25").replacing("\r", with: "%0D").replacing("\n", with: "%0A")
    }

    /// As GitHub reads a property of an annotation.
    fileprivate var escapedForGitHub: String {
        escapedAsMessage.replacing(":", with: "%3A").replacing(",", with: "%2C")
    }
}
