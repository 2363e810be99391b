import SwiftSyntax

/// The small language in which Package.swift is written: constants, functions of one expression, and enumerations of texts.
///
/// Whatever else Swift can say may come out otherwise on another machine, or at another time: it is refused, and so is every
/// name that neither the manifest itself nor this list knows.
final class ManifestLanguage: SyntaxAnyVisitor {
    private static let words: Set<String> = [
        "Package", "target", "executableTarget", "testTarget", "systemLibrary", "executable", "library", "trait",
        "default",
        "when", "swiftLanguageMode", "v6", "treatAllWarnings", "error", "enableUpcomingFeature", "apt", "rawValue",
    ]
    private static let types: Set<String> = [
        "String", "Bool", "Int", "Package", "Product", "Target", "Dependency", "SwiftSetting",
    ]
    private static let kinds: Set<SyntaxKind> = [
        .token, .codeBlock, .codeBlockItemList, .codeBlockItem, .attributeList, .declModifierList,
        .variableDecl, .patternBindingList, .patternBinding, .identifierPattern, .typeAnnotation, .initializerClause,
        .functionDecl, .functionSignature, .functionParameterClause, .functionParameterList, .functionParameter,
        .returnClause, .identifierType, .memberType, .arrayType,
        .enumDecl, .inheritanceClause, .inheritedTypeList, .inheritedType, .memberBlock, .memberBlockItemList,
        .memberBlockItem, .enumCaseDecl, .enumCaseElementList, .enumCaseElement,
        .functionCallExpr, .labeledExprList, .labeledExpr, .memberAccessExpr, .declReferenceExpr, .arrayExpr,
        .arrayElementList, .arrayElement, .booleanLiteralExpr, .stringLiteralExpr, .stringLiteralSegmentList,
        .stringSegment, .expressionSegment, .multipleTrailingClosureElementList,
    ]

    private let declared: DeclaredNames
    private var fault: Syntax?

    private init(declared: DeclaredNames) {
        self.declared = declared
        super.init(viewMode: .sourceAccurate)
    }

    /// The first thing in each statement of a manifest that is not of the language.
    static func faults(in tree: SourceFileSyntax) -> [Syntax] {
        let declared = DeclaredNames(viewMode: .sourceAccurate)
        declared.walk(tree)
        return tree.statements.compactMap { statement in
            if statement.item.is(ImportDeclSyntax.self) { return nil }
            guard statement.item.is(DeclSyntax.self) else { return Syntax(statement) }
            let language = ManifestLanguage(declared: declared)
            language.walk(statement)
            return language.fault
        }
    }

    private func refuse(_ node: some SyntaxProtocol) -> SyntaxVisitorContinueKind {
        if fault == nil { fault = Syntax(node) }
        return .skipChildren
    }

    override func visitAny(_ node: Syntax) -> SyntaxVisitorContinueKind {
        guard fault == nil, Self.kinds.contains(node.kind) else { return refuse(node) }
        return switch node.as(SyntaxEnum.self) {
        case .variableDecl(let node) where !Self.isConstant(node): refuse(node)
        case .functionDecl(let node) where node.body == nil: refuse(node)
        case .codeBlock(let node) where !Self.isExpression(node): refuse(node.statements)
        case .memberBlockItem(let node) where !node.decl.is(EnumCaseDeclSyntax.self): refuse(node)
        case .identifierType(let node) where !knowsType(node.name): refuse(node)
        case .memberType(let node) where !knowsType(node.name): refuse(node)
        case .declReferenceExpr(let node) where !knows(node): refuse(node)
        default: .visitChildren
        }
    }

    private static func isConstant(_ node: VariableDeclSyntax) -> Bool {
        node.bindingSpecifier.tokenKind == .keyword(.let)
            && node.bindings.allSatisfy { $0.initializer != nil || $0.accessorBlock != nil }
    }

    private static func isExpression(_ body: CodeBlockSyntax) -> Bool {
        body.statements.count == 1 && body.statements.allSatisfy { $0.item.is(ExprSyntax.self) }
    }

    private func knowsType(_ name: TokenSyntax) -> Bool {
        let name = name.identifier?.name ?? name.text
        return Self.types.contains(name) || declared.types.contains(name)
    }

    /// A member is one that manifests are made of, or a case of the manifest's own; only the former may be called.
    private func knows(_ node: DeclReferenceExprSyntax) -> Bool {
        let name = node.baseName.identifier?.name ?? node.baseName.text
        guard let member = node.parent?.as(MemberAccessExprSyntax.self), member.declName.id == node.id else {
            return Self.words.contains(name) || declared.values.contains(name) || declared.types.contains(name)
        }
        let isCalled = member.parent?.as(FunctionCallExprSyntax.self)?.calledExpression.id == ExprSyntax(member).id
        return Self.words.contains(name) || (!isCalled && declared.cases.contains(name))
    }
}

/// The names that a manifest gives to what it declares.
private final class DeclaredNames: SyntaxVisitor {
    var values: Set<String> = []
    var types: Set<String> = []
    var cases: Set<String> = []

    override func visit(_ node: IdentifierPatternSyntax) -> SyntaxVisitorContinueKind {
        values.insert(node.identifier.text)
        return .skipChildren
    }

    override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
        values.insert(node.name.text)
        return .visitChildren
    }

    override func visit(_ node: FunctionParameterSyntax) -> SyntaxVisitorContinueKind {
        values.insert((node.secondName ?? node.firstName).text)
        return .visitChildren
    }

    override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind {
        types.insert(node.name.text)
        return .visitChildren
    }

    override func visit(_ node: EnumCaseElementSyntax) -> SyntaxVisitorContinueKind {
        cases.insert(node.name.text)
        return .skipChildren
    }
}
