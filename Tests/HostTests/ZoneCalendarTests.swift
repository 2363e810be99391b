import Domain
import Foundation
import Host
import Ports
import Testing

/// Times as they are written in tests: `2026-03-29 02:30` on a wall, `2026-03-29T00:30Z` in the world.
private func local(_ text: String) throws -> LocalTime {
    guard case .local(let time, _) = TimeStatement(iso: Array(text.utf8)[...]) else { throw Unreadable() }
    return time
}

private func moment(_ text: String) throws -> Moment {
    guard case .instant(let moment, _) = TimeStatement(iso: Array(text.utf8)[...]) else { throw Unreadable() }
    return moment
}

private struct Unreadable: Error {}

/// SplitMix64, so that a seed gives the same again.
private struct SeededGenerator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }
}

@Suite("The calendar of a zone")
struct ZoneCalendarTests {
    @Test(
        "An ordinary local time is one moment",
        arguments: [
            ("Europe/Zurich", "2026-07-22 10:15", "2026-07-22T08:15Z"),
            ("Europe/Zurich", "2026-01-22 10:15", "2026-01-22T09:15Z"),
            // UICHKIN-234
            ("America/New_York", "2021-03-13 12:14", "2021-03-13T17:14Z"),
            ("Pacific/Kiritimati", "2026-07-22 00:00", "2026-07-21T10:00Z"),
            ("Pacific/Pago_Pago", "2026-07-22 23:59", "2026-07-23T10:59Z"),
            ("Asia/Kathmandu", "2026-07-22 10:00", "2026-07-22T04:15Z"),
            ("UTC", "1970-01-01 00:00", "1970-01-01T00:00Z"),
            ("GMT", "2026-07-22 10:00", "2026-07-22T10:00Z"),
            ("EST5EDT", "2026-07-22 10:00", "2026-07-22T14:00Z"),
            ("EST", "2026-07-22 10:00", "2026-07-22T15:00Z"),
            ("GB", "2026-07-22 10:00", "2026-07-22T09:00Z"),
            ("MET", "2026-01-22 10:00", "2026-01-22T09:00Z"),
            ("NZ-CHAT", "2026-07-22 10:00", "2026-07-21T21:15Z"),
        ])
    func ordinary(zone: String, wall: String, world: String) throws {
        let calendar = try #require(ZoneCalendar(zone: zone))
        #expect(calendar.moments(of: try local(wall)) == [try moment(world)])
    }

    @Test(
        "A local time that a clock change skips is no moment",
        arguments: [
            ("Europe/Zurich", "2026-03-29 02:30"), ("America/New_York", "2026-03-08 02:00"),
            ("Africa/Cairo", "2026-04-24 00:30"), ("Pacific/Chatham", "2026-09-27 03:00"),
            ("Australia/Lord_Howe", "2026-10-04 02:15"),
        ])
    func skipped(zone: String, wall: String) throws {
        #expect(try #require(ZoneCalendar(zone: zone)).moments(of: try local(wall)).isEmpty)
    }

    @Test(
        "A local time that occurs twice is two moments, earlier first",
        arguments: [
            ("America/New_York", "2026-11-01 01:30", "2026-11-01T05:30Z", "2026-11-01T06:30Z"),
            ("Europe/Zurich", "2026-10-25 02:00", "2026-10-25T00:00Z", "2026-10-25T01:00Z"),
            ("Australia/Lord_Howe", "2026-04-05 01:45", "2026-04-04T14:45Z", "2026-04-04T15:15Z"),
            ("Pacific/Chatham", "2026-04-05 03:00", "2026-04-04T13:15Z", "2026-04-04T14:15Z"),
        ])
    func twice(zone: String, wall: String, first: String, second: String) throws {
        let calendar = try #require(ZoneCalendar(zone: zone))
        #expect(calendar.moments(of: try local(wall)) == [try moment(first), try moment(second)])
    }

    @Test("A day is the zone's, to its last millisecond")
    func days() throws {
        let calendar = try #require(ZoneCalendar(zone: "Europe/Zurich"))
        let last = try moment("2026-03-31T21:59:59.999Z")
        #expect(calendar.day(of: last)?.description == "2026-03-31")
        #expect(calendar.day(of: last.advanced(by: 1))?.description == "2026-04-01")
    }

    @Test(
        "What is no place's name is no zone",
        arguments: [
            "Europe/Zuerich", "CET+1", "GMT+5", "", "Zurich", "../etc/passwd", "Europe/", "BST", "JST", "CEST",
            "localtime",
        ])
    func unknown(name: String) {
        #expect(ZoneCalendar(zone: name) == nil)
    }

    @Test(
        "Every moment is among the moments of what the clocks show at it",
        arguments: [
            "Europe/Zurich", "America/New_York", "Africa/Cairo", "Pacific/Chatham", "Australia/Lord_Howe",
            "Pacific/Apia", "Africa/Casablanca",
        ])
    func roundTrip(zone: String) throws {
        let calendar = try #require(ZoneCalendar(zone: zone))
        // Every 7 hours, 13 minutes and a bit, from 1990 to 2037: all changes are passed at many distances.
        for step in 0..<57_000 {
            let moment = Moment(milliseconds: 631_152_000_000 + Int64(step) * 25_987_654)
            let shown = try #require(calendar.local(at: moment))
            #expect(calendar.moments(of: shown.time).contains(moment), "\(zone) at \(moment.milliseconds)")
        }
    }

    /// Where and when zones change at odd times: at a second that is no minute, at 00:01, by 30 minutes, by a day.
    static let odd: [(zone: String, world: String)] = [
        ("Africa/Monrovia", "1972-01-07T00:44:30Z"), ("America/St_Johns", "2006-04-02T03:31:00Z"),
        ("America/St_Johns", "1988-04-03T03:31:00Z"), ("America/Goose_Bay", "2011-03-13T04:01:00Z"),
        ("America/Moncton", "2006-10-29T03:01:00Z"), ("Antarctica/Casey", "2020-10-03T16:01:00Z"),
        ("Asia/Gaza", "2010-03-26T22:01:00Z"), ("Asia/Kathmandu", "1985-12-31T18:30:00Z"),
        ("Australia/Lord_Howe", "2026-10-03T15:30:00Z"), ("Pacific/Apia", "2011-12-30T10:00:00Z"),
        ("Pacific/Guam", "1976-08-21T15:01:00Z"), ("Pacific/Kiritimati", "1979-10-01T10:40:00Z"),
    ]

    @Test("Around an odd change of clocks all is as Foundation says", arguments: odd)
    func aroundChanges(zone: String, world: String) throws {
        let calendar = try #require(ZoneCalendar(zone: zone))
        let foundation = try #require(TimeZone(identifier: zone))
        let change = try moment(world)
        #expect(offset(foundation, change) != offset(foundation, change.advanced(by: -1)), "it is a change")
        for second in [-61, -60, -59, -30, -1, 1, 30, 59, 60, 61] + stride(from: -1900, through: 1900, by: 97) {
            try compare(calendar, foundation, at: change.advanced(by: Int64(second) * 1000 + 499))
        }
        try compare(calendar, foundation, at: change)
        try compare(calendar, foundation, at: change.advanced(by: -1))
    }

    @Test("At random moments of random zones all is as Foundation says, near their changes too")
    func randomMoments() throws {
        let seed =
            ProcessInfo.processInfo.environment["CIRC_ZONE_SEED"].flatMap(UInt64.init)
            ?? UInt64.random(in: 0...UInt64.max)
        print("random moments: CIRC_ZONE_SEED=\(seed)")
        var random = SeededGenerator(state: seed)
        let zones = TimeZone.knownTimeZoneIdentifiers.filter { $0.contains("/") }.shuffled(using: &random).prefix(60)
        for zone in zones {
            let calendar = try #require(ZoneCalendar(zone: zone))
            let foundation = try #require(TimeZone(identifier: zone))
            for _ in 0..<100 {
                // From 1970 to 2037.
                let somewhen = Moment(milliseconds: .random(in: 0..<2_145_916_800_000, using: &random))
                try compare(calendar, foundation, at: somewhen)
                guard let change = foundation.nextDaylightSavingTimeTransition(after: date(somewhen)) else { continue }
                let near = Moment(milliseconds: Int64(change.timeIntervalSince1970 * 1000))
                for _ in 0..<5 {
                    let way = Int64.random(in: -5_400_000...5_400_000, using: &random)
                    try compare(calendar, foundation, at: near.advanced(by: way))
                }
            }
        }
    }

    /// Holds a calendar against Foundation at a moment, and at the local time that is shown there.
    private func compare(_ calendar: ZoneCalendar, _ foundation: TimeZone, at moment: Moment) throws {
        let shown = try #require(calendar.local(at: moment))
        #expect(shown.offset == offset(foundation, moment), "\(foundation.identifier) at \(moment.milliseconds)")
        // The local time an hour on may be one that clocks skip, and one that they repeat.
        for later in [0, 3_600_000] as [Int64] {
            let asUTC = shown.time.moment(offset: 0).advanced(by: later)
            let local = try #require(LocalTime(at: asUTC, offset: 0))
            let offsets = Set((-10...10).map { offset(foundation, asUTC.advanced(by: $0 * 3 * 3_600_000)) })
            let expected = offsets.map { local.moment(offset: $0) }
                .filter { local.moment(offset: offset(foundation, $0)) == $0 }
            #expect(
                calendar.moments(of: local) == expected.sorted(), "\(foundation.identifier) shows \(local)")
        }
    }

    private func offset(_ zone: TimeZone, _ moment: Moment) -> Int { zone.secondsFromGMT(for: date(moment)) }

    private func date(_ moment: Moment) -> Date { Date(timeIntervalSince1970: Double(moment.milliseconds) / 1000) }

    @Test("A calendar that several threads ask gives each of them the right answers")
    func threads() async throws {
        let calendar = try #require(ZoneCalendar(zone: "America/St_Johns"))
        let foundation = try #require(TimeZone(identifier: "America/St_Johns"))
        let start = try moment("2006-01-01T00:00Z")
        try await withThrowingTaskGroup(of: Void.self) { group in
            for thread in 0..<4 {
                group.addTask {
                    for step in 0..<3000 {
                        let moment = start.advanced(by: Int64((step * 7919 + thread * 13) % 40_000) * 800_000)
                        #expect(calendar.local(at: moment)?.offset == offset(foundation, moment))
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    @Test("The clock moves on from a time after this was written")
    func clock() {
        let first = SystemClock().now()
        #expect(first > Moment(milliseconds: 1_750_000_000_000))
        #expect(SystemClock().now() >= first)
    }

    @Test("The account has a name, and a group that is not there has no number")
    func account() throws {
        #expect(try !OperatingSystem.login().isEmpty)
        #expect(OperatingSystem.groupNumber(of: "root") == 0)
        #expect(OperatingSystem.groupNumber(of: "no such group") == nil)
    }
}
