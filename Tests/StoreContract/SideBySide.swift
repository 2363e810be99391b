import Domain
public import Ports
import Testing

extension StoreContract {
    /// Lets stores take the same random steps side by side: their answers, and after each stretch the digests of all that
    /// they hold, are equal.
    ///
    /// `CIRC_SEED` repeats the sequence of a failure, which names its seed; `CIRC_STEPS` sets how many steps it has.
    public static func compare(_ stores: [any LibraryStore], stretch: Int = 250) throws {
        let trial = RandomTrial()
        var library = NaiveLibrary()
        var maker = StepMaker(seed: trial.seed)
        for number in 0..<trial.steps {
            let step = maker.next(after: library)
            let expected = library.take(step)
            for (place, store) in stores.enumerated() {
                let given = try RandomTrial.take(step, store)
                try #require(
                    given == expected, "CIRC_SEED=\(trial.seed), step \(number), store \(place): \(step)\n\(given)")
            }
            guard number % stretch == stretch - 1 || number == trial.steps - 1 else { continue }
            let digests = try stores.map { try inspect($0).digest }
            try #require(Set(digests).count == 1, "CIRC_SEED=\(trial.seed), after step \(number): \(digests)")
        }
    }
}
