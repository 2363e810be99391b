import Dispatch
import Ports
import Synchronization

/// Changes that become durable together, and the callers who wait for that.
final class Group: Sendable {
    private struct State {
        var outcome: Result<Void, StoreFailure>?
        var sleepers = 0
    }

    private let state = Mutex(State())
    private let bell = DispatchSemaphore(value: 0)

    /// What came of it; nil until that is known.
    var outcome: Result<Void, StoreFailure>? { state.withLock { $0.outcome } }

    /// Says that a caller is going to wait.
    func enlist() { state.withLock { $0.sleepers += 1 } }

    /// Waits until the outcome is known or this caller is to write.
    func wait() { bell.wait() }

    /// Says what came of it; `wakeAll` tells those who wait.
    func finish(_ outcome: Result<Void, StoreFailure>) { state.withLock { $0.outcome = outcome } }

    func wakeAll() {
        for _
            in 0..<state.withLock({ state in
                defer { state.sleepers = 0 }
                return state.sleepers
            })
        { bell.signal() }
    }

    /// Wakes one caller; false if none waits.
    func wakeOne() -> Bool {
        let isAwaited = state.withLock { state in
            defer { state.sleepers = max(0, state.sleepers - 1) }
            return state.sleepers > 0
        }
        if isAwaited { bell.signal() }
        return isAwaited
    }
}
