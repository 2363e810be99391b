import SwiftSyntax

/// Collects the imports of a file, and what reaches a symbol by its name.
final class ImportReader: SyntaxVisitor {
    private(set) var imports: [Import] = []
    private(set) var leaks: [Mention] = []
    private let locations: SourceLocationConverter

    private static let accessLevels: Set<String> = ["public", "package", "internal", "fileprivate", "private"]
    private static let leakingAttributes: Set<String> = [
        "_silgen_name", "_extern", "_cdecl", "cdecl", "c", "_expose", "_dynamicReplacement", "_originallyDefinedIn",
    ]
    private static let leakingNames: Set<String> = [
        "dlopen", "dlsym", "dlvsym", "dlmopen", "_typeByName", "_typeByMangledName", "_getTypeByMangledNameInContext",
        "NSClassFromString", "NSSelectorFromString",
    ]

    init(locations: SourceLocationConverter) {
        self.locations = locations
        super.init(viewMode: .sourceAccurate)
    }

    override func visit(_ node: ImportDeclSyntax) -> SyntaxVisitorContinueKind {
        guard let first = node.path.first else { return .skipChildren }
        let access = node.modifiers.map { $0.name.text }.first { Self.accessLevels.contains($0) }
        imports.append(
            Import(
                module: first.name.identifier?.name ?? first.name.text, access: access,
                attributes: node.attributes.flatMap(Self.names(of:)), place: locations.place(of: first)))
        return .skipChildren
    }

    override func visit(_ node: AttributeSyntax) -> SyntaxVisitorContinueKind {
        let name = node.attributeName.trimmedDescription
        if Self.leakingAttributes.contains(name) {
            leaks.append(Mention(text: "@\(name)", place: locations.place(of: node)))
        }
        return .visitChildren
    }

    override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
        if let name = node.baseName.identifier?.name, Self.leakingNames.contains(name) {
            leaks.append(Mention(text: name, place: locations.place(of: node)))
        }
        return .visitChildren
    }

    override func visit(_ node: MacroExpansionExprSyntax) -> SyntaxVisitorContinueKind {
        if node.macroName.identifier?.name == "externalMacro" {
            leaks.append(Mention(text: "#externalMacro", place: locations.place(of: node)))
        }
        return .visitChildren
    }

    /// The names of an attribute, or of all attributes in the branches of an `#if`.
    private static func names(of element: AttributeListSyntax.Element) -> [String] {
        if let attribute = element.as(AttributeSyntax.self) { return [attribute.attributeName.trimmedDescription] }
        return (element.as(IfConfigDeclSyntax.self)?.clauses ?? []).flatMap { clause in
            (clause.elements?.as(AttributeListSyntax.self) ?? []).flatMap(names(of:))
        }
    }
}
