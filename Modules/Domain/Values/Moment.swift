/// A point in time: milliseconds since 1970-01-01 00:00 UTC.
public struct Moment: Hashable, Comparable, Sendable {
    /// Milliseconds since 1970-01-01 00:00 UTC.
    public let milliseconds: Int64

    /// The point in time so many milliseconds after 1970-01-01 00:00 UTC.
    public init(milliseconds: Int64) {
        self.milliseconds = milliseconds
    }

    /// The moment `milliseconds` later (earlier when negative); it stops at the ends of what a moment can say.
    public func advanced(by milliseconds: Int64) -> Moment {
        let (sum, overflow) = self.milliseconds.addingReportingOverflow(milliseconds)
        return Moment(milliseconds: overflow ? (milliseconds > 0 ? .max : .min) : sum)
    }

    /// Orders by time.
    public static func < (lhs: Moment, rhs: Moment) -> Bool { lhs.milliseconds < rhs.milliseconds }
}

/// When something happened, and when the library recorded it.
public struct Occurrence: Hashable, Sendable {
    /// The time of the event itself: the scan.
    public let happenedAt: Moment
    /// The time of the commit.
    public let recordedAt: Moment

    /// An event that happened at one time and was recorded at another.
    public init(happenedAt: Moment, recordedAt: Moment) {
        self.happenedAt = happenedAt
        self.recordedAt = recordedAt
    }
}

/// A time that a caller stated, and how finely it was stated.
public struct StatedTime: Hashable, Sendable {
    /// Resolution of a time given to the millisecond.
    public static let millisecond: Int64 = 1
    /// Resolution of a time given to the second.
    public static let second: Int64 = 1000
    /// Resolution of a time given to the minute.
    public static let minute: Int64 = 60_000

    /// The beginning of what was stated: 10:15 means 10:15:00.000.
    public let moment: Moment
    /// How long the stated time lasts, in milliseconds, 1 or more: a minute for 10:15, about 24 hours for a date.
    public let resolution: Int64

    /// A time stated to a resolution of `resolution` milliseconds.
    public init(_ moment: Moment, resolution: Int64 = StatedTime.millisecond) {
        self.moment = moment
        self.resolution = max(1, resolution)
    }
}

/// A time on the wall of a library, which a zone turns into no, one or two moments.
public struct LocalTime: Hashable, Sendable, CustomStringConvertible {
    /// The civil date.
    public let day: LibraryDay
    /// Milliseconds since 00:00 on the clock, 0 to 86,399,999.
    public let millisecondOfDay: Int

    /// A time on a day; nil when the clock shows no such time.
    public init?(day: LibraryDay, hour: Int, minute: Int, second: Int = 0, millisecond: Int = 0) {
        guard (0..<24).contains(hour), (0..<60).contains(minute), (0..<60).contains(second),
            (0..<1000).contains(millisecond)
        else { return nil }
        self.day = day
        millisecondOfDay = ((hour * 60 + minute) * 60 + second) * 1000 + millisecond
    }

    /// What a clock that is `offset` seconds ahead of UTC shows at a moment; nil outside the years 1 to 9999.
    public init?(at moment: Moment, offset: Int) {
        let (local, overflow) = moment.milliseconds.addingReportingOverflow(Int64(offset) * 1000)
        guard !overflow else { return nil }
        let (days, ofDay) = local.quotientAndRemainder(dividingBy: 86_400_000)
        guard let day = LibraryDay(number: Int(ofDay < 0 ? days - 1 : days)) else { return nil }
        self.day = day
        millisecondOfDay = Int(ofDay < 0 ? ofDay + 86_400_000 : ofDay)
    }

    /// The moment at which a clock that is `offset` seconds ahead of UTC shows this time.
    public func moment(offset: Int) -> Moment {
        Moment(
            milliseconds: Int64(day.number) * 86_400_000 + Int64(millisecondOfDay) - Int64(offset) * 1000)
    }

    /// `YYYY-MM-DD HH:MM`, with seconds and milliseconds only where they are not zero.
    public var description: String {
        let minutes = millisecondOfDay / 60_000
        let base = "\(day) \(padded(minutes / 60, to: 2)):\(padded(minutes % 60, to: 2))"
        let rest = millisecondOfDay % 60_000
        if rest == 0 { return base }
        let seconds = "\(base):\(padded(rest / 1000, to: 2))"
        return rest % 1000 == 0 ? seconds : "\(seconds).\(padded(rest % 1000, to: 3))"
    }
}
