import SwiftSyntax

/// Finds the public declarations of a file that have no doc comment.
///
/// Types, functions, initialisers, properties, subscripts and the requirements of public protocols need one. The cases of an
/// enumeration are covered by its own comment, an `override` by what it overrides, and a member of a type that is not
/// public is not public either.
final class CommentReader: SyntaxVisitor {
    private var undocumented: [Mention] = []
    private let locations: SourceLocationConverter
    /// How the enclosing types and extensions treat a member, from the outermost in.
    private var scopes: [Scope] = []

    private enum Scope {
        /// A member is public when it says so.
        case open
        /// A member is public unless it says otherwise: a public protocol or `public extension`.
        case opening
        /// Nothing in here is public.
        case closed
    }

    private init(locations: SourceLocationConverter) {
        self.locations = locations
        super.init(viewMode: .sourceAccurate)
    }

    /// The public declarations without a comment, in the order of the text.
    static func undocumented(in tree: SourceFileSyntax, locations: SourceLocationConverter) -> [Mention] {
        let reader = CommentReader(locations: locations)
        reader.walk(tree)
        return reader.undocumented
    }

    private func isPublic(_ modifiers: DeclModifierListSyntax) -> Bool {
        let names = modifiers.filter { $0.detail == nil }.map { $0.name.text }
        switch scopes.last ?? .open {
        case .closed: return false
        case .open: return names.contains("public") || names.contains("open")
        case .opening: return !names.contains { ["internal", "fileprivate", "private", "package"].contains($0) }
        }
    }

    /// Notes a declaration, and says whether it is public.
    @discardableResult
    private func note(_ node: some DeclSyntaxProtocol & WithModifiersSyntax, _ name: String) -> Bool {
        guard isPublic(node.modifiers) else { return false }
        let overrides = node.modifiers.contains { $0.name.text == "override" }
        if !overrides, !node.leadingTrivia.hasDocComment {
            let keyword = node.firstToken(viewMode: .sourceAccurate) ?? TokenSyntax.identifier("")
            undocumented.append(Mention(name: name, place: locations.place(of: keyword)))
        }
        return true
    }

    private func enter(
        _ node: some DeclSyntaxProtocol & WithModifiersSyntax, _ name: String, _ inside: Scope = .open
    ) -> SyntaxVisitorContinueKind {
        scopes.append(note(node, name) ? inside : .closed)
        return .visitChildren
    }

    private func leaf(
        _ node: some DeclSyntaxProtocol & WithModifiersSyntax, _ name: String
    ) -> SyntaxVisitorContinueKind {
        note(node, name)
        return .skipChildren
    }

    override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind { enter(node, node.name.text) }
    override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind { enter(node, node.name.text) }
    override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind { enter(node, node.name.text) }
    override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind { enter(node, node.name.text) }
    override func visit(_ node: ProtocolDeclSyntax) -> SyntaxVisitorContinueKind {
        enter(node, node.name.text, .opening)
    }

    override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
        let isPublic = node.modifiers.contains { $0.name.text == "public" }
        let isHidden = node.modifiers.contains { ["fileprivate", "private"].contains($0.name.text) }
        scopes.append(isPublic ? .opening : isHidden ? .closed : .open)
        return .visitChildren
    }

    override func visitPost(_ node: StructDeclSyntax) { scopes.removeLast() }
    override func visitPost(_ node: ClassDeclSyntax) { scopes.removeLast() }
    override func visitPost(_ node: EnumDeclSyntax) { scopes.removeLast() }
    override func visitPost(_ node: ActorDeclSyntax) { scopes.removeLast() }
    override func visitPost(_ node: ProtocolDeclSyntax) { scopes.removeLast() }
    override func visitPost(_ node: ExtensionDeclSyntax) { scopes.removeLast() }

    override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind { leaf(node, "\(node.name.text)()") }
    override func visit(_ node: InitializerDeclSyntax) -> SyntaxVisitorContinueKind { leaf(node, "init") }
    override func visit(_ node: SubscriptDeclSyntax) -> SyntaxVisitorContinueKind { leaf(node, "subscript") }
    override func visit(_ node: TypeAliasDeclSyntax) -> SyntaxVisitorContinueKind { leaf(node, node.name.text) }
    override func visit(_ node: AssociatedTypeDeclSyntax) -> SyntaxVisitorContinueKind { leaf(node, node.name.text) }
    override func visit(_ node: MacroDeclSyntax) -> SyntaxVisitorContinueKind { leaf(node, node.name.text) }
    override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
        leaf(node, node.bindings.first?.pattern.trimmedDescription ?? "variable")
    }

    override func visit(_ node: CodeBlockSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
}

extension Trivia {
    /// Whether a doc comment that says something is among the blanks and comments.
    fileprivate var hasDocComment: Bool {
        contains { piece in
            switch piece {
            case .docLineComment(let text), .docBlockComment(let text):
                text.contains { $0 != "/" && $0 != "*" && !$0.isWhitespace }
            default:
                false
            }
        }
    }
}
