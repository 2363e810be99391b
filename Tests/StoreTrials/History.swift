import Glibc
import Synchronization

/// One call of a concurrent history: what was asked, what was answered, and between which two ticks.
package struct Call: Sendable, CustomStringConvertible {
    package let client: Int
    package let step: Step
    package let answers: [String]
    /// Ticks of one clock that all clients share: a call that ended before another began came before it.
    package let began, ended: Int

    package init(client: Int, _ step: Step, _ answers: [String], from began: Int, to ended: Int) {
        self.client = client
        self.step = step
        self.answers = answers
        self.began = began
        self.ended = ended
    }

    package var description: String { "client \(client), ticks \(began) to \(ended): \(step) gave \(answers)" }
}

/// What several clients do at once to a small library, from one seed: a few copies, members and keys that all of them
/// use, so that they meet.
package struct HistoryPlan: Sendable {
    /// What is there before: one caller takes these steps.
    package let preparation: [Step]
    /// What each client does, in its order.
    package let clients: [[Step]]
    /// Whether the clients wait for each other before each step, and so meet in short ones too.
    private let meets: Bool

    /// The most clients that a plan has.
    package static let mostClients = 4
    private static let start: Int64 = 1_784_534_400_000

    /// A plan from a seed, the same in every process: of two clients that meet at each of eight steps, or, each fourth
    /// time, of four that take four steps each.
    package init(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        meets = seed % 4 > 0
        let (clients, steps) = meets ? (2, 8) : (Self.mostClients, 4)
        preparation = [
            .addBook("T"), .addCopy("A1", 1, nil), .addCopy("A2", 1, nil), .addMember("C1"), .addMember("C2"),
            .borrow(Borrow(key: Key(scope: "staff:a", id: "first"), copy: "A1", book: 1, member: 1), now: Self.start),
        ]
        // Half of what is sent is sent again, by the same or by another client, or under another's key.
        var sent: [Step] = []
        self.clients = (0..<clients).map { _ in
            (0..<steps).map { _ in
                let again = sent.randomElement(using: &random)
                let number = sent.count
                let step: Step
                switch Int.random(in: 0..<10, using: &random) {
                case 0..<3: step = again ?? Self.step(number, &random)
                case 3: step = again.map { Self.step(number, under: $0.key, &random) } ?? Self.step(number, &random)
                default: step = Self.step(number, &random)
                }
                sent.append(step)
                return step
            }
        }
    }

    private static func step(_ number: Int, under key: Key? = nil, _ random: inout SeededGenerator) -> Step {
        let now = start + Int64(number + 1) * 1000
        let copy = ["A1", "A2", "A1"][Int.random(in: 0..<3, using: &random)]
        let key: Key = key ?? Key(scope: "staff:a", id: "op \(number)")
        switch Int.random(in: 0..<20, using: &random) {
        case 0..<8:
            let item: String? = Int.random(in: 0..<3, using: &random) > 0 ? copy : nil
            let member = Int.random(in: 1...2, using: &random)
            return .borrow(Borrow(key: key, copy: item, book: 1, member: member), now: now)
        case 8..<14:
            let item: String? = Int.random(in: 0..<3, using: &random) > 0 ? copy : nil
            let loan = Int.random(in: 1...2, using: &random)
            return .giveBack(
                [GiveBack(key: key, copy: item, loan: loan, resolution: 1)], tolerance: 0, run: nil, now: now)
        case 14, 15:
            let wishes = [("A1", key), ("A2", Key(scope: key.scope, id: "\(key.id) too"))].map { barcode, key in
                GiveBack(key: key, copy: barcode, loan: 1, resolution: 1)
            }
            return .giveBack(wishes, tolerance: 0, run: 7, now: now)
        case 16: return .changeMember(1, isActive: Bool.random(using: &random))
        case 17: return .editBook(1, "T\(number)", revision: Int.random(in: 1...2, using: &random))
        case 18: return .addCopy("A3", 1, nil)
        default: return .policy(14, 14, [nil, 1, 2].randomElement(using: &random) ?? nil, retention: 180)
        }
    }

    /// Lets the clients go at once, and gives the history of their calls.
    ///
    /// `take` is asked by each client on a thread of its own: its number, the place of the step in its order, the step.
    package func record(_ take: @escaping @Sendable (Int, Int, Step) throws -> [String]) throws -> [Call] {
        let ticks = Ticks()
        let meeting = Meeting(of: clients.count)
        let (plans, meets) = (clients, meets)
        return try together(plans.count) { client in
            defer { meeting.leave() }
            return try plans[client].enumerated().map { place, step in
                if meets { meeting.wait(for: place) }
                let began = ticks.next()
                let answers = try take(client, place, step)
                return Call(client: client, step, answers, from: began, to: ticks.next())
            }
        }.flatMap(\.self)
    }
}

private final class Ticks: Sendable {
    private let last = Atomic<Int>(0)

    func next() -> Int { last.add(1, ordering: .sequentiallyConsistent).newValue }
}

/// Where clients wait for each other.
private final class Meeting: Sendable {
    private let clients: Int
    private let arrivals = Atomic<Int>(0)
    private let isBroken = Atomic<Bool>(false)

    init(of clients: Int) {
        self.clients = clients
    }

    /// Returns when all have come to a place, at nearly the same time.
    func wait(for place: Int) {
        var arrived = arrivals.add(1, ordering: .acquiringAndReleasing).newValue
        var turns = 0
        while arrived < clients * (place + 1), !isBroken.load(ordering: .acquiring) {
            turns += 1
            // Who sleeps wakes too late to meet anyone; but whoever is waited for may need this core.
            if turns > 5000 { sched_yield() }
            arrived = arrivals.load(ordering: .acquiring)
        }
    }

    /// Nobody waits any more for one who leaves: it is done, or failed.
    func leave() { isBroken.store(true, ordering: .releasing) }
}

extension Step {
    /// The key of an operation; nil for other steps.
    fileprivate var key: Key? {
        switch self {
        case .borrow(let wish, _): wish.key
        case .giveBack(let wishes, _, _, _): wishes.count == 1 ? wishes.first?.key : nil
        default: nil
        }
    }
}
