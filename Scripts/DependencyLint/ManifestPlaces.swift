import Foundation
import SwiftParser
import SwiftSyntax

/// Where Package.swift speaks of each target and each of its dependencies, and what else it does.
struct ManifestPlaces {
    private var targets: [String: Place] = [:]
    private var words: [String: [String: Place]] = [:]
    /// What the manifest imports.
    private(set) var imports: [Import] = []
    /// Where it says what is not of the language of manifests.
    private(set) var faults: [Place] = []

    /// The place of a target's declaration; the start of the file when it is not written out.
    func target(_ name: String) -> Place {
        targets[name] ?? Place(file: Manifest.file)
    }

    /// The place of a word, such as a dependency or a setting, within a target's declaration.
    func word(_ word: String, in target: String) -> Place {
        words[target]?[word] ?? self.target(target)
    }

    init(source: Data) throws(Stop) {
        let file = ParsedSource(source, path: Manifest.file)
        if let fault = file.faults.first { throw Stop(findings: [Finding(.unreadable, at: fault.place, fault.text)]) }
        imports = file.imports
        let finder = TargetFinder(tree: file.tree)
        finder.walk(file.tree)
        faults = ManifestLanguage.faults(in: file.tree).map { file.locations.place(of: $0) }
        for call in finder.calls {
            var strings: [(String, Place)] = []
            let collector = StringCollector(locations: finder.locations) { strings.append(($0, $1)) }
            collector.walk(call)
            guard let (name, place) = strings.first, targets[name] == nil else { continue }
            targets[name] = place
            words[name] = Dictionary(strings.dropFirst(), uniquingKeysWith: { first, _ in first })
        }
    }
}

/// Finds the elements of the array that is given as `targets:`.
private final class TargetFinder: SyntaxVisitor {
    let locations: SourceLocationConverter
    var calls: [FunctionCallExprSyntax] = []

    init(tree: SourceFileSyntax) {
        locations = SourceLocationConverter(fileName: Manifest.file, tree: tree)
        super.init(viewMode: .sourceAccurate)
    }

    override func visit(_ node: LabeledExprSyntax) -> SyntaxVisitorContinueKind {
        if node.label?.text == "targets", let array = node.expression.as(ArrayExprSyntax.self) {
            calls += array.elements.compactMap { $0.expression.as(FunctionCallExprSyntax.self) }
        }
        return .visitChildren
    }
}

/// Hands on every plain string literal below a node, in the order of the text.
private final class StringCollector: SyntaxVisitor {
    let locations: SourceLocationConverter
    let found: (String, Place) -> Void

    init(locations: SourceLocationConverter, found: @escaping (String, Place) -> Void) {
        self.locations = locations
        self.found = found
        super.init(viewMode: .sourceAccurate)
    }

    override func visit(_ node: StringLiteralExprSyntax) -> SyntaxVisitorContinueKind {
        if let text = node.representedLiteralValue { found(text, locations.place(of: node)) }
        return .skipChildren
    }
}
