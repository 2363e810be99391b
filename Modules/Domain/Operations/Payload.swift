/// What a caller stated in an operation; a retry states the same.
///
/// The time of the call, the account, the branch and notes are no part of it.
public struct Payload: Hashable, Sendable {
    /// What kind of operation it is.
    ///
    /// The number is what stores keep.
    public enum Kind: Int, Hashable, Sendable {
        case borrow = 1
        case `return` = 2
    }

    /// What the operation is about.
    public enum Item: Hashable, Sendable {
        case book(BookID)
        case copy(Barcode)
        case loan(LoanID)
    }

    /// A part of the payload, as conflicts name it.
    public enum Field: String, Hashable, Sendable {
        case kind, book, copy, loan, member, days, happenedAt
    }

    /// What it is about.
    public let item: Item
    /// The kind of operation.
    public let kind: Kind
    /// For whom, if it is a borrow for a member's number.
    public let member: MemberID?
    /// For whom, if it is a borrow for a card.
    public let card: CardDigest?
    /// For how many days, if stated.
    public let days: Int?
    /// When it happened, if stated.
    public let happenedAt: Moment?

    /// A payload as a caller stated it.
    public init(
        kind: Kind, item: Item, member: MemberID? = nil, card: CardDigest? = nil, days: Int? = nil,
        happenedAt: Moment? = nil
    ) {
        self.kind = kind
        self.item = item
        self.member = member
        self.card = card
        self.days = days
        self.happenedAt = happenedAt
    }

    /// The first field in which the other payload differs, in the order of `Field`; nil if they are the same.
    func firstDifference(from other: Payload) -> Field? {
        if kind != other.kind { return .kind }
        if item != other.item {
            switch item {
            case .book: return .book
            case .copy: return .copy
            case .loan: return .loan
            }
        }
        if member != other.member || card != other.card { return .member }
        if days != other.days { return .days }
        return happenedAt != other.happenedAt ? .happenedAt : nil
    }
}

/// What the ledger keeps of a card that a caller stated: enough to know it again, without the number itself.
public struct CardDigest: Hashable, Sendable {
    /// 64 bits, never 0.
    public let value: UInt64

    /// The first 64 bits of the SHA-256 of a card's number.
    public init(of card: CardNumber) {
        let digest = SHA256.digest(Array(card.description.utf8))
        value = max(1, UInt64(digest[0]) << 32 | UInt64(digest[1]))
    }

    /// Takes bits that a store kept; nil for 0, which stands for none.
    public init?(stored value: UInt64) {
        guard value != 0 else { return nil }
        self.value = value
    }
}
