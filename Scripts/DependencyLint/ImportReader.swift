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
        "NSClassFromString", "NSSelectorFromString", "NSProtocolFromString", "classNamed", "principalClass",
    ]
    /// How the names begin of functions that look a symbol up in the linker's or the runtime's tables.
    private static let leakingBeginnings = [
        "dlopen", "dlmopen", "dlsym", "dlvsym", "dlfunc", "_typeBy", "_getTypeBy", "swift_getTypeBy", "objc_get",
        "objc_look",
    ]

    /// Whether a name is that of a function that reaches a symbol by its name.
    static func leaks(_ name: String) -> Bool {
        leakingNames.contains(name) || leakingBeginnings.contains { name.hasPrefix($0) }
    }

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
        let name = Self.name(of: node)
        if Self.leakingAttributes.contains(name) {
            leaks.append(Mention(text: "@\(name)", place: locations.place(of: node)))
        }
        return .visitChildren
    }

    override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
        if let name = node.baseName.identifier?.name, Self.leaks(name) {
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

    /// The name of an attribute as the compiler reads it, without backticks.
    private static func name(of attribute: AttributeSyntax) -> String {
        let written = attribute.attributeName
        return written.as(IdentifierTypeSyntax.self)?.name.identifier?.name ?? written.trimmedDescription
    }

    /// The names of an attribute, or of all attributes in the branches of an `#if`.
    private static func names(of element: AttributeListSyntax.Element) -> [String] {
        if let attribute = element.as(AttributeSyntax.self) { return [name(of: attribute)] }
        return (element.as(IfConfigDeclSyntax.self)?.clauses ?? []).flatMap { clause in
            (clause.elements?.as(AttributeListSyntax.self) ?? []).flatMap(names(of:))
        }
    }
}
