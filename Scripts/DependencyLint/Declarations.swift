import SwiftSyntax

/// A public declaration without a doc comment of its own.
struct Undocumented: Codable {
    /// Its name with argument labels, such as `book(_:)`.
    let name: String
    /// The type that it is a member of; empty at the top of a file.
    let type: String
    let place: Place
}

/// What a protocol asks of the types that conform to it.
struct Requirement: Codable, Hashable {
    let type: String
    let name: String
}

/// That a type, or a protocol, or an alias for several, conforms to protocols.
struct Conformance: Codable {
    let type: String
    let protocols: [String]
}

extension FunctionParameterClauseSyntax {
    /// The argument labels, as in `(_:at:)`.
    var labels: String {
        "(\(parameters.map { "\($0.firstName.text):" }.joined()))"
    }
}

extension TypeSyntax {
    /// The names that a type is composed of: `A & B` is both.
    var composed: [String] {
        if let composition = self.as(CompositionTypeSyntax.self) {
            return composition.elements.flatMap { $0.type.composed }
        }
        return [trimmedDescription]
    }
}

extension Trivia {
    /// Whether a doc comment that says something is among the blanks and comments.
    var hasDocComment: Bool {
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
