public import Domain
public import Ports

/// What a library's calendar makes of a time as it was written.
public enum TimeReading: Hashable, Sendable {
    /// It is this time.
    case at(StatedTime)
    /// The local time occurs twice, at these moments.
    case ambiguous(StatedTime, StatedTime)
    /// A clock change skips the local time: it is one of these on a clock that was not put forward when it should, or was
    /// too soon.
    case nonexistent(StatedTime, StatedTime)

    /// Reads a written time in the library's zone.
    ///
    /// A date lasts from its first moment to the first of the day after, or to the scan if that is earlier.
    public init(_ statement: TimeStatement, in calendar: any LibraryCalendar) {
        switch statement {
        case .instant(let moment, let resolution):
            self = .at(StatedTime(moment, resolution: resolution))
        case .local(let local, let resolution):
            let readings = calendar.moments(of: local).map { StatedTime($0, resolution: resolution) }
            switch readings.count {
            case 0: self = Self.skipped(local.moment(offset: 0), resolution, in: calendar)
            case 1: self = .at(readings[0])
            default: self = .ambiguous(readings[0], readings[readings.count - 1])
            }
        case .picked(let start, let scan):
            self = .at(StatedTime(start, until: min(scan, start.advanced(by: Self.longestDay))))
        case .date(let day, let scan):
            guard let start = Self.start(of: day, in: calendar) else {
                self = Self.skipped(Moment(milliseconds: Int64(day.number) * Self.day), Self.day, in: calendar)
                return
            }
            // The last day of the calendar has none after it.
            let end = day.adding(1).flatMap { Self.start(of: $0, in: calendar) } ?? start.advanced(by: Self.day)
            self = .at(StatedTime(start, until: min(scan ?? end, end)))
        }
    }

    /// The one time it is, or of two the one that the choice picks; nil if there are two and no choice.
    func settled(by choice: ReconcileReturns.Ambiguity?) -> StatedTime? {
        switch self {
        case .at(let time): time
        case .ambiguous(let earlier, let later), .nonexistent(let earlier, let later):
            switch choice {
            case .earlier: earlier
            case .later: later
            case nil: nil
            }
        }
    }

    /// The moments that it may be, earlier first: one, or two.
    var moments: [Moment] {
        switch self {
        case .at(let time): [time.moment]
        case .ambiguous(let earlier, let later), .nonexistent(let earlier, let later):
            [earlier.moment, later.moment]
        }
    }

    /// What is said of a line whose time is left at that.
    var verdict: Verdict { if case .nonexistent = self { .nonexistentTime } else { .ambiguousTime } }

    /// The one time it is, or what is wrong with it.
    func only() throws(InvalidRequest) -> StatedTime {
        switch self {
        case .at(let time): return time
        case .ambiguous(let first, let second):
            throw InvalidRequest(.happenedAt, .ambiguousTime(first.moment, second.moment))
        case .nonexistent: throw InvalidRequest(.happenedAt, .nonexistentTime)
        }
    }

    private static let day: Int64 = 86_400_000
    /// A day on which the clocks are put back by an hour.
    private static let longestDay: Int64 = 25 * 3_600_000
    /// No zone's clocks were ever put forward by more than a day.
    private static let quartersAround = 1...104

    /// What a skipped time would be if the clocks went on as before the change, and if they had been changed before it.
    ///
    /// The time is given as if it were of UTC.
    private static func skipped(
        _ asUTC: Moment, _ resolution: Int64, in calendar: any LibraryCalendar
    ) -> TimeReading {
        func reading(_ direction: Int64) -> Moment {
            for quarters in quartersAround {
                let distance = direction * Int64(quarters) * 15 * 60_000
                guard let beside = LocalTime(at: asUTC.advanced(by: distance), offset: 0) else { break }
                let moments = calendar.moments(of: beside)
                if let nearest = direction < 0 ? moments.last : moments.first {
                    return nearest.advanced(by: -distance)
                }
            }
            return asUTC
        }
        let readings = [reading(1), reading(-1)].map { StatedTime($0, resolution: resolution) }
        return .nonexistent(readings[0], readings[1])
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

extension StatedTime {
    /// A day from its first moment up to another.
    fileprivate init(_ start: Moment, until end: Moment) {
        self.init(start, resolution: end.milliseconds - start.milliseconds)
    }
}
