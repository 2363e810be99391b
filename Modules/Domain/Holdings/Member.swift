/// A person who may borrow.
public struct Member: Hashable, Sendable {
    /// The member's number, never reused.
    public let id: MemberID
    /// What the library knows of the member.
    public let details: MemberDetails
    /// Whether the member may borrow.
    public let isActive: Bool
    /// When the member was entered.
    public let createdAt: Moment
    /// 1 when entered, one more with each change; an edit names the revision it was made from.
    public let revision: Int

    /// A member as a store keeps it.
    public init(id: MemberID, details: MemberDetails, isActive: Bool = true, createdAt: Moment, revision: Int = 1) {
        self.id = id
        self.details = details
        self.isActive = isActive
        self.createdAt = createdAt
        self.revision = revision
    }
}

/// What the library knows of a member.
public struct MemberDetails: Hashable, Sendable {
    /// The number on the member's card, unique among members.
    public let card: CardNumber
    /// The member's name, never empty.
    public let name: String
    /// Where notices go, if stated.
    public let email: String?
    /// A telephone number, if stated.
    public let phone: String?

    /// Checks stated details: a card of at most 64 bytes, a name that is not blank and has at most 256 bytes, an e-mail
    /// address with one `@` and no space.
    public init(card: String, name: String, email: String? = nil, phone: String? = nil) throws(InvalidRequest) {
        self.card = try CardNumber(card)
        self.name = try TextRule.prose(name, .name, maximumBytes: 256)
        self.email = try TextRule.optionalProse(email, .email, maximumBytes: 254)
        self.phone = try TextRule.optionalProse(phone, .phone, maximumBytes: 64)
        if let email = self.email {
            let parts = email.split(separator: "@", omittingEmptySubsequences: false)
            guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty }), !email.contains(where: \.isWhitespace) else {
                throw InvalidRequest(.email, .malformed)
            }
        }
    }

    /// Takes details that a store kept; they were checked when they came in.
    public init(storedCard: String, name: String, email: String?, phone: String?) {
        card = CardNumber(stored: storedCard)
        self.name = name
        self.email = email
        self.phone = phone
    }
}

/// The number on a member's card: 1 to 64 bytes, compared byte for byte.
public struct CardNumber: Hashable, Sendable, CustomStringConvertible {
    private let exact: ExactText

    /// The number as text.
    public var description: String { exact.text }

    /// Checks a stated number: white space around it is dropped, at most 64 bytes, no control characters.
    public init(_ text: String) throws(InvalidRequest) {
        exact = ExactText(try TextRule.prose(text, .card, maximumBytes: 64))
    }

    /// Takes a number that a store kept.
    public init(stored text: String) {
        exact = ExactText(text)
    }
}
