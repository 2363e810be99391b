import Dispatch
import Synchronization

/// Something that is made on another core while this one goes on.
public final class Meanwhile<Value: Sendable>: Sendable {
    private let made = Mutex<Value?>(nil)
    private let isMade = DispatchSemaphore(value: 0)

    /// Begins to make it.
    public init(_ make: @escaping @Sendable () -> Value) {
        // A queue of its own has a thread at once: the global ones have no more than there are cores, and one that waits in
        // such a thread for another would hold it up until the system makes a further one, after a second.
        DispatchQueue(label: "meanwhile").async { [self] in
            let value = make()
            made.withLock { $0 = value }
            isMade.signal()
        }
    }

    /// Waits until it is made, and gives it away: it may be taken once.
    public func take() -> Value {
        while true {
            isMade.wait()
            if let value = made.withLock({ $0.take() }) { return value }
        }
    }
}
