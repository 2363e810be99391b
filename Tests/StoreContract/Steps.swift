/// An operation's key, as plain text.
struct Key: Equatable, Sendable {
    var scope: String
    var id: String

    var text: String { "\(scope)\u{0}\(id)" }
}

/// A wish to borrow a copy, or else a book.
struct Borrow: Equatable, Sendable {
    var key: Key
    var copy: String?
    var book: Int
    var member: Int
    var days: Int?
    var at: Int64?
}

/// A wish to give back a copy, or else a loan.
struct GiveBack: Equatable, Sendable {
    var key: Key
    var copy: String?
    var loan: Int
    var at: Int64?
    var resolution: Int64
    var branch: String?
}

/// One step of a random sequence.
enum Step: Sendable {
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
    case policy(Int, Int, Int?)
}

extension NaiveLibrary {
    /// Takes a step and gives its answers.
    mutating func take(_ step: Step) -> [String] {
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
        case .policy(let days, let maximum, let limit):
            (defaultDays, maximumDays, loanLimit) = (days, maximum, limit)
            return ["policy \(days) \(maximum) \(limit ?? 0)"]
        }
    }
}

/// Random numbers that a seed repeats (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
