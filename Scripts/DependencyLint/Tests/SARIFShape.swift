import Foundation

/// The part of the SARIF 2.1.0 schema that the lint's reports use: what may be there, what must be, and of which type.
indirect enum SARIFShape: Sendable {
    case text
    case bool
    case number(from: Int)
    case oneOf([String])
    case relativeURI
    case list(SARIFShape)
    /// An object with these properties and no other; a name that ends in `!` must be there.
    case object([String: SARIFShape])

    static let log = SARIFShape.object([
        "$schema": .text, "version!": .oneOf(["2.1.0"]), "runs!": .list(run),
    ])
    private static let run = SARIFShape.object([
        "columnKind!": .oneOf(["unicodeCodePoints"]),
        "tool!": .object(["driver!": .object(["name!": .text, "rules": .list(rule)])]),
        "invocations": .list(.object(["executionSuccessful!": .bool, "exitCode": .number(from: 0)])),
        "results": .list(result),
    ])
    private static let level = SARIFShape.oneOf(["none", "note", "warning", "error"])
    private static let message = SARIFShape.object(["text!": .text])
    private static let rule = SARIFShape.object([
        "id!": .text, "shortDescription": message, "fullDescription": message, "help": message,
        "defaultConfiguration": .object(["level": level]),
    ])
    private static let result = SARIFShape.object([
        "ruleId": .text, "ruleIndex": .number(from: 0), "level": level, "message!": message,
        "locations": .list(.object(["physicalLocation": .object(["artifactLocation": artifact, "region": region])])),
    ])
    private static let artifact = SARIFShape.object(["uri": .relativeURI, "uriBaseId": .text])
    private static let region = SARIFShape.object(["startLine": .number(from: 1), "startColumn": .number(from: 1)])

    /// What is wrong with a value, and where; nil if nothing is.
    func fault(in value: Any, at path: String = "log") -> String? {
        switch (self, value) {
        case (.list(let element), let list as [Any]):
            return list.enumerated().lazy.compactMap { element.fault(in: $1, at: "\(path)[\($0)]") }.first
        case (.object(let properties), let object as [String: Any]):
            return Self.fault(in: object, properties, at: path)
        case (.number(let least), let number as Int): return number >= least ? nil : "\(path) is \(number)."
        case (.oneOf(let texts), let text as String): return texts.contains(text) ? nil : "\(path) is \(text)."
        case (.relativeURI, let text as String):
            let isURI = URL(string: text, encodingInvalidCharacters: false) != nil && !text.hasPrefix("/")
            return isURI ? nil : "\(path) is \(text)."
        case (.text, is String), (.bool, is Bool): return nil
        default: return "\(path) has another type."
        }
    }

    private static func fault(in object: [String: Any], _ properties: [String: SARIFShape], at path: String) -> String?
    {
        for (name, shape) in properties {
            let key = name.hasSuffix("!") ? String(name.dropLast()) : name
            guard let value = object[key] else {
                if name.hasSuffix("!") { return "\(path) has no \(key)." }
                continue
            }
            if let fault = shape.fault(in: value, at: "\(path).\(key)") { return fault }
        }
        let known = Set(properties.keys.map { $0.hasSuffix("!") ? String($0.dropLast()) : $0 })
        return object.keys.first { !known.contains($0) }.map { "\(path).\($0) is not known." }
    }

    /// A report of several findings, one in a file whose name needs escaping, has the shape; each names its rule twice alike.
    static func check(_ sandbox: Sandbox) throws {
        try sandbox.prepend("Modules/Domain/Shelf.swift", "/* ü𝄞 */ import Foundation; @_exported import Ports\n")
        sandbox.write("Modules/Stray 100%.swift", "")
        let output = try Report(findings: sandbox.findings(), project: nil, tree: sandbox.tree).answer(format: "sarif")
            .output
        sandbox.restore()
        let report = try JSONSerialization.jsonObject(with: Data(output.utf8))
        if let fault = log.fault(in: report) { throw Failed(fault) }
        let run = ((report as? [String: Any])?["runs"] as? [[String: Any]])?.first
        let driver = (run?["tool"] as? [String: Any])?["driver"] as? [String: Any]
        let rules = (driver?["rules"] as? [[String: Any]] ?? []).map { $0["id"] as? String }
        let results = run?["results"] as? [[String: Any]] ?? []
        let columns = results.compactMap { result -> Int? in
            let location = (result["locations"] as? [[String: Any]])?.first?["physicalLocation"] as? [String: Any]
            return (location?["region"] as? [String: Any])?["startColumn"] as? Int
        }
        // Columns are counted in characters of Unicode, not in bytes.
        guard columns.sorted() == [1, 17, 47, 47] else { throw Failed("The columns are \(columns).") }
        guard results.count == 4, results.allSatisfy({ rules[$0["ruleIndex"] as? Int ?? 0] == $0["ruleId"] as? String })
        else { throw Failed("The results are \(results).") }
    }
}
