import Console
import Domain
import Testing

@Suite("Days and times for people")
struct TimeTextTests {
    @Test(
        "A day is shown with its weekday",
        arguments: [(2026, 4, 3, "Fri 2026-04-03"), (2024, 2, 29, "Thu 2024-02-29"), (1969, 12, 31, "Wed 1969-12-31")])
    func day(year: Int, month: Int, day: Int, shown: String) throws {
        let date = try #require(LibraryDay(year: year, month: month, day: day))
        #expect(TimeText.day(date) == shown)
    }

    @Test("A time is shown to the minute in the library's zone, and in UTC only where it says so")
    func time() {
        let moment = Moment(milliseconds: 1_775_217_899_999)
        let zurich = TimeText { LocalTime(at: $0, offset: 7200) }
        #expect(zurich.time(moment) == "Fri 2026-04-03 14:04")
        #expect(TimeText.utc.time(moment) == "Fri 2026-04-03 12:04 UTC")
        #expect(zurich.day(of: moment) == "Fri 2026-04-03")
        #expect(TimeText.exact(moment) == "2026-04-03T12:04:59Z")
    }

    @Test("A time outside the calendar is shown all the same")
    func outside() {
        #expect(TimeText.utc.time(Moment(milliseconds: .max)) == "9223372036854775807 ms after 1970")
    }
}
