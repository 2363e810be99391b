import Glibc
import Synchronization

/// The wish of a person, or of the system, that the import stop: before it applies anything, or else after the chunk it is at.
enum Interrupt {
    private static let isWanted = Atomic<Bool>(false)

    /// From now on the first interrupt or termination is a wish.
    ///
    /// A second ends the process at once, which loses nothing that was committed.
    static func listen() {
        // Made before any signal can come: a handler may not make it.
        isWanted.store(false, ordering: .relaxed)
        for number in [SIGINT, SIGTERM] {
            signal(number) { number in
                Interrupt.isWanted.store(true, ordering: .relaxed)
                signal(number, SIG_DFL)
            }
        }
    }

    /// Whether the import should stop.
    static var isRequested: Bool { isWanted.load(ordering: .relaxed) }
}
