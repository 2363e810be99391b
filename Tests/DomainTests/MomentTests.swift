import Domain
import Testing

@Suite("A moment and what clocks show of it")
struct MomentTests {
    private let least = Moment(milliseconds: .min)
    private let most = Moment(milliseconds: .max)

    @Test("It stops at the ends of what it can say")
    func ends() {
        #expect(most.advanced(by: 1) == most)
        #expect(least.advanced(by: -1) == least)
        #expect(least.advanced(by: .min) == least)
        #expect(day(0, 9).advanced(by: -1) == day(0, 8, 59, 59_999))
    }

    @Test("A clock shows the local day and time, before 1970 as after")
    func local() throws {
        let shown: [(Int64, Int, String)] = [
            (0, 0, "1970-01-01 00:00"), (-1, 0, "1969-12-31 23:59:59.999"), (0, -3600, "1969-12-31 23:00"),
            (1_784_505_600_000, 7200, "2026-07-20 02:00"), (1_784_505_605_007, 0, "2026-07-20 00:00:05.007"),
            (1_784_505_660_000, 45_900, "2026-07-20 12:46"), (1_784_505_605_000, 0, "2026-07-20 00:00:05"),
        ]
        for (milliseconds, offset, text) in shown {
            let moment = Moment(milliseconds: milliseconds)
            let local = try #require(LocalTime(at: moment, offset: offset))
            #expect(local.description == text)
            #expect(local.moment(offset: offset) == moment)
        }
    }

    @Test("Outside the years 1 to 9999 a clock shows nothing", arguments: [-14 * 3600, 0, 14 * 3600])
    func outside(_ offset: Int) throws {
        #expect(LocalTime(at: most, offset: offset) == nil)
        #expect(LocalTime(at: least, offset: offset) == nil)
        let (first, last) = (LibraryDay.earliest, LibraryDay.latest)
        let begins = try #require(LocalTime(day: first, hour: 0, minute: 0)).moment(offset: offset)
        let ends = try #require(LocalTime(day: last, hour: 23, minute: 59, second: 59, millisecond: 999))
            .moment(offset: offset)
        #expect(LocalTime(at: begins, offset: offset)?.day == first)
        #expect(LocalTime(at: begins.advanced(by: -1), offset: offset) == nil)
        #expect(LocalTime(at: ends, offset: offset)?.day == last)
        #expect(LocalTime(at: ends.advanced(by: 1), offset: offset) == nil)
    }

    @Test(
        "There is no such time of day",
        arguments: [(24, 0, 0, 0), (-1, 0, 0, 0), (0, 60, 0, 0), (0, 0, 60, 0), (0, 0, 0, 1000), (0, 0, 0, -1)])
    func noTime(_ hour: Int, _ minute: Int, _ second: Int, _ millisecond: Int) {
        #expect(LocalTime(day: monday, hour: hour, minute: minute, second: second, millisecond: millisecond) == nil)
    }

    @Test("A stated time lasts at least a millisecond")
    func resolution() {
        #expect(StatedTime(day(0, 9)).resolution == 1)
        #expect(StatedTime(day(0, 9), resolution: -5).resolution == 1)
        #expect(StatedTime(day(0, 9), resolution: StatedTime.minute).resolution == 60_000)
    }

    // Koha 24075, LP#1635737: the due instant is the last millisecond of the due day on the library's clocks.
    @Test("A return in the last millisecond of the due day is on time, one millisecond later it is not")
    func overdue() throws {
        let offset = 7200
        let last = try #require(LocalTime(day: monday, hour: 23, minute: 59, second: 59, millisecond: 999))
            .moment(offset: offset)
        let onTime = try #require(LocalTime(at: last, offset: offset)).day
        let late = try #require(LocalTime(at: last.advanced(by: 1), offset: offset)).day
        #expect(loan().daysLate(returnedOn: onTime) == 0)
        #expect(loan().daysLate(returnedOn: late) == 1)
        #expect(!loan().isOverdue(on: onTime))
        #expect(loan().isOverdue(on: late))
        #expect(!loan(returned: day(9, 9)).isOverdue(on: late))
    }

    // UICHKIN-234
    @Test("A New York desk's 12:14 in winter is 17:14 UTC")
    func newYork() throws {
        let day = try #require(LibraryDay(year: 2021, month: 3, day: 13))
        let local = try #require(LocalTime(day: day, hour: 12, minute: 14))
        #expect(LocalTime(at: local.moment(offset: -5 * 3600), offset: 0)?.description == "2021-03-13 17:14")
    }
}
