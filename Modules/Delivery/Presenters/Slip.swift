import Domain

/// What stands beside a receipt: it is read after the commit, and is nil where that reading failed.
public struct Surroundings: Hashable, Sendable {
    /// The book's title.
    public var title: String?
    /// The member's name.
    public var memberName: String?

    /// Nothing is known.
    public init() {}

    /// What was read.
    public init(title: String?, memberName: String?) {
        self.title = title
        self.memberName = memberName
    }
}

/// A receipt as a screen shows it.
public struct Slip<Receipt: Hashable & Sendable>: Hashable, Sendable {
    /// The receipt, the same for every retry of the operation.
    public let receipt: Receipt
    /// Whether an earlier call had recorded it already.
    public let isReplayed: Bool
    /// The book's title and the member's name.
    public let surroundings: Surroundings

    init(_ answer: Answer<Receipt>, _ surroundings: Surroundings) {
        receipt = answer.receipt
        isReplayed = answer.isReplayed
        self.surroundings = surroundings
    }
}
