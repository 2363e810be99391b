import Domain
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
        arguments: ["Europe/Zuerich", "CET+1", "GMT+5", "", "Zurich", "../etc/passwd", "Europe/", "EST"])
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
