/// Findings for people: one line that tools understand, then why and what to do instead.
struct TextReport {
    let findings: [Finding]

    /// The report, ending in a newline unless it is empty.
    func text() -> String {
        findings.map(Self.paragraph).joined()
    }

    private static func paragraph(_ finding: Finding) -> String {
        let place = "\(finding.place.file):\(finding.place.line):\(finding.place.column)"
        var lines = ["\(place): error: [\(finding.rule.rawValue)] \(finding.message)"]
        if finding.path.count > 2 { lines.append("    path: \(finding.path.joined(separator: " → "))") }
        lines.append("    why: \(finding.why)")
        lines.append("    instead: \(finding.instead)")
        return lines.map { $0 + "\n" }.joined()
    }
}
