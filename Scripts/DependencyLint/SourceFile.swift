import Foundation
import SwiftParser
import SwiftSyntax

/// One import, as a file writes it.
struct Import {
    /// The module: the first part of the path, without backticks.
    let module: String
    /// `public`, `package`, `internal`, `fileprivate` or `private`, when it is said.
    let access: String?
    /// Its attributes by name, such as `testable`.
    let attributes: [String]
    /// Where the module's name stands.
    let place: Place
}

/// A name in a file, and where it stands.
struct Mention {
    let name: String
    let place: Place
}

/// What the lint needs to know about one Swift file.
struct SourceFile {
    let path: String
    /// The target whose folder the file lies in.
    let target: String
    let imports: [Import]
    /// Attributes, functions and macros that reach a symbol by its name.
    let leaks: [Mention]
    /// Public declarations without a doc comment.
    let undocumented: [Mention]
    let faults: [Finding]
}

extension SourceFile {
    /// A file's tree with its imports; faults say why it must not be trusted.
    struct Parsed {
        let tree: SourceFileSyntax
        let locations: SourceLocationConverter
        let imports: [Import]
        let leaks: [Mention]
        let faults: [Finding]
    }

    /// Parses a file and collects what it imports, in every branch of every `#if`.
    static func parse(_ source: Data, path: String) throws(Stop) -> Parsed {
        guard String(validating: source, as: UTF8.self) != nil else {
            throw Stop(findings: [Finding(.unreadable, at: Place(file: path), subject: path, "The file is not UTF-8.")])
        }
        let tree = source.withUnsafeBytes { Parser.parse(source: $0.bindMemory(to: UInt8.self)) }
        let locations = SourceLocationConverter(fileName: path, tree: tree)
        let reader = ImportReader(locations: locations)
        reader.walk(tree)
        var faults: [Finding] = []
        if tree.hasError {
            let place = FirstError.place(in: tree, locations: locations)
            faults.append(Finding(.unreadable, at: place, subject: path, "The file is not well-formed Swift."))
        }
        return Parsed(
            tree: tree, locations: locations, imports: reader.imports, leaks: reader.leaks, faults: faults)
    }

    /// Reads a file of a target.
    init(root: String, path: String, target: String, needsComments: Bool) {
        var parsed: Parsed?
        var faults: [Finding] = []
        if let source = FileManager.default.contents(atPath: "\(root)/\(path)") {
            do {
                parsed = try Self.parse(source, path: path)
            } catch {
                faults = error.findings
            }
        } else {
            faults = [Finding(.unreadable, at: Place(file: path), subject: path, "The file cannot be read.")]
        }
        self.path = path
        self.target = target
        self.imports = parsed?.imports ?? []
        self.leaks = parsed?.leaks ?? []
        self.undocumented =
            needsComments ? parsed.map { CommentReader.undocumented(in: $0.tree, locations: $0.locations) } ?? [] : []
        self.faults = faults + (parsed?.faults ?? [])
    }
}

/// Finds where the parser first had to guess.
private final class FirstError: SyntaxAnyVisitor {
    private var found: AbsolutePosition?

    static func place(in tree: SourceFileSyntax, locations: SourceLocationConverter) -> Place {
        let finder = FirstError(viewMode: .all)
        finder.walk(tree)
        let location = locations.location(for: finder.found ?? tree.position)
        return Place(file: location.file, line: location.line, column: location.column)
    }

    override func visitAny(_ node: Syntax) -> SyntaxVisitorContinueKind {
        if found == nil, node.is(UnexpectedNodesSyntax.self) || node.hasError && node.children(viewMode: .all).isEmpty {
            found = node.positionAfterSkippingLeadingTrivia
        }
        return found == nil && node.hasError ? .visitChildren : .skipChildren
    }

    override func visit(_ token: TokenSyntax) -> SyntaxVisitorContinueKind {
        if found == nil, token.hasError || token.presence == .missing {
            found = token.positionAfterSkippingLeadingTrivia
        }
        return .skipChildren
    }
}
