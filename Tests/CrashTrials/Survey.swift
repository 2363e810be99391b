package import FileStore
import Ports

/// A workload without a fault, and every power cut in it: at each system call, and again at each call of the recovery.
package struct Survey: Sendable {
    /// A moment at which the power may go.
    private struct Cut: Sendable {
        let image: Image
        let possible: ClosedRange<Int>
        /// Whether the store may not be there yet.
        let isNew: Bool
    }

    private var witness: Witness
    private var cuts: [Cut] = []
    private let tuning: Tuning
    /// At how many calls there were more ways than were tried.
    package private(set) var shortened = 0
    /// States that were checked.
    package private(set) var states = 0

    /// Runs a workload of some steps and notes what the disk held at each call.
    ///
    /// - Parameter reopening: after how many steps the store is closed and opened again.
    package init(seed: UInt64, steps: Int, reopening: Int = 7, tuning: Tuning) throws {
        var chooser = Chooser(seed: seed)
        var maker = StepMaker()
        witness = try Witness()
        self.tuning = tuning
        var disk = SimulatedDisk(recording: true)
        var store: FileStore? = try FileStore.create(
            on: disk, directory: "trial", zone: Witness.zone, at: Witness.createdAt, tuning: tuning)
        note(disk, from: 0, isNew: true)
        for number in 1...steps {
            if number % reopening == 0 {
                let calls = disk.calls
                store = nil
                note(disk, from: calls, isNew: false)
                disk = SimulatedDisk(disk.image, recording: true)
                store = try FileStore(on: disk, directory: "trial", tuning: tuning)
                note(disk, from: 0, isNew: false)
            }
            let step = maker.step(&chooser)
            let calls = disk.calls
            let expected = try witness.begin(step)
            guard let outcome = try store.map({ (store) throws(StoreFailure) in try step.call(store) }),
                outcome.text == expected
            else { throw TrialFailure(.wrong, "the answer to \(step.name) is not the model's") }
            note(disk, from: calls, isNew: false)
            witness.acknowledge()
        }
        let calls = disk.calls
        store = nil
        note(disk, from: calls, isNew: false)
        cuts.append(Cut(image: disk.image, possible: witness.possible, isNew: false))
    }

    /// The system calls of the workload.
    package var calls: Int { cuts.count }

    private mutating func note(_ disk: SimulatedDisk, from calls: Int, isNew: Bool) {
        for image in disk.record[calls...] {
            cuts.append(Cut(image: image, possible: witness.possible, isNew: isNew))
        }
    }

    /// Cuts the power at each call: by chance so many times, or in every way if `times` is nil, up to the first `most`.
    ///
    /// `second` says whether the power is cut again at each call of the recovery, once.
    package mutating func cutEverywhere(times: Int?, most: Int = .max, second: Bool, seed: UInt64) throws {
        for (number, cut) in cuts.enumerated() {
            var chooser = times == nil ? Chooser() : Chooser(seed: seed &+ UInt64(number) << 32)
            var chance = Chooser(seed: seed &+ UInt64(number) << 32 &+ 1)
            var left = times ?? most
            repeat {
                do {
                    let left = cut.image.afterPowerCut(&chooser)
                    let disk = SimulatedDisk(left, recording: second)
                    try check(disk, cut)
                    for image in disk.record { try check(SimulatedDisk(image.afterPowerCut(&chance)), cut) }
                } catch let failure as TrialFailure {
                    throw TrialFailure(failure.kind, "\(failure.description), at call \(number) of \(cuts.count)")
                }
                left -= 1
            } while left > 0 && (times != nil || chooser.advance())
            if left == 0, times == nil { shortened += 1 }
        }
    }

    /// Kills the process at each call, opens the store again, and cuts the power while it is open: what the opening
    /// showed was promised by that, so it is still there.
    ///
    /// `reading` says whether it is opened only to be read.
    package mutating func killEverywhere(times: Int, reading: Bool = false, seed: UInt64) throws {
        for (number, cut) in cuts.enumerated() where !cut.isNew {
            var chance = Chooser(seed: seed &+ UInt64(number) << 32)
            // A killed process leaves all that the system has seen, synced or not.
            let disk = SimulatedDisk(cut.image)
            let store = try open(disk, reading: reading)
            let shown = try witness.check(store, at: cut.possible)
            let image = disk.image
            let later = Cut(image: image, possible: shown...cut.possible.upperBound, isNew: false)
            for _ in 0..<times {
                do {
                    try check(SimulatedDisk(image.afterPowerCut(&chance)), later)
                } catch let failure as TrialFailure {
                    throw TrialFailure(
                        failure.kind, "\(failure.description), killed at call \(number) of \(cuts.count)")
                }
            }
            withExtendedLifetime(store) {}
        }
    }

    /// Opens the store; of one that is only read it gives a private copy, for the witness tries changes.
    private func open(_ disk: SimulatedDisk, reading: Bool) throws(StoreFailure) -> FileStore {
        guard reading else { return try FileStore(on: disk, directory: "trial", tuning: tuning) }
        let reader = try FileStore.reading(on: disk, directory: "trial", tuning: tuning)
        guard let copy = try reader.privateCopy() as? FileStore else {
            preconditionFailure("a copy is a file store")
        }
        return copy
    }

    private mutating func check(_ disk: SimulatedDisk, _ cut: Cut) throws {
        states += 1
        let store: FileStore
        do throws(StoreFailure) {
            store = try FileStore(on: disk, directory: "trial", tuning: tuning)
        } catch {
            guard cut.isNew, error.kind == .missing else {
                let names = disk.image.names.keys.sorted()
                throw TrialFailure(.wrong, "it does not open: \(error) \(error.cause ?? "") \(names)")
            }
            // What a power cut left of a store in the making is no store, and none is in the way of a new one.
            let again = try FileStore.create(
                on: disk, directory: "trial", zone: Witness.zone, at: Witness.createdAt, tuning: tuning)
            _ = try witness.check(again, at: 0...0)
            return
        }
        _ = try witness.check(store, at: cut.possible)
    }
}
