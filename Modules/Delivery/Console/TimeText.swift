public import Domain

/// Writes days and times for people: with the weekday, in the library's zone.
public struct TimeText: Sendable {
    private let local: @Sendable (Moment) -> LocalTime?

    /// Writes what the library's clocks show; where that gives nil, or before a library is open, UTC is written and named.
    public init(local: @escaping @Sendable (Moment) -> LocalTime?) {
        self.local = local
    }

    /// Writes UTC, and names it.
    public static let utc = TimeText { _ in nil }

    /// A day with its weekday, such as `Fri 2026-04-03`.
    public static func day(_ day: LibraryDay) -> String { "\(weekdays[day.weekday - 1]) \(day)" }

    /// A time to the minute with its weekday, such as `Fri 2026-04-03 14:05`.
    public func time(_ moment: Moment) -> String {
        if let shown = local(moment) { return Self.minute(shown) }
        guard let universal = LocalTime(at: moment, offset: 0) else { return "\(moment.milliseconds) ms after 1970" }
        return "\(Self.minute(universal)) UTC"
    }

    /// The day of a moment with its weekday.
    public func day(of moment: Moment) -> String {
        local(moment).map { Self.day($0.day) } ?? LocalTime(at: moment, offset: 0).map { Self.day($0.day) } ?? "–"
    }

    /// A time that a command line takes back without doubt, such as `2026-04-03T14:05:00Z`.
    public static func exact(_ moment: Moment) -> String {
        guard let universal = LocalTime(at: moment, offset: 0) else { return "\(moment.milliseconds) ms after 1970" }
        let hourAndMinute = clock(universal)
        let seconds = universal.millisecondOfDay / 1000 % 60
        return "\(universal.day)T\(hourAndMinute):\(seconds < 10 ? "0" : "")\(seconds)Z"
    }

    private static let weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]

    private static func minute(_ time: LocalTime) -> String { "\(day(time.day)) \(clock(time))" }

    private static func clock(_ time: LocalTime) -> String {
        let minutes = time.millisecondOfDay / 60_000
        let (hour, minute) = (minutes / 60, minutes % 60)
        return "\(hour < 10 ? "0" : "")\(hour):\(minute < 10 ? "0" : "")\(minute)"
    }
}
