import Glibc
import Ports
import Synchronization

/// How changes that wait become durable.
extension FileStore {
    /// Waits until a group is durable, or makes it so.
    ///
    /// One caller at a time writes for all who wait; then one of those who came meanwhile does.
    func settle(_ group: Group) throws(StoreFailure) {
        let mustWrite = contents.withLock { contents in
            if group.outcome != nil { return false }
            defer { contents.isWriting = true }
            if contents.isWriting { group.enlist() }
            return !contents.isWriting
        }
        if !mustWrite, group.outcome == nil { group.wait() }
        if group.outcome == nil { write() }
        guard let outcome = group.outcome else { preconditionFailure("what was written has an outcome") }
        try outcome.get()
    }

    /// Writes what waits, and leaves writing to one of those who wait then.
    private func write() {
        let written = keeper.withLock { keeper in
            gather(keeper?.journal.lastFrames ?? 0)
            guard var written = contents.withLock({ $0.takeWaiting() }) else { return Group?.none }
            append(&written.frames, &keeper) { body in contents.withLock { body(&$0) } }
            contents.withLock { $0.reuse(&written.frames) }
            if keeper?.journal.isSnapshotDue ?? false { takeSnapshot(&keeper) }
            return written.group
        }
        contents.withLock {
            $0.isWriting = !$0.waiting.isEmpty && $0.group.wakeOne()
        }
        written?.wakeAll()
    }

    /// Lets callers who were just answered come with their next changes, as long as they do: so that they share a sync
    /// again, and do not wait for each other by turns.
    private func gather(_ expected: Int) {
        guard expected > 1 else { return }
        var (found, idle) = (0, 0)
        while idle < 30 {
            let waiting = contents.withLock { $0.waiting.lengths.count }
            if waiting >= expected { return }
            idle = waiting > found ? 0 : idle + 1
            found = waiting
            sched_yield()
        }
    }

    /// Writes and syncs frames; `access` gives the contents for what came of it.
    private func append(
        _ batch: inout FrameBatch, _ keeper: inout Keeper?, _ access: ((inout Contents) -> Void) -> Void
    ) {
        do throws(AppendFailure) {
            try keeper?.journal.append(&batch)
            access { $0.settle(.success(())) }
        } catch {
            if error.isSyncFailure {
                access { $0.close(after: error.error.failure(in: directory, isOutcomeUnknown: true)) }
            } else {
                access { takeBack(after: error.error, &keeper, &$0) }
            }
        }
    }

    /// After a write that failed before its sync: makes sure that nothing of it stays, and reads the library again,
    /// which has gone ahead of the disk.
    private func takeBack(after error: DiskError, _ keeper: inout Keeper?, _ contents: inout Contents) {
        guard let journal = keeper?.journal else { return }
        do throws(DiskError) {
            try keeper?.journal.cutBack()
        } catch {
            return contents.close(after: error.failure(in: directory, isOutcomeUnknown: true))
        }
        contents.settleAll(.failure(error.failure(in: directory)))
        do throws(DiskError) {
            let (library, again) = try Recovery.open(on: journal.disk, tuning: journal.tuning)
            journal.close()
            keeper?.journal = again
            contents.library = library
        } catch {
            contents.close(after: error.failure(in: directory))
        }
    }

    /// Takes a snapshot while nobody changes anything; where there is no room for one all is as before.
    func takeSnapshot(_ keeper: inout Keeper?) {
        contents.withLock { contents in
            if var waiting = contents.takeWaiting() {
                append(&waiting.frames, &keeper) { body in body(&contents) }
                waiting.group.wakeAll()
            }
            guard contents.end == nil else { return }
            do throws(DiskError) {
                _ = try keeper?.journal.takeSnapshot(of: contents.library)
            } catch {
                contents.close(after: error.failure(in: directory))
            }
        }
    }
}
