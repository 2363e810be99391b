package import FileStore
import Ports

/// The life of a store from one seed: changes, faults, kills and power cuts, and the check after each opening.
package struct Story {
    private var chooser: Chooser
    /// Chooses whether a process is killed; of its own, so that a seed tells the same story as before.
    private var killer: Chooser
    private var maker = StepMaker()
    private var witness: Witness
    private var image: Image
    private let tuning: Tuning
    /// States that were checked.
    package private(set) var states = 0

    /// A new store.
    package init(seed: UInt64) throws {
        chooser = Chooser(seed: seed)
        killer = Chooser(seed: ~seed)
        var tuning = Tuning()
        tuning.growth = [512, 4096, 10_000][chooser.pick(3)]
        tuning.journalBytes = [300, 1200, 6000][chooser.pick(3)]
        tuning.journals = 1 + chooser.pick(4)
        self.tuning = tuning
        witness = try Witness()
        let disk = SimulatedDisk()
        _ = try FileStore.create(
            on: disk, directory: "trial", zone: Witness.zone, at: Witness.createdAt, tuning: tuning)
        image = disk.image
    }

    /// Lives through some openings of the store.
    package mutating func run(openings: Int) throws {
        for _ in 0..<openings { try live() }
        // Whatever happened, with a disk that works all is there.
        _ = try open(SimulatedDisk(image))
    }

    /// Opens the store on a disk that fails, or whose power goes, and uses it until it stops.
    private mutating func live() throws {
        let disk = unreliableDisk()
        var left = 2 + chooser.pick(10)
        // A killed process does not close its store.
        let isKilled = killer.once(in: 2)
        var unclosed: FileStore?
        while left > 0, let store = try opened(disk) {
            while left > 0, try take(maker.step(&chooser), store, disk) { left -= 1 }
            left -= 1
            unclosed = isKilled && left <= 0 ? store : nil
        }
        // A killed process leaves what the system has seen; a power cut leaves less.
        image = chooser.once(in: 4) ? disk.image : disk.image.afterPowerCut(&chooser)
        withExtendedLifetime(unclosed) {}
    }

    private mutating func unreliableDisk() -> SimulatedDisk {
        let call = 1 + chooser.pick(chooser.once(in: 2) ? 25 : 120)
        switch chooser.pick(3) {
        case 0: return SimulatedDisk(image, powerUntil: call)
        case 1:
            let fault = Fault(
                call: call, way: Fault.Way.allCases[chooser.pick(Fault.Way.allCases.count)],
                isLasting: chooser.once(in: 3),
                profile: Fault.SyncProfile.allCases[chooser.pick(Fault.SyncProfile.allCases.count)])
            return SimulatedDisk(
                image, fault: fault, powerUntil: chooser.once(in: 2) ? call + 1 + chooser.pick(30) : nil)
        default: return SimulatedDisk(image)
        }
    }

    /// Opens the store, if need be a second time on a disk that fails no more; nil once the power is gone.
    private mutating func opened(_ disk: SimulatedDisk) throws -> FileStore? {
        do {
            return try open(disk)
        } catch let failure as StoreFailure {
            if disk.isOff { return nil }
            guard failure.kind != .corrupt, failure.kind != .missing else {
                throw TrialFailure(.wrong, "it does not open: \(failure) \(failure.cause ?? "")")
            }
            disk.mend()
        }
        do {
            return try open(disk)
        } catch let failure as StoreFailure {
            if disk.isOff { return nil }
            throw TrialFailure(.wrong, "it does not open again: \(failure) \(failure.cause ?? "")")
        }
    }

    private mutating func open(_ disk: SimulatedDisk) throws -> FileStore {
        let store = try FileStore(on: disk, directory: "trial", tuning: tuning)
        witness.settle(at: try witness.check(store, at: witness.possible))
        states += 1
        return store
    }

    /// Takes a step; false if the store must be opened again.
    private mutating func take(_ step: Step, _ store: FileStore, _ disk: SimulatedDisk) throws -> Bool {
        let expected = try witness.begin(step)
        do throws(StoreFailure) {
            let outcome = try step.call(store)
            guard outcome.text == expected else {
                throw StoreFailure(StoreFailure.Kind("answer"), "the answer to \(step.name) is not the model's")
            }
            witness.acknowledge()
            return true
        } catch {
            if error.kind.description == "answer" { throw TrialFailure(.wrong, error.message) }
            if disk.isOff { return false }
            // A store that says that nothing was kept must be as it was; one that does not know says nothing more.
            if !error.isOutcomeUnknown { witness.forget() }
            guard (try? store.facts()) != nil else { return false }
            guard !error.isOutcomeUnknown else {
                throw TrialFailure(.wrong, "the store goes on though it does not know what it holds")
            }
            _ = try witness.check(store, at: witness.possible)
            return true
        }
    }
}

/// Each system call of a workload, failing in each way, once or from then on.
package struct FaultSites {
    /// Calls of the workload without a fault.
    package let calls: Int
    /// Faults that were tried.
    package private(set) var tried = 0
    private let seed: UInt64
    private let steps: Int
    private let tuning: Tuning

    /// Counts the calls of a workload.
    package init(seed: UInt64, steps: Int, tuning: Tuning) throws {
        self.seed = seed
        self.steps = steps
        self.tuning = tuning
        let disk = SimulatedDisk()
        try Self.run(disk, seed, steps, tuning)
        calls = disk.calls
    }

    /// Tries every fault: after it, what was acknowledged is there, and a failure that says that nothing was kept is
    /// right.
    package mutating func run() throws {
        for call in 1...calls {
            for way in Fault.Way.allCases {
                for isLasting in [false, true] {
                    for profile in Fault.SyncProfile.allCases where way == .inputOutput || profile == .keeps {
                        let fault = Fault(call: call, way: way, isLasting: isLasting, profile: profile)
                        do {
                            try Self.run(SimulatedDisk(fault: fault), seed, steps, tuning)
                        } catch let failure as TrialFailure {
                            throw TrialFailure(failure.kind, "\(failure.description), with \(fault)")
                        }
                        tried += 1
                    }
                }
            }
        }
    }

    /// Makes a store, changes it, closes and opens it in the middle, and lets the disk work again at the end.
    private static func run(_ disk: SimulatedDisk, _ seed: UInt64, _ steps: Int, _ tuning: Tuning) throws {
        var chooser = Chooser(seed: seed)
        var maker = StepMaker()
        var witness = try Witness()
        var store: FileStore?
        do throws(StoreFailure) {
            store = try FileStore.create(
                on: disk, directory: "trial", zone: Witness.zone, at: Witness.createdAt, tuning: tuning)
        } catch {
            disk.mend()
            // It was made, or it was not and can be.
            store = try? FileStore(on: disk, directory: "trial", tuning: tuning)
            if store == nil {
                store = try FileStore.create(
                    on: disk, directory: "trial", zone: Witness.zone, at: Witness.createdAt, tuning: tuning)
            }
        }
        for number in 1...steps {
            let step = maker.step(&chooser)
            _ = try witness.begin(step)
            for _ in 0..<3 {
                if store == nil || number == steps / 2 {
                    store = nil
                    store = try? FileStore(on: disk, directory: "trial", tuning: tuning)
                    if let store {
                        witness.settle(at: try witness.check(store, at: witness.possible))
                    } else {
                        disk.mend()
                    }
                    if witness.possible.count == 1 { _ = try witness.begin(step) }
                }
                guard let open = store else { continue }
                do throws(StoreFailure) {
                    _ = try step.call(open)
                    witness.acknowledge()
                    break
                } catch {
                    if !error.isOutcomeUnknown { witness.forget() } else { store = nil }
                    if (try? open.facts()) == nil { store = nil }
                    if witness.possible.count == 1 { _ = try witness.begin(step) }
                    disk.mend()
                }
            }
        }
        store = nil
        disk.mend()
        let last = try FileStore(on: disk, directory: "trial", tuning: tuning)
        _ = try witness.check(last, at: witness.possible)
    }
}
