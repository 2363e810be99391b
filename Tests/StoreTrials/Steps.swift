/// An operation's key, as plain text.
package struct Key: Hashable, Sendable {
    package var scope: String
    package var id: String

    package init(scope: String, id: String) {
        self.scope = scope
        self.id = id
    }

    package var text: String { "\(scope)\u{0}\(id)" }
}

/// A wish to borrow a copy, or else a book.
package struct Borrow: Equatable, Sendable {
    package var key: Key
    package var copy: String?
    package var book: Int
    package var member: Int
    /// Stated instead of the member's number.
    package var card: String?
    package var days: Int?
    package var at: Int64?

    package init(
        key: Key, copy: String?, book: Int, member: Int, card: String? = nil, days: Int? = nil, at: Int64? = nil
    ) {
        self.key = key
        self.copy = copy
        self.book = book
        self.member = member
        self.card = card
        self.days = days
        self.at = at
    }
}

/// A wish to give back a copy, or else a loan.
package struct GiveBack: Equatable, Sendable {
    package var key: Key
    package var copy: String?
    package var loan: Int
    package var at: Int64?
    package var resolution: Int64
    package var branch: String?
    /// When it was lent last, as whoever states the return knows.
    package var lastLent: Int64?

    package init(
        key: Key, copy: String?, loan: Int, at: Int64? = nil, resolution: Int64, branch: String? = nil,
        lastLent: Int64? = nil
    ) {
        self.key = key
        self.copy = copy
        self.loan = loan
        self.at = at
        self.resolution = resolution
        self.branch = branch
        self.lastLent = lastLent
    }
}

/// One step of a random sequence.
package enum Step: Sendable {
    case borrow(Borrow, now: Int64)
    case giveBack([GiveBack], tolerance: Int64, run: Int64?, now: Int64)
    case addBook(String)
    case editBook(Int, String, revision: Int)
    case removeBook(Int)
    case addCopy(String, Int, String?)
    case withdraw(String)
    case addMember(String)
    case changeMember(Int, isActive: Bool)
    case editMember(Int, String, revision: Int)
    case removeMember(Int, despiteLoans: Bool)
    case policy(Int, Int, Int?, retention: Int)
    case purge(isConfirmed: Bool, now: Int64)
}

extension NaiveLibrary {
    /// Takes a step and gives its answers.
    ///
    /// What is old enough to be purged it takes from a store's answer, if that can be.
    package mutating func take(_ step: Step, given: [String] = []) -> [String] {
        switch step {
        case .borrow(let wish, let now): return [borrow(wish, now: now)]
        case .giveBack(let wishes, let tolerance, let run, let now):
            var answers: [String] = []
            for wish in wishes { answers.append(giveBack(wish, tolerance: tolerance, run: run, now: now)) }
            return answers
        case .addBook(let title): return [addBook(title)]
        case .editBook(let number, let title, let revision): return [editBook(number, title, revision: revision)]
        case .removeBook(let number): return [removeBook(number)]
        case .addCopy(let barcode, let book, let branch): return [addCopy(barcode, book, branch)]
        case .withdraw(let barcode): return [withdraw(barcode)]
        case .addMember(let card): return [addMember(card)]
        case .changeMember(let number, let isActive): return [changeMember(number, isActive: isActive)]
        case .editMember(let number, let card, let revision): return [editMember(number, card, revision: revision)]
        case .removeMember(let number, let despite): return [removeMember(number, despiteLoans: despite)]
        case .policy(let days, let maximum, let limit, let retention):
            (defaultDays, maximumDays, loanLimit, retentionDays) = (days, maximum, limit, retention)
            return ["policy \(days) \(maximum) \(limit ?? 0)"]
        case .purge(_, let now): return purge(given, now: now)
        }
    }
}

/// Random numbers that a seed repeats (SplitMix64).
package struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    package init(seed: UInt64) {
        state = seed
    }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
