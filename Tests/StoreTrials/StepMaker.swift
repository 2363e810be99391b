/// Makes random steps that meet often: few books, copies and members, keys used again, times at the edges of the rules.
package struct StepMaker {
    private static let barcodes = [
        "A1", "A2", "0", "00", "007", "7", "AB/12\"*", "' OR 1=1 --", "%", "a\u{301}", "\u{E1}",
    ]
    private static let branches: [String?] = [nil, "North", "South"]
    private static let minute: Int64 = 60_000

    private var random: SeededGenerator
    /// Monday 2026-07-20 08:00 UTC at first.
    private var now: Int64 = 1_784_534_400_000
    private var count = 0
    private var borrows: [Borrow] = []
    private var returns: [GiveBack] = []

    package init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
    }

    package mutating func next(after library: NaiveLibrary) -> Step {
        if below(60) == 0 { now += 20 * 1440 * Self.minute }
        now += pick([0, 1, 1000, Self.minute, 5 * Self.minute, 17 * Self.minute, 300 * Self.minute, -Self.minute])
        if library.books.count(where: { !$0.isRemoved }) < 2 { return .addBook("T") }
        if library.members.count(where: { $0.isActive && !$0.isRemoved }) < 2 {
            return below(2) == 0
                ? .addMember(card()) : .changeMember(below(max(1, library.members.count)) + 1, isActive: true)
        }
        if library.copies.count(where: { !$0.isWithdrawn }) < 4 { return addCopy(library) }
        switch below(100) {
        case 0..<40: return .borrow(borrow(library), now: now)
        case 40..<82:
            let wishes = (0..<pick([1, 1, 1, 2, 5, 12])).map { _ in giveBack(library) }
            let tolerance: Int64 = pick([5 * Self.minute, 5 * Self.minute, 0, 1, Self.minute])
            return .giveBack(wishes, tolerance: tolerance, run: pick([nil, 1, 2, 3]), now: now)
        default: return holdings(library)
        }
    }

    private mutating func holdings(_ library: NaiveLibrary) -> Step {
        let (book, member) = (book(library), member(library))
        switch below(25) {
        case 0..<4: return addCopy(library)
        case 4: return .withdraw(barcode(library))
        case 5, 6: return .addBook("Title \(below(100))")
        case 7, 8:
            let current = book <= library.books.count ? library.books[book - 1].revision : 1
            return .editBook(book, "Edited \(below(100))", revision: current - below(2))
        case 9: return .removeBook(book)
        case 10, 11: return .addMember(card())
        case 12..<17: return .changeMember(member, isActive: below(3) > 0)
        case 17:
            let current = member <= library.members.count ? library.members[member - 1].revision : 1
            return .editMember(member, card(), revision: current - below(2))
        case 18: return .removeMember(member, despiteLoans: below(2) == 0)
        case 24: return .purge(isConfirmed: below(3) > 0, now: now)
        default:
            let maximum = pick([14, 14, 21, 5, 1, 365])
            let limit: Int? = pick([nil, nil, 1, 2, 5])
            return .policy(1 + below(maximum), maximum, limit, retention: pick([180, 30, 7]))
        }
    }

    private mutating func addCopy(_ library: NaiveLibrary) -> Step {
        let odd = Self.barcodes.dropFirst(library.copies.count).first
        let barcode = below(6) == 0 ? barcode(library) : odd ?? "A\(library.copies.count)"
        return .addCopy(barcode, book(library), pick(Self.branches))
    }

    private mutating func borrow(_ library: NaiveLibrary) -> Borrow {
        var wish = Borrow(
            key: freshKey(), copy: below(3) > 0 ? barcode(library) : nil, book: book(library),
            member: member(library), card: below(5) == 0 ? card() : nil, days: pick([nil, nil, 1, 3, 14, 15, 365]),
            at: below(3) == 0 ? time(library, 0) : nil)
        // Sent again as it was, or with one field changed, or under a return's key.
        switch below(8) {
        case 0: wish = borrows.randomElement(using: &random) ?? wish
        case 1:
            let other = wish
            wish = borrows.randomElement(using: &random) ?? wish
            switch below(5) {
            case 0: wish.copy = other.copy
            case 1: wish.book = other.book
            case 2: (wish.member, wish.card) = (other.member, other.card)
            case 3: wish.days = other.days
            default: wish.at = other.at
            }
        case 2: wish.key = returns.randomElement(using: &random)?.key ?? wish.key
        default: break
        }
        borrows.append(wish)
        return wish
    }

    private mutating func giveBack(_ library: NaiveLibrary) -> GiveBack {
        let resolution = pick([1, 1000, Self.minute, 1440 * Self.minute])
        var wish = GiveBack(
            key: freshKey(), copy: below(4) > 0 ? barcode(library) : nil, loan: loan(library),
            at: below(4) > 0 ? time(library, resolution) : nil, resolution: resolution, branch: pick(Self.branches),
            lastLent: below(4) == 0 ? time(library, resolution) : nil)
        switch below(8) {
        case 0: wish = returns.randomElement(using: &random) ?? wish
        case 1:
            let other = wish
            wish = returns.randomElement(using: &random) ?? wish
            switch below(3) {
            case 0: wish.copy = other.copy
            case 1: wish.loan = other.loan
            default: wish.at = other.at
            }
        case 2: wish.key = borrows.randomElement(using: &random)?.key ?? wish.key
        default: break
        }
        returns.append(wish)
        return wish
    }

    /// A time at, or a millisecond beside, the edges that the rules draw around now and around the beginning and end of
    /// a recent loan.
    private mutating func time(_ library: NaiveLibrary, _ resolution: Int64) -> Int64 {
        let loan = library.loans.suffix(12).randomElement(using: &random)
        let centre = pick([now, now, loan?.began ?? now, loan?.began ?? now, loan?.returned ?? now])
        let tolerance = 5 * Self.minute
        let edge = pick([
            0, tolerance, -tolerance, -tolerance - resolution, -resolution, -15 * Self.minute, -60 * Self.minute,
        ])
        return centre + edge + pick([-1, 0, 0, 1])
    }

    private mutating func freshKey() -> Key {
        count += 1
        return Key(scope: pick(["staff:a", "source:b"]), id: "\(count % 7 == 0 ? "" : "op ")\(count)")
    }

    /// A barcode in use, now and then one withdrawn or unknown.
    private mutating func barcode(_ library: NaiveLibrary) -> String {
        let isOdd = below(20) == 0
        let copies = library.copies.filter { isOdd || !$0.isWithdrawn }
        return below(40) == 0 ? "none" : copies.randomElement(using: &random)?.barcode ?? "none"
    }

    private mutating func card() -> String { "C\(below(30))" }

    private mutating func book(_ library: NaiveLibrary) -> Int { number(library.books.map { !$0.isRemoved }) }

    private mutating func member(_ library: NaiveLibrary) -> Int {
        number(library.members.map { $0.isActive && !$0.isRemoved })
    }

    private mutating func loan(_ library: NaiveLibrary) -> Int { number(library.loans.map { $0.returned == nil }) }

    /// The number of one that is in use, now and then of one that is not, or of none.
    private mutating func number(_ isInUse: [Bool]) -> Int {
        if below(40) == 0 { return isInUse.count + 1 }
        let isOdd = below(8) == 0
        return (isInUse.indices.filter { isOdd || isInUse[$0] }.randomElement(using: &random) ?? isInUse.count) + 1
    }

    private mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &random) }

    private mutating func pick<Element>(_ choices: [Element]) -> Element { choices[below(choices.count)] }
}
