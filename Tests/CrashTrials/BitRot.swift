import Domain
import FileStore
import Ports

/// A closed store of which one bit is turned, or a file cut: it must be as it was, or refuse to open.
package struct BitRot: Sendable {
    private let image: Image
    private let bytes: [UInt8]
    private let tuning: Tuning
    /// Bits that there are.
    package let bits: Int
    /// Bits that were turned.
    package private(set) var turned = 0
    /// Lengths that a file was cut to.
    package private(set) var cut = 0
    /// Of all those, with how many the store refused to open.
    package private(set) var refused = 0

    /// Makes a store whose snapshot and journal together have at least so many bytes.
    package init(bytes wanted: Int) throws {
        var chooser = Chooser(seed: 7)
        var maker = StepMaker()
        var tuning = Tuning()
        // More than the longest change: what a cut takes of a longer one cannot be told.
        tuning.growth = max(4096, wanted / 6)
        tuning.journalBytes = wanted / 2
        let disk = SimulatedDisk()
        var store: FileStore? = try FileStore.create(
            on: disk, directory: "trial", zone: Witness.zone, at: Witness.createdAt, tuning: tuning)
        while disk.image.size(ofFilesNamed: "snapshot") < wanted / 4 || disk.image.size(ofFilesNamed: "") < wanted {
            _ = try maker.step(&chooser).call(store ?? { preconditionFailure("it is open") }())
        }
        self.tuning = tuning
        bytes = try store?.bytes() ?? []
        store = nil
        image = disk.image
        bits = image.size(ofFilesNamed: "") * 8
    }

    /// Turns every `stride`-th bit, from one on.
    package mutating func run(from first: Int, stride: Int) throws {
        var bit = first
        while let rotten = image.turning(bit: bit, ofFilesNamed: "") {
            try open(rotten, "bit \(bit) turned")
            turned += 1
            bit += stride
        }
    }

    /// Cuts each file to every `stride`-th length, from nothing on.
    package mutating func cut(stride: Int) throws {
        for (name, size) in image.sizes.sorted(by: { $0.key < $1.key }) {
            for length in Swift.stride(from: 0, to: size, by: stride) {
                try open(image.cutting(name, to: length), "\(name) cut to \(length) of \(size) bytes")
                cut += 1
            }
        }
    }

    private mutating func open(_ image: Image, _ what: String) throws {
        do throws(StoreFailure) {
            let store = try FileStore(on: SimulatedDisk(image), directory: "trial", tuning: tuning)
            guard try store.bytes() == bytes else { throw StoreFailure(StoreFailure.Kind("silent"), "") }
        } catch {
            guard [.corrupt, .newerSchema].contains(error.kind) else {
                throw TrialFailure(.lost, "\(what) gave \(error.kind) \(error)")
            }
            refused += 1
        }
    }
}

/// A disk whose syncs are dishonest can lose what was acknowledged; the store must still be one that was, or refuse.
package struct DishonestDisk {
    /// States that were checked.
    package private(set) var states = 0
    /// Of those, how many were refused as damaged.
    package private(set) var refused = 0

    /// Nothing tried yet.
    package init() {}

    /// Runs a workload on a dishonest disk and cuts the power.
    package mutating func run(seed: UInt64) throws {
        var chooser = Chooser(seed: seed)
        var maker = StepMaker()
        var witness = try Witness()
        var tuning = Tuning()
        tuning.growth = 4096
        tuning.journalBytes = [300, 3000][chooser.pick(2)]
        let honest = SimulatedDisk()
        _ = try FileStore.create(
            on: honest, directory: "trial", zone: Witness.zone, at: Witness.createdAt, tuning: tuning)
        let dishonesty = Dishonesty.allCases[chooser.pick(Dishonesty.allCases.count)]
        let disk = SimulatedDisk(honest.image, dishonesty: dishonesty)
        guard let store = try? FileStore(on: disk, directory: "trial", tuning: tuning) else { return }
        for _ in 0..<1 + chooser.pick(25) {
            let step = maker.step(&chooser)
            _ = try witness.begin(step)
            do throws(StoreFailure) { _ = try step.call(store) } catch { break }
            witness.acknowledge()
        }
        let rest = SimulatedDisk(disk.image.afterPowerCut(&chooser))
        states += 1
        do throws(StoreFailure) {
            let found = try FileStore(on: rest, directory: "trial", tuning: tuning)
            guard witness.wasEver(try found.bytes()) else { throw StoreFailure(StoreFailure.Kind("never"), "") }
        } catch {
            guard error.kind == .corrupt || error.kind == .missing else {
                throw TrialFailure(.partial, "a library that never was, or \(error) \(error.cause ?? "")")
            }
            refused += 1
        }
    }
}
