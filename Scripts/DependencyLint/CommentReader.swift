import SwiftSyntax

/// Finds the public declarations of a file that have no doc comment, and what could speak for them.
///
/// Types, functions, initialisers, properties, subscripts and the requirements of public protocols need one. The cases of an
/// enumeration are covered by its own comment, an `override` by what it overrides, and a member of a type that is not
/// public is not public either.
final class CommentReader: SyntaxVisitor {
    private(set) var undocumented: [Undocumented] = []
    private(set) var requirements: [Requirement] = []
    private(set) var conformances: [Conformance] = []
    private let locations: SourceLocationConverter
    /// The enclosing types and extensions, from the outermost in.
    private var scopes: [Scope] = []

    private struct Scope {
        let type: String
        let members: Members
        var isProtocol = false
    }

    private enum Members {
        /// A member is public when it says so.
        case open
        /// A member is public unless it says otherwise: in a public protocol or a `public extension`.
        case opening
        /// Nothing in here is public.
        case closed
    }

    init(locations: SourceLocationConverter) {
        self.locations = locations
        super.init(viewMode: .sourceAccurate)
    }

    private var type: String { scopes.map(\.type).joined(separator: ".") }

    private func isPublic(_ modifiers: DeclModifierListSyntax) -> Bool {
        let names = modifiers.filter { $0.detail == nil }.map { $0.name.text }
        switch scopes.last?.members ?? .open {
        case .closed: return false
        case .open: return names.contains("public") || names.contains("open")
        case .opening: return !names.contains { ["internal", "fileprivate", "private", "package"].contains($0) }
        }
    }

    /// Notes a declaration, and says whether it is public.
    private func note(_ node: some DeclSyntaxProtocol & WithModifiersSyntax, _ name: String) -> Bool {
        guard isPublic(node.modifiers) else { return false }
        let overrides = node.modifiers.contains { $0.name.text == "override" }
        if !overrides, !node.leadingTrivia.hasDocComment, let first = node.firstToken(viewMode: .sourceAccurate) {
            undocumented.append(Undocumented(name: name, type: type, place: locations.place(of: first)))
        }
        return true
    }

    private func enter(
        _ node: some DeclSyntaxProtocol & WithModifiersSyntax, _ name: TokenSyntax,
        _ inheritance: InheritanceClauseSyntax?,
        isProtocol: Bool = false
    ) -> SyntaxVisitorContinueKind {
        let members: Members = !note(node, name.text) ? .closed : isProtocol ? .opening : .open
        scopes.append(Scope(type: name.text, members: members, isProtocol: isProtocol))
        conform(to: inheritance)
        return .visitChildren
    }

    private func conform(to inheritance: InheritanceClauseSyntax?) {
        let protocols = (inheritance?.inheritedTypes ?? []).flatMap { $0.type.composed }
        if !protocols.isEmpty { conformances.append(Conformance(type: type, protocols: protocols)) }
    }

    private func leaf(_ node: some DeclSyntaxProtocol & WithModifiersSyntax, _ name: String)
        -> SyntaxVisitorContinueKind
    {
        _ = note(node, name)
        if scopes.last?.isProtocol == true { requirements.append(Requirement(type: type, name: name)) }
        return .skipChildren
    }

    override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind {
        enter(node, node.name, node.inheritanceClause)
    }

    override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
        enter(node, node.name, node.inheritanceClause)
    }

    override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind {
        enter(node, node.name, node.inheritanceClause)
    }

    override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind {
        enter(node, node.name, node.inheritanceClause)
    }

    override func visit(_ node: ProtocolDeclSyntax) -> SyntaxVisitorContinueKind {
        enter(node, node.name, node.inheritanceClause, isProtocol: true)
    }

    override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
        let isPublic = node.modifiers.contains { $0.name.text == "public" }
        let isHidden = node.modifiers.contains { ["fileprivate", "private"].contains($0.name.text) }
        let members: Members = isPublic ? .opening : isHidden ? .closed : .open
        scopes.append(Scope(type: node.extendedType.trimmedDescription, members: members))
        conform(to: node.inheritanceClause)
        return .visitChildren
    }

    override func visitPost(_ node: StructDeclSyntax) { scopes.removeLast() }
    override func visitPost(_ node: ClassDeclSyntax) { scopes.removeLast() }
    override func visitPost(_ node: EnumDeclSyntax) { scopes.removeLast() }
    override func visitPost(_ node: ActorDeclSyntax) { scopes.removeLast() }
    override func visitPost(_ node: ProtocolDeclSyntax) { scopes.removeLast() }
    override func visitPost(_ node: ExtensionDeclSyntax) { scopes.removeLast() }

    override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
        leaf(node, node.name.text + node.signature.parameterClause.labels)
    }

    override func visit(_ node: InitializerDeclSyntax) -> SyntaxVisitorContinueKind {
        leaf(node, "init" + node.signature.parameterClause.labels)
    }

    override func visit(_ node: SubscriptDeclSyntax) -> SyntaxVisitorContinueKind {
        leaf(node, "subscript" + node.parameterClause.labels)
    }

    override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
        leaf(node, node.bindings.first?.pattern.trimmedDescription ?? "variable")
    }

    override func visit(_ node: TypeAliasDeclSyntax) -> SyntaxVisitorContinueKind {
        let name = (scopes.map(\.type) + [node.name.text]).joined(separator: ".")
        conformances.append(Conformance(type: name, protocols: node.initializer.value.composed))
        return leaf(node, node.name.text)
    }

    override func visit(_ node: AssociatedTypeDeclSyntax) -> SyntaxVisitorContinueKind { leaf(node, node.name.text) }
    override func visit(_ node: MacroDeclSyntax) -> SyntaxVisitorContinueKind { leaf(node, node.name.text) }
    override func visit(_ node: CodeBlockSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
}
