import CrashTrials
import FileStore
import Testing

/// What `Scripts/torture` does at length, in short.
struct CrashTests {
    private static let tuning = {
        var tuning = Tuning()
        tuning.growth = 1024
        tuning.journalBytes = 600
        return tuning
    }()

    @Test(
        "Whatever a power cut leaves of what was not synced, what was acknowledged is there and the rest whole or not")
    func surveyed() throws {
        var survey = try Survey(seed: 1, steps: 10, tuning: Self.tuning)
        try survey.cutEverywhere(times: 1, second: true, seed: 1)
        #expect(survey.states > 500)
    }

    // redb
    @Test(
        "What an opening after a kill showed outlasts a power cut, though nobody had synced it before",
        arguments: [false, true])
    func shown(reading: Bool) throws {
        var tuning = Self.tuning
        tuning.journalBytes = 1 << 20
        var survey = try Survey(seed: 1, steps: 10, tuning: tuning)
        try survey.killEverywhere(times: 4, reading: reading, seed: 1)
        #expect(survey.states > 100)
    }

    // Seeds that once found a defect: a sync that was interrupted was tried again, and said that all was well.
    @Test("A store lives through faults, kills and power cuts", arguments: [37, 40, 285, 337, 819, 1976] as [UInt64])
    func told(seed: UInt64) throws {
        var story = try Story(seed: seed)
        try story.run(openings: 6)
        #expect(story.states > 0)
    }

    // etcd 6368, 14098, 14370
    @Test("Each system call may fail in each way, once or for ever")
    func failed() throws {
        var sites = try FaultSites(seed: 1, steps: 3, tuning: Self.tuning)
        try sites.run()
        #expect(sites.tried == sites.calls * 14)
    }

    @Test("A store with one bit turned refuses to open, or holds what it held")
    func turned() throws {
        var rot = try BitRot(bytes: 24 << 10)
        try rot.run(from: 3, stride: 401)
        #expect(rot.refused > rot.turned / 2)
    }

    @Test("A store with a file cut at any length refuses to open, or holds what it held")
    func cut() throws {
        var rot = try BitRot(bytes: 24 << 10)
        try rot.cut(stride: 37)
        #expect(rot.refused > rot.cut / 2)
    }
}
