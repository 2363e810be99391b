/// Something a member should hear of, recorded in the commit that made it so; text and address are made when it is sent.
public struct Notice: Hashable, Sendable {
    /// What it is about.
    ///
    /// The number is what stores keep.
    public enum Kind: Int, Hashable, Sendable {
        case loanBegan = 1
        case returned = 2
    }

    /// What it is about.
    public let kind: Kind
    /// The loan concerned.
    public let loan: LoanID
    /// The name under which receivers recognise a second delivery.
    public let messageID: MessageID

    /// The notice that an operation's commit records.
    public init(_ kind: Kind, loan: LoanID, operation: OperationKey) {
        self.init(kind: kind, loan: loan, messageID: MessageID(of: operation, ordinal: 0))
    }

    /// A notice as a store keeps it.
    public init(kind: Kind, loan: LoanID, messageID: MessageID) {
        self.kind = kind
        self.loan = loan
        self.messageID = messageID
    }
}

/// A digest of scope, operation ID and ordinal: the same however often an operation is tried.
public struct MessageID: Hashable, Sendable, CustomStringConvertible {
    /// The first eight bytes of the digest.
    public let high: UInt64
    /// The next eight.
    public let low: UInt64

    /// The ID of an operation's `ordinal`-th message: the first 128 bits of a SHA-256.
    ///
    /// The parts are told apart by NUL, which neither can hold.
    public init(of key: OperationKey, ordinal: UInt8) {
        var bytes = Array(key.scope.description.utf8)
        bytes.append(0)
        bytes.append(contentsOf: key.id.text.utf8)
        bytes.append(0)
        bytes.append(ordinal)
        let digest = SHA256.digest(bytes)
        high = UInt64(digest[0]) << 32 | UInt64(digest[1])
        low = UInt64(digest[2]) << 32 | UInt64(digest[3])
    }

    /// Takes an ID that a store kept.
    public init(storedHigh high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// 32 lower-case hexadecimal digits.
    public var description: String { hexadecimalText(high, digits: 16) + hexadecimalText(low, digits: 16) }
}
