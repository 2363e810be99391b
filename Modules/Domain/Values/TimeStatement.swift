/// A time as it was written, before a zone makes a moment of it.
public enum TimeStatement: Hashable, Sendable {
    /// A point in time, with its resolution in milliseconds.
    case instant(Moment, resolution: Int64)
    /// A time on the library's clocks, with its resolution in milliseconds.
    case local(LocalTime, resolution: Int64)
    /// A whole day of the library's calendar.
    case date(LibraryDay)

    /// Reads `YYYY-MM-DD`, perhaps followed by `T` or one space and `HH:MM[:SS[.fff]]`, perhaps followed by `Z` or
    /// `±HH:MM` (ISO 8601, RFC 3339).
    ///
    /// Nothing else is a time: other orders of day and month are never guessed.
    public init?(iso bytes: ArraySlice<UInt8>) {
        var reader = DigitReader(bytes)
        guard let year = reader.number(digits: 4), reader.skip(0x2D), let month = reader.number(digits: 2),
            reader.skip(0x2D), let date = reader.number(digits: 2),
            let day = LibraryDay(year: year, month: month, day: date)
        else { return nil }
        if reader.isAtEnd {
            self = .date(day)
            return
        }
        guard reader.skip(0x54) || reader.skip(0x20), let hour = reader.number(digits: 2), reader.skip(0x3A),
            let minute = reader.number(digits: 2)
        else { return nil }
        var (second, millisecond, resolution) = (0, 0, StatedTime.minute)
        if reader.skip(0x3A) {
            guard let seconds = reader.number(digits: 2) else { return nil }
            (second, resolution) = (seconds, StatedTime.second)
            if reader.skip(0x2E) {
                guard let fraction = reader.fraction() else { return nil }
                (millisecond, resolution) = (fraction, StatedTime.millisecond)
            }
        }
        guard let time = LocalTime(day: day, hour: hour, minute: minute, second: second, millisecond: millisecond)
        else { return nil }
        if reader.isAtEnd {
            self = .local(time, resolution: resolution)
            return
        }
        guard let offset = reader.offset(), reader.isAtEnd else { return nil }
        self = .instant(time.moment(offset: offset), resolution: resolution)
    }

    /// The same time, so many milliseconds later: for a machine whose clock was wrong.
    ///
    /// A date cannot be shifted.
    public func shifted(by milliseconds: Int64) -> TimeStatement {
        switch self {
        case .instant(let moment, let resolution):
            return .instant(moment.advanced(by: milliseconds), resolution: resolution)
        case .local(let local, let resolution):
            let moved = local.moment(offset: 0).advanced(by: milliseconds)
            return LocalTime(at: moved, offset: 0).map { .local($0, resolution: resolution) } ?? self
        case .date:
            return self
        }
    }
}

/// Reads fixed numbers of digits from bytes.
private struct DigitReader {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) {
        rest = bytes
    }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func skip(_ byte: UInt8) -> Bool {
        guard rest.first == byte else { return false }
        rest.removeFirst()
        return true
    }

    mutating func number(digits count: Int) -> Int? {
        guard rest.count >= count else { return nil }
        var value = 0
        for byte in rest.prefix(count) {
            guard byte >= 0x30, byte <= 0x39 else { return nil }
            value = value * 10 + Int(byte - 0x30)
        }
        rest.removeFirst(count)
        return value
    }

    /// One to nine digits after the point, as milliseconds; what is finer is cut.
    mutating func fraction() -> Int? {
        let digits = rest.prefix { $0 >= 0x30 && $0 <= 0x39 }
        guard (1...9).contains(digits.count) else { return nil }
        rest.removeFirst(digits.count)
        return (Array(digits.prefix(3)) + [0x30, 0x30]).prefix(3).reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }

    /// `Z` or `±HH:MM`, as seconds ahead of UTC.
    mutating func offset() -> Int? {
        if skip(0x5A) || skip(0x7A) { return 0 }
        let sign: Int
        if skip(0x2B) { sign = 1 } else if skip(0x2D) { sign = -1 } else { return nil }
        guard let hours = number(digits: 2), skip(0x3A), let minutes = number(digits: 2), hours < 24, minutes < 60
        else { return nil }
        return sign * (hours * 60 + minutes) * 60
    }
}
