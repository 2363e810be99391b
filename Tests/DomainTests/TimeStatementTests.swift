import Domain
import Testing

@Suite("A written time")
struct TimeStatementTests {
    private func read(_ text: String) -> TimeStatement? { TimeStatement(iso: Array(text.utf8)[...]) }

    @Test("A date, a local time and an instant are told apart, each with its resolution")
    func forms() throws {
        let half = try #require(LocalTime(day: monday, hour: 10, minute: 15))
        let exact = try #require(LocalTime(day: monday, hour: 10, minute: 15, second: 30, millisecond: 70))
        #expect(read("2026-07-20") == .date(monday))
        #expect(read("2026-07-20 10:15") == .local(half, resolution: 60_000))
        #expect(read("2026-07-20T10:15:00") == .local(half, resolution: 1000))
        #expect(read("2026-07-20 10:15:30.07") == .local(exact, resolution: 1))
        #expect(read("2026-07-20T10:15Z") == .instant(day(0, 10, 15), resolution: 60_000))
        // RFC 3339 allows small letters.
        #expect(read("2026-07-20t10:15z") == .instant(day(0, 10, 15), resolution: 60_000))
        #expect(read("2026-07-20T10:15:00+02:00") == .instant(day(0, 8, 15), resolution: 1000))
        #expect(read("2026-07-20T10:15:00.000-05:30") == .instant(day(0, 15, 45), resolution: 1))
    }

    // Koha 11352
    @Test(
        "Nothing else is a time",
        arguments: [
            "", "01/02/2026", "7/22/2026", "22.07.26", "20260720", "2026-7-20", "2026-02-29", "2026-07-20 ",
            "2026-07-20 24:00", "2026-07-20  10:15", "2026-07-20 10", "2026-07-20 10:15:60", "2026-07-20T10:15:00.",
            "2026-07-20T10:15+2:00", "2026-07-20T10:15+24:00", "2026-07-20T10:15Zx", "2026-07-20T10:15 Z", "26-07-20",
            "+026-07-20", "2026-07-20Z", "0000-01-01", "٢٠٢٦-٠٧-٢٠",
        ])
    func noTime(_ text: String) {
        #expect(read(text) == nil)
    }

    @Test("A clock that was wrong is set right; a day stays, and only the scan that ends it moves")
    func shifted() throws {
        let before = try #require(LocalTime(day: monday, hour: 0, minute: 0))
        let sunday = try #require(monday.adding(-1))
        let after = try #require(LocalTime(day: sunday, hour: 23, minute: 59, second: 59))
        #expect(TimeStatement.local(before, resolution: 1).shifted(by: -1000) == .local(after, resolution: 1))
        #expect(
            TimeStatement.instant(day(0, 9), resolution: 1).shifted(by: 60_000) == .instant(day(0, 9, 1), resolution: 1)
        )
        #expect(TimeStatement.date(monday).shifted(by: 86_400_000) == .date(monday))
        #expect(
            TimeStatement.date(monday, scanned: day(0, 9)).shifted(by: 60_000)
                == .date(monday, scanned: day(0, 9, 1)))
        #expect(
            TimeStatement.picked(day(0, 0), scanned: day(0, 9)).shifted(by: -60_000)
                == .picked(day(0, 0), scanned: day(0, 8, 59)))
    }
}
