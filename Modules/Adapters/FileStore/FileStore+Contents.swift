import Domain
import LibraryState
import Ports

extension FileStore {
    /// What callers see and change.
    struct Contents {
        var library: LibraryState
        /// False for a private copy, which no disk knows of.
        let isKept: Bool
        /// Frames that wait to be written, and those who wait for them.
        var waiting = FrameBatch()
        var group = Group()
        /// The group that is being written.
        var inFlight: Group?
        /// Whether a caller writes, or was woken to.
        var isWriting = false
        /// Why no change is taken, if none is: it would be lost.
        var refusal: StoreFailure?
        /// Why the store answers nothing more.
        var end: StoreFailure?
    }
}

extension StoreFailure {
    /// The disk is left to others.
    static let openedToBeRead = StoreFailure(.closed, "the store was opened only to be read; nothing was changed")
}

extension FileStore.Contents {
    /// Fails unless the store takes changes.
    func checkOpen() throws(StoreFailure) {
        if let refusal { throw refusal }
        try library.standing.checkOpen()
    }

    /// Makes a change in memory and notes it for the journal.
    mutating func make(_ change: Change) throws(StoreFailure) {
        do throws(StateConflict) { try change.apply(to: &library) } catch { throw error.failure }
        if isKept { waiting.write { change.write(to: &$0) } }
    }

    /// Makes the effects of an operation in memory and notes them for the journal.
    mutating func make(_ effects: Effects) throws(StoreFailure) {
        do throws(StateConflict) { try library.apply(effects) } catch { throw error.failure }
        if isKept { waiting.write { $0.effects(effects) } }
    }

    mutating func takeStep<Result>(
        _ body: (inout Self) throws(StoreFailure) -> Result
    ) throws(StoreFailure) -> Result {
        defer { waiting.dropFrame() }
        let result = try body(&self)
        waiting.endFrame()
        return result
    }

    mutating func takeWaiting() -> (frames: FrameBatch, group: Group)? {
        guard !waiting.isEmpty else { return nil }
        defer {
            inFlight = group
            group = Group()
            waiting = FrameBatch()
        }
        return (waiting, group)
    }

    /// Takes the memory of frames that were written for those to come.
    mutating func reuse(_ frames: inout FrameBatch) {
        guard waiting.isEmpty else { return }
        frames.removeAll()
        swap(&waiting, &frames)
    }

    mutating func settle(_ outcome: Result<Void, StoreFailure>) {
        inFlight?.finish(outcome)
        inFlight = nil
    }

    /// Settles those who wait for what was built on the group in flight as well.
    mutating func settleAll(_ outcome: Result<Void, StoreFailure>) {
        settle(outcome)
        group.finish(outcome)
        group.wakeAll()
        group = Group()
        waiting = FrameBatch()
    }

    /// Answers nothing more.
    mutating func close(after failure: StoreFailure) {
        settleAll(.failure(failure))
        end = StoreFailure(
            failure.kind, failure.message + " The store is closed until it is opened again.", cause: failure.cause)
    }
}
