package import Domain
package import Ports

/// The same random steps, taken by stores side by side and by the naive library: their answers, and after each stretch
/// the digests of all that they hold, are equal.
package struct Alike {
    /// How many operations the stores were asked for: a batch has several.
    package private(set) var operations = 0
    private let seed: UInt64

    /// A sequence from a seed.
    package init(seed: UInt64) {
        self.seed = seed
    }

    /// Takes steps, and compares digests after each stretch of them.
    ///
    /// - Parameters:
    ///   - steps: how many.
    ///   - stretch: after how many steps the stores are opened again and all that they hold is compared.
    ///   - open: opens the stores, at the beginning and after each stretch.
    package mutating func run(
        steps: Int, stretch: Int = 250, open: () throws -> [any LibraryStore]
    ) throws {
        var library = NaiveLibrary()
        var maker = StepMaker(seed: seed)
        for start in stride(from: 0, to: steps, by: stretch) {
            let stores = try open()
            for number in start..<min(steps, start + stretch) {
                let step = maker.next(after: library)
                let first = try stores.first.map { try step.take(in: $0) } ?? []
                let expected = library.take(step, given: first)
                operations += max(1, expected.count)
                for (place, store) in stores.enumerated() {
                    let given = place == 0 ? first : try step.take(in: store)
                    guard given == expected else {
                        throw Difference(
                            "seed \(seed), step \(number), store \(place): \(step)\ngave  \(given)\nnot   \(expected)")
                    }
                }
            }
            let digests = try stores.map { try LibraryDigest(of: $0) }
            guard Set(digests).count <= 1 else {
                throw Difference("seed \(seed), before step \(start + stretch): digests \(digests)")
            }
        }
    }
}

/// What two that should be alike differ in.
package struct Difference: Error, CustomStringConvertible {
    /// Where and in what.
    package let description: String

    package init(_ description: String) {
        self.description = description
    }
}

extension LibraryDigest {
    /// The digest of all that a store holds.
    package init(of store: any LibraryStore) throws {
        var digest = LibraryDigest(try store.head())
        try LibraryPages(of: store).each { digest.take($0) }
        self = digest
    }
}
