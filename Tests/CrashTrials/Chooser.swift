/// Decides what happens where anything may: by chance from a seed, or by going through all possibilities.
package struct Chooser: Sendable {
    private var random: SplitMix64?
    /// The choices of the pass that is under way, and how many there were each time.
    private var path: [(choice: Int, count: Int)] = []
    private var depth = 0

    /// Choices by chance; the same seed makes the same.
    package init(seed: UInt64) { random = SplitMix64(seed: seed) }

    /// The first of all possible courses.
    package init() { random = nil }

    /// Whether all possibilities are gone through.
    var isExhaustive: Bool { random == nil }

    /// A number from 0 to less than `count`.
    package mutating func pick(_ count: Int) -> Int {
        if random != nil { return Int(random?.next(below: UInt64(count)) ?? 0) }
        if depth == path.count { path.append((0, count)) }
        defer { depth += 1 }
        return path[depth].choice
    }

    /// Whether something happens that does so once in `count` times.
    package mutating func once(in count: Int) -> Bool { pick(count) == 0 }

    /// Goes on to the next course; false if there is none.
    package mutating func advance() -> Bool {
        depth = 0
        while let last = path.last {
            if last.choice + 1 < last.count {
                path[path.count - 1].choice += 1
                return true
            }
            path.removeLast()
        }
        return false
    }
}

/// Numbers by chance from a seed (Steele, Lea and Flood: Fast splittable pseudorandom number generators, 2014).
struct SplitMix64: RandomNumberGenerator, Sendable {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    mutating func next(below bound: UInt64) -> UInt64 { next().multipliedFullWidth(by: bound).high }
}
