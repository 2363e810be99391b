public import Domain
public import Ports

/// What a library's calendar makes of a time as it was written.
public enum TimeReading: Hashable, Sendable {
    /// It is this time.
    case at(StatedTime)
    /// The local time occurs twice, at these moments.
    case ambiguous(StatedTime, StatedTime)
    /// A clock change skips the local time.
    case nonexistent

    /// Reads a written time in the library's zone.
    ///
    /// A date lasts from its first moment to the first of the day after.
    public init(_ statement: TimeStatement, in calendar: any LibraryCalendar) {
        switch statement {
        case .instant(let moment, let resolution):
            self = .at(StatedTime(moment, resolution: resolution))
        case .local(let local, let resolution):
            let readings = calendar.moments(of: local).map { StatedTime($0, resolution: resolution) }
            switch readings.count {
            case 0: self = .nonexistent
            case 1: self = .at(readings[0])
            default: self = .ambiguous(readings[0], readings[readings.count - 1])
            }
        case .date(let day):
            guard let start = Self.start(of: day, in: calendar) else {
                self = .nonexistent
                return
            }
            // The last day of the calendar has none after it.
            let end = day.adding(1).flatMap { Self.start(of: $0, in: calendar) } ?? start.advanced(by: 86_400_000)
            self = .at(StatedTime(start, resolution: end.milliseconds - start.milliseconds))
        }
    }

    /// The one time it is, or what is wrong with it.
    func only() throws(InvalidRequest) -> StatedTime {
        switch self {
        case .at(let time): return time
        case .ambiguous(let first, let second):
            throw InvalidRequest(.happenedAt, .ambiguousTime(first.moment, second.moment))
        case .nonexistent: throw InvalidRequest(.happenedAt, .nonexistentTime)
        }
    }

    /// The first moment of a day: midnight, or where a clock change skips that, the first quarter of an hour that exists.
    private static func start(of day: LibraryDay, in calendar: any LibraryCalendar) -> Moment? {
        for quarter in 0..<16 {
            if let local = LocalTime(day: day, hour: quarter / 4, minute: quarter % 4 * 15),
                let first = calendar.moments(of: local).first
            {
                return first
            }
        }
        return nil
    }
}
