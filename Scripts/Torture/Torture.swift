import CrashTrials
import FileStore
import Glibc

/// Breaks simulated disks under the file store, from one seed.
@main
struct Torture {
    private let plan: Plan
    private var states = 0
    private var failures: [TrialFailure.Kind: Int] = [:]

    static func main() {
        if CommandLine.arguments.dropFirst() == ["worker"] { return Worker.answer() }
        guard let plan = Plan(CommandLine.arguments.dropFirst()) else {
            print("usage: torture [--quick] [--seed N] [--only PART [--count N]]; a part is one of \(Plan.Part.names)")
            exit(64)
        }
        var torture = Torture(plan: plan)
        torture.run()
        exit(torture.failures.isEmpty ? 0 : 1)
    }

    private init(plan: Plan) { self.plan = plan }

    private mutating func run() {
        print("seed \(plan.seed)")
        if plan.includes(.alike) { compareStores() }
        if plan.includes(.histories) { checkHistories() }
        if plan.includes(.surveys) { survey() }
        if plan.includes(.stories) { tellStories() }
        if plan.includes(.faults) { tryFaults() }
        if plan.includes(.bits) { turnBits() }
        if plan.includes(.dishonest) { lie() }
        let wrong = failures[.wrong].map { ", \($0) wrong" } ?? ""
        print("\(states) crash states, \(failures[.lost] ?? 0) lost, \(failures[.partial] ?? 0) partial\(wrong)")
    }

    private static var tuning: Tuning {
        var tuning = Tuning()
        tuning.growth = 1024
        tuning.journalBytes = 600
        return tuning
    }

    /// Runs a trial; what it finds is told with the command that finds it again.
    private mutating func attempt(_ part: Plan.Part, _ seed: UInt64, _ trial: (inout Torture) throws -> Void) {
        do {
            try trial(&self)
        } catch {
            failures[(error as? TrialFailure)?.kind ?? .wrong, default: 0] += 1
            print("\(part) \(seed): \(error)\n  replay: Scripts/torture --only \(part) --seed \(seed) --count 1")
        }
    }

    private mutating func compareStores() {
        var trial = AlikeTrial()
        let wanted = plan.count ?? (plan.isQuick ? 100_000 : 1_000_000)
        var seed = plan.seed
        while trial.operations < wanted, seed - plan.seed < wanted {
            attempt(.alike, seed) { _ in try trial.run(seed: seed, in: try Workshop()) }
            seed += 1
        }
        print("alike: \(trial.operations) operations in \(Workshop.Kind.allCases.count) stores and a naive library")
    }

    private mutating func checkHistories() {
        for way in HistoryTrial.Way.allCases {
            attempt(.histories, plan.seed) { torture in
                var trial = try HistoryTrial(way)
                let workshop = try Workshop()
                for seed in torture.plan.seeds(of: .histories) {
                    torture.attempt(.histories, seed) { _ in try trial.run(seed: seed, in: workshop) }
                }
                let share = 100 * trial.met / max(1, trial.calls)
                print("histories: \(way.rawValue): \(trial.checked) explained, \(share) % of calls met another")
            }
        }
    }

    /// A small workload, every power cut in every way; larger ones by chance, and again at each call of the recovery.
    private mutating func survey() {
        let before = states
        if plan.count == nil {
            attempt(.surveys, plan.seed) { torture in
                var survey = try Survey(seed: torture.plan.seed, steps: 5, reopening: 3, tuning: Self.tuning)
                defer { torture.states += survey.states }
                // The ways of one call grow by powers with what it had not synced.
                let most = torture.plan.isQuick ? 5000 : 1_000_000
                try survey.cutEverywhere(times: nil, most: most, second: false, seed: torture.plan.seed)
                print(
                    "surveys: power cuts in \(survey.calls) calls, in every way, of \(survey.shortened) calls in the first \(most): "
                        + "\(survey.states) states")
            }
        }
        for seed in plan.seeds(of: .surveys) {
            attempt(.surveys, seed) { torture in
                var survey = try Survey(seed: seed, steps: 12 + Int(seed % 20), tuning: Self.tuning)
                defer { torture.states += survey.states }
                try survey.cutEverywhere(times: 2, second: true, seed: seed)
            }
        }
        print("surveys: \(states - before) states")
    }

    private mutating func tellStories() {
        let before = states
        for seed in plan.seeds(of: .stories) {
            attempt(.stories, seed) { torture in
                var story = try Story(seed: seed)
                defer { torture.states += story.states }
                try story.run(openings: 8)
            }
        }
        print("stories: \(states - before) states")
    }

    private mutating func tryFaults() {
        for seed in plan.seeds(of: .faults) {
            attempt(.faults, seed) { _ in
                var sites = try FaultSites(seed: seed, steps: 20, tuning: Self.tuning)
                try sites.run()
                print("faults: \(sites.tried) at \(sites.calls) calls, 100 %")
            }
        }
    }

    private mutating func turnBits() {
        attempt(.bits, plan.seed) { torture in
            var rot = try BitRot(bytes: 64 << 10)
            let stride = torture.plan.isQuick ? 97 : 1
            try rot.run(from: torture.plan.isQuick ? Int(torture.plan.seed % 97) : 0, stride: stride)
            try rot.cut(stride: stride)
            print(
                "bits: \(rot.turned) of \(rot.bits) turned, files cut to \(rot.cut) lengths, \(rot.refused) refused, "
                    + "0 silent wrong answers")
        }
    }

    private mutating func lie() {
        var dishonest = DishonestDisk()
        for seed in plan.seeds(of: .dishonest) {
            attempt(.dishonest, seed) { _ in try dishonest.run(seed: seed) }
        }
        print(
            "dishonest: \(dishonest.states) disks, \(dishonest.refused) refused as damaged, the others as they were"
        )
    }
}

/// What is to be tried.
struct Plan {
    enum Part: String, CaseIterable {
        case alike, histories, surveys, stories, faults, bits, dishonest

        static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }
    }

    private(set) var isQuick = false
    private(set) var seed: UInt64 = 1
    /// How many trials of a part; nil for its own number.
    private(set) var count: UInt64?
    private var only: Part?

    /// Reads the command line; nil if it says something else.
    init?(_ arguments: ArraySlice<String>) {
        var rest = arguments
        while let argument = rest.popFirst() {
            switch argument {
            case "--quick": isQuick = true
            case "--seed":
                guard let number = rest.popFirst().flatMap(UInt64.init) else { return nil }
                seed = number
            case "--count":
                guard let number = rest.popFirst().flatMap(UInt64.init) else { return nil }
                count = number
            case "--only":
                guard let part = rest.popFirst().flatMap(Part.init) else { return nil }
                only = part
            default: return nil
            }
        }
    }

    func includes(_ part: Part) -> Bool { only == nil || only == part }

    func seeds(of part: Part) -> Range<UInt64> {
        let usual: (quick: UInt64, full: UInt64) =
            switch part {
            case .alike: (1, 1)
            case .histories: (500, 10_000)
            case .surveys: (4, 300)
            case .stories: (2500, 60_000)
            case .faults: (1, 10)
            case .bits: (1, 1)
            case .dishonest: (2000, 50_000)
            }
        return seed..<seed + (count ?? (isQuick ? usual.quick : usual.full))
    }
}
