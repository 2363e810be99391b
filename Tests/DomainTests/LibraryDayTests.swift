import Domain
import Testing

@Suite("A library day")
struct LibraryDayTests {
    /// Walks the calendar from its first day, counting days, months and years as a child would.
    private func walk(_ visit: (_ number: Int, _ year: Int, _ month: Int, _ day: Int, _ weekday: Int) -> Bool) {
        var (year, month, day, weekday) = (1, 1, 1, 1)
        for number in -719_162...2_932_896 {
            guard visit(number, year, month, day, weekday) else { return }
            let isLeap = year % 400 == 0 || year % 4 == 0 && year % 100 != 0
            let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
            day += 1
            weekday = weekday % 7 + 1
            if day > lengths[month - 1] { (month, day) = (month + 1, 1) }
            if month > 12 { (year, month) = (year + 1, 1) }
        }
    }

    @Test("Over its whole range it is the date that counting days gives, and the date gives it back")
    func dates() {
        var (visited, last) = (0, (0, 0, 0))
        walk { number, year, month, day, weekday in
            last = (year, month, day)
            // Every first and second to fourth last of a month, every day of a leap February's end, and every 11th day.
            guard day == 1 || day >= 28 || number % 11 == 0 else { return true }
            visited += 1
            guard let given = LibraryDay(number: number), given.date == (year, month, day), given.weekday == weekday,
                LibraryDay(year: year, month: month, day: day) == given
            else {
                Issue.record("\(number) is not \(year)-\(month)-\(day), weekday \(weekday)")
                return false
            }
            return true
        }
        #expect(last == (9999, 12, 31))
        #expect(visited > 700_000)
    }

    @Test("It begins with year 1 and ends with year 9999")
    func ends() {
        #expect(LibraryDay.earliest.date == (1, 1, 1))
        #expect(LibraryDay.latest.date == (9999, 12, 31))
        for number in [-719_163, 2_932_897, .min, .max] { #expect(LibraryDay(number: number) == nil) }
        #expect(LibraryDay.latest.adding(1) == nil)
        #expect(LibraryDay.earliest.adding(-1) == nil)
        #expect(LibraryDay.latest.adding(.max) == nil)
        #expect(LibraryDay.earliest.adding(.min) == nil)
        #expect(LibraryDay.earliest.adding(3_652_058) == .latest)
    }

    @Test(
        "There is no such date",
        arguments: [
            (2026, 2, 29), (1900, 2, 29), (2100, 2, 29), (2000, 2, 30), (2026, 4, 31), (2026, 13, 1), (2026, 0, 1),
            (2026, 1, 0), (2026, 1, 32), (0, 12, 31), (10_000, 1, 1), (-4, 1, 1), (2026, .max, 1), (.max, 1, 1),
        ])
    func noDate(_ year: Int, _ month: Int, _ day: Int) {
        #expect(LibraryDay(year: year, month: month, day: day) == nil)
    }

    @Test("It is known by its number: 1970-01-01 is 0, a Thursday")
    func numbers() throws {
        let known = [(0, "1970-01-01", 4), (-1, "1969-12-31", 3), (20_654, "2026-07-20", 1), (11_016, "2000-02-29", 2)]
        for (number, text, weekday) in known {
            let day = try #require(LibraryDay(number: number))
            #expect(day.description == text)
            #expect(day.weekday == weekday)
        }
        #expect(LibraryDay.earliest.description == "0001-01-01")
    }

    // LP#1635737, SLiMS 55, LP#2142518, Koha 39748: clock changes between the two do not matter to civil dates.
    @Test(
        "Days are added to the date, not to the time",
        arguments: [
            ("2026-03-20", 14, "2026-04-03"), ("2026-03-28", 3, "2026-03-31"), ("2026-03-15", 14, "2026-03-29"),
            ("2026-04-10", 14, "2026-04-24"), ("2028-02-28", 1, "2028-02-29"), ("2027-12-31", 365, "2028-12-30"),
            ("2026-11-01", -1, "2026-10-31"), ("2026-07-20", 0, "2026-07-20"),
        ])
    func adding(_ from: String, _ days: Int, _ to: String) throws {
        let parts = from.split(separator: "-").compactMap { Int($0) }
        let day = try #require(LibraryDay(year: parts[0], month: parts[1], day: parts[2]))
        #expect(day.adding(days)?.description == to)
    }
}
