import Foundation
import Synchronization

/// Calls a body on as many threads of its own, let go together, and gives the results in the order of the callers.
///
/// A pool would let in no more callers than there are cores.
package func together<Result: Sendable>(
    _ callers: Int, _ body: @escaping @Sendable (Int) throws -> Result
) throws -> [Result] {
    let race = Race<Result>(callers)
    for caller in 0..<callers {
        let thread = Thread { race.run(caller, body) }
        thread.stackSize = 1 << 20
        thread.start()
    }
    return try race.results()
}

/// Where callers wait for each other, and where their results are gathered.
private final class Race<Result: Sendable>: Sendable {
    private struct State {
        var waiting = 0
        var results: [Int: Swift.Result<Result, any Error>] = [:]
    }

    private let callers: Int
    private let condition = NSCondition()
    private let state = Mutex(State())

    init(_ callers: Int) {
        self.callers = callers
    }

    func run(_ caller: Int, _ body: @Sendable (Int) throws -> Result) {
        state.withLock { $0.waiting += 1 }
        wait { $0.waiting == callers }
        let result = Swift.Result { try body(caller) }
        state.withLock { $0.results[caller] = result }
        wake()
    }

    func results() throws -> [Result] {
        wait { $0.results.count == callers }
        return try state.withLock { $0.results }.sorted { $0.key < $1.key }.map { try $0.value.get() }
    }

    private func wait(until isReached: (State) -> Bool) {
        wake()
        condition.lock()
        while !state.withLock({ isReached($0) }) { condition.wait() }
        condition.unlock()
    }

    private func wake() {
        condition.lock()
        condition.broadcast()
        condition.unlock()
    }
}
