/// A civil date as a day number: 0 is 1970-01-01, years 1 to 9999 of the Gregorian calendar.
///
/// Arithmetic is on civil dates, never on seconds.
public struct LibraryDay: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// Days since 1970-01-01.
    public let number: Int32

    /// 0001-01-01.
    public static let earliest = LibraryDay(unchecked: -719_162)
    /// 9999-12-31.
    public static let latest = LibraryDay(unchecked: 2_932_896)

    private init(unchecked number: Int32) {
        self.number = number
    }

    /// The day with a number; nil outside the years 1 to 9999.
    public init?(number: Int) {
        guard number >= Int(Self.earliest.number), number <= Int(Self.latest.number) else { return nil }
        self.number = Int32(number)
    }

    /// Takes a number that a store kept.
    public init(stored number: Int32) {
        self.number = number
    }

    /// The day of a civil date; nil if there is no such date in the years 1 to 9999.
    public init?(year: Int, month: Int, day: Int) {
        guard (1...9999).contains(year), (1...12).contains(month),
            day >= 1, day <= Self.length(ofMonth: month, year: year)
        else { return nil }
        // Counts from 1 March of year 0, so that a leap day is the last of its year.
        let shifted = month > 2 ? year : year - 1
        let monthsSinceMarch = (month + 9) % 12
        let dayOfYear = (153 * monthsSinceMarch + 2) / 5 + day - 1
        let days = shifted * 365 + shifted / 4 - shifted / 100 + shifted / 400 + dayOfYear
        number = Int32(days - 719_468)
    }

    /// The day `days` later (earlier when negative); nil when that leaves the calendar.
    public func adding(_ days: Int) -> LibraryDay? {
        let (sum, overflow) = Int(number).addingReportingOverflow(days)
        return overflow ? nil : LibraryDay(number: sum)
    }

    /// The civil date.
    public var date: (year: Int, month: Int, day: Int) {
        let days = Int(number) + 719_468
        let era = (days >= 0 ? days : days - 146_096) / 146_097
        let dayOfEra = days - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthsSinceMarch = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * monthsSinceMarch + 2) / 5 + 1
        let month = monthsSinceMarch < 10 ? monthsSinceMarch + 3 : monthsSinceMarch - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
    }

    /// The day of the week, 1 for Monday to 7 for Sunday (ISO 8601).
    public var weekday: Int {
        let sinceMonday = (Int(number) + 3) % 7
        return (sinceMonday < 0 ? sinceMonday + 7 : sinceMonday) + 1
    }

    /// `YYYY-MM-DD`.
    public var description: String {
        let (year, month, day) = date
        return "\(padded(year, to: 4))-\(padded(month, to: 2))-\(padded(day, to: 2))"
    }

    /// Orders by date.
    public static func < (lhs: LibraryDay, rhs: LibraryDay) -> Bool { lhs.number < rhs.number }

    private static func length(ofMonth month: Int, year: Int) -> Int {
        switch month {
        case 4, 6, 9, 11: 30
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        default: 31
        }
    }
}

/// A number with leading zeros.
func padded(_ number: Int, to width: Int) -> String {
    let digits = String(number)
    return digits.utf8.count >= width ? digits : String(repeating: "0", count: width - digits.utf8.count) + digits
}
