import Background
import Foundation
import Testing

@Suite("Work on a second core")
struct MeanwhileTests {
    /// Makes a number that waits for another that is made meanwhile, and so on.
    @Sendable private static func count(_ depth: Int) -> Int {
        depth == 0 ? 0 : 1 + Meanwhile { count(depth - 1) }.take()
    }

    @Test("One that waits for another holds it up by nothing, though there are more of them than cores")
    func nested() {
        let depth = ProcessInfo.processInfo.activeProcessorCount + 4
        let beginning = ContinuousClock.now
        #expect(Self.count(depth) == depth)
        // One that had to wait for a thread would wait for a second.
        #expect(beginning.duration(to: .now) < .seconds(2))
    }

    @Test("What is made is given away once it is, before or after somebody asks for it")
    func taken() {
        for pause in [(0, 20_000), (20_000, 0)] as [(UInt32, UInt32)] {
            let made = Meanwhile {
                usleep(pause.0)
                return "made"
            }
            usleep(pause.1)
            #expect(made.take() == "made")
        }
    }
}
