import Foundation

extension Report {
    /// The findings as SARIF 2.1.0, with every rule described.
    func sarif(_ exitCode: Int32) -> JSON {
        let driver: [String: JSON] = [
            "name": .string("dependency-lint"),
            "rules": .array(Rule.allCases.map(Self.descriptor)),
        ]
        let run: [String: JSON] = [
            "invocations": .array([
                .object(["executionSuccessful": .bool(exitCode < 2), "exitCode": .number(Int(exitCode))])
            ]),
            "columnKind": .string("unicodeCodePoints"),
            "results": .array(results()),
            "tool": .object(["driver": .object(driver)]),
        ]
        return .object([
            "$schema": .string("https://json.schemastore.org/sarif-2.1.0.json"),
            "runs": .array([.object(run)]),
            "version": .string("2.1.0"),
        ])
    }

    private static func descriptor(_ rule: Rule) -> JSON {
        .object([
            "defaultConfiguration": .object(["level": .string("error")]),
            "fullDescription": message(rule.text.why),
            "help": message(rule.text.instead),
            "id": .string(rule.rawValue),
            "shortDescription": message(rule.text.title),
        ])
    }

    private func results() -> [JSON] {
        var lines: [String: [Data.SubSequence]] = [:]
        return findings.map { finding in
            let (file, place) = (finding.place.file, finding.place)
            if lines[file] == nil {
                let source = tree?.contents(file) ?? Data()
                lines[file] = source.split(omittingEmptySubsequences: false) { $0 == 0x0A }
            }
            let line = lines[file].flatMap { $0.count < place.line ? nil : $0[place.line - 1] }
            // A place counts bytes; each character of Unicode has one byte that does not go on another.
            let before = line?.prefix(place.column - 1).count { $0 & 0xC0 != 0x80 } ?? place.column - 1
            return Self.result(finding, column: before + 1)
        }
    }

    private static func result(_ finding: Finding, column: Int) -> JSON {
        let index = Rule.allCases.firstIndex(of: finding.rule) ?? 0
        let uri = finding.place.file.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? finding.place.file
        let region: [String: JSON] = [
            "startColumn": .number(column), "startLine": .number(finding.place.line),
        ]
        let location: [String: JSON] = [
            "artifactLocation": .object(["uri": .string(uri), "uriBaseId": .string("%SRCROOT%")]),
            "region": .object(region),
        ]
        return .object([
            "level": .string("error"),
            "locations": .array([.object(["physicalLocation": .object(location)])]),
            "message": message("\(finding.message) \(finding.why) \(finding.instead)"),
            "ruleId": .string(finding.rule.rawValue),
            "ruleIndex": .number(index),
        ])
    }

    private static func message(_ text: String) -> JSON {
        .object(["text": .string(text)])
    }
}
