import Foundation
import SwiftParser
import SwiftSyntax

/// A file's tree with its imports, in every branch of every `#if`.
struct ParsedSource {
    let tree: SourceFileSyntax
    let locations: SourceLocationConverter
    let imports: [Import]
    let leaks: [Mention]
    /// Why the tree must not be trusted: the text is not what the compiler would accept.
    let faults: [Mention]

    init(_ source: Data, path: String) {
        let isText = String(validating: source, as: UTF8.self) != nil
        tree = source.withUnsafeBytes { Parser.parse(source: $0.bindMemory(to: UInt8.self)) }
        locations = SourceLocationConverter(fileName: path, tree: tree)
        let reader = ImportReader(locations: locations)
        reader.walk(tree)
        imports = reader.imports
        leaks = reader.leaks
        if !isText {
            faults = [Mention(text: "The file is not UTF-8.", place: Place(file: path))]
        } else if tree.hasError {
            let place = FirstError.place(in: tree, locations: locations)
            faults = [Mention(text: "The file is not well-formed Swift.", place: place)]
        } else {
            faults = []
        }
    }
}

/// Finds where the parser first had to guess.
private final class FirstError: SyntaxAnyVisitor {
    private var found: AbsolutePosition?

    static func place(in tree: SourceFileSyntax, locations: SourceLocationConverter) -> Place {
        let finder = FirstError(viewMode: .all)
        finder.walk(tree)
        return locations.place(at: finder.found ?? tree.position)
    }

    override func visitAny(_ node: Syntax) -> SyntaxVisitorContinueKind {
        guard found == nil, node.hasError else { return .skipChildren }
        guard node.is(UnexpectedNodesSyntax.self) else { return .visitChildren }
        found = node.positionAfterSkippingLeadingTrivia
        return .skipChildren
    }

    override func visit(_ token: TokenSyntax) -> SyntaxVisitorContinueKind {
        if found == nil, token.hasError || token.presence == .missing {
            found = token.positionAfterSkippingLeadingTrivia
        }
        return .skipChildren
    }
}

extension SourceLocationConverter {
    /// The place where a node starts, after the blanks and comments before it.
    func place(of node: some SyntaxProtocol) -> Place {
        place(at: node.positionAfterSkippingLeadingTrivia)
    }

    fileprivate func place(at position: AbsolutePosition) -> Place {
        let location = location(for: position)
        return Place(file: location.file, line: location.line, column: location.column)
    }
}
