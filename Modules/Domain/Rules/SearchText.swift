/// What somebody looks for in a list: every word must occur, in any case.
public struct SearchText: Hashable, Sendable {
    private let words: [String]

    /// Splits text into words; blank text finds everything.
    public init(_ text: String) {
        words = text.split(whereSeparator: \.isWhitespace).map { $0.lowercased() }
    }

    /// Whether a book's title, author or ISBN has the words.
    public func finds(_ book: Book) -> Bool {
        finds([book.details.title, book.details.author, book.details.isbn])
    }

    /// Whether a member's name, card, e-mail or telephone number has the words.
    public func finds(_ member: Member) -> Bool {
        finds([member.details.name, member.details.card.description, member.details.email, member.details.phone])
    }

    private func finds(_ fields: [String?]) -> Bool {
        if words.isEmpty { return true }
        let text = fields.compactMap { $0?.lowercased() }.joined(separator: "\n")
        return words.allSatisfy { word in Self.occurs(word, in: text) }
    }

    private static func occurs(_ word: String, in text: String) -> Bool {
        var rest = text[...]
        while !rest.isEmpty {
            if rest.hasPrefix(word) { return true }
            rest = rest.dropFirst()
        }
        return false
    }
}
