/// A time as it was written, before a zone makes a moment of it.
public enum TimeStatement: Hashable, Sendable {
    /// A point in time, with its resolution in milliseconds.
    case instant(Moment, resolution: Int64)
    /// A time on the library's clocks, with its resolution in milliseconds.
    case local(LocalTime, resolution: Int64)
    /// A whole day of the library's calendar, ended by the scan if that is known.
    case date(LibraryDay, scanned: Moment? = nil)
    /// A day that a person picked, by its first moment, ended by the scan.
    case picked(Moment, scanned: Moment)

    /// Reads `YYYY-MM-DD`, perhaps followed by `T` or one space and `HH:MM[:SS[.fff]]`, perhaps followed by `Z` or
    /// `±HH:MM` (ISO 8601, RFC 3339); `t` and `z` do as well.
    ///
    /// Nothing else is a time: other orders of day and month are never guessed.
    public init?(iso bytes: ArraySlice<UInt8>) {
        self.init(iso: bytes.span)
    }

    /// Reads the same from a part of a file.
    public init?(iso bytes: Span<UInt8>) {
        var reader = DigitReader()
        guard let year = reader.number(digits: 4, bytes), reader.skip(0x2D, bytes),
            let month = reader.number(digits: 2, bytes), reader.skip(0x2D, bytes),
            let date = reader.number(digits: 2, bytes), let day = LibraryDay(year: year, month: month, day: date)
        else { return nil }
        if reader.index == bytes.count {
            self = .date(day)
            return
        }
        guard reader.skip(0x54, bytes) || reader.skip(0x74, bytes) || reader.skip(0x20, bytes),
            let hour = reader.number(digits: 2, bytes),
            reader.skip(0x3A, bytes), let minute = reader.number(digits: 2, bytes)
        else { return nil }
        var (second, millisecond, resolution) = (0, 0, StatedTime.minute)
        if reader.skip(0x3A, bytes) {
            guard let seconds = reader.number(digits: 2, bytes) else { return nil }
            (second, resolution) = (seconds, StatedTime.second)
            if reader.skip(0x2E, bytes) {
                guard let fraction = reader.fraction(bytes) else { return nil }
                (millisecond, resolution) = (fraction, StatedTime.millisecond)
            }
        }
        guard let time = LocalTime(day: day, hour: hour, minute: minute, second: second, millisecond: millisecond)
        else { return nil }
        if reader.index == bytes.count {
            self = .local(time, resolution: resolution)
            return
        }
        guard let offset = reader.offset(bytes), reader.index == bytes.count else { return nil }
        self = .instant(time.moment(offset: offset), resolution: resolution)
    }

    /// The time as text that is read back as the same: a point in time in UTC, and else what the clock or calendar showed.
    ///
    /// A zero at its end may be left out, and with it the resolution that was stated.
    public var text: String {
        switch self {
        case .instant(let moment, _), .picked(let moment, _):
            LocalTime(at: moment, offset: 0).map { "\($0)Z" } ?? "\(moment.milliseconds) ms after 1970"
        case .local(let local, _): "\(local)"
        case .date(let day, _): "\(day)"
        }
    }

    /// The same time, so many milliseconds later: for a machine whose clock was wrong.
    ///
    /// A day is what a person chose, and no clock: it stays as it is, and the scan that ends it moves.
    public func shifted(by milliseconds: Int64) -> TimeStatement {
        switch self {
        case .instant(let moment, let resolution):
            return .instant(moment.advanced(by: milliseconds), resolution: resolution)
        case .local(let local, let resolution):
            let moved = local.moment(offset: 0).advanced(by: milliseconds)
            return LocalTime(at: moved, offset: 0).map { .local($0, resolution: resolution) } ?? self
        case .date(let day, let scan):
            return .date(day, scanned: scan?.advanced(by: milliseconds))
        case .picked(let moment, let scan):
            return .picked(moment, scanned: scan.advanced(by: milliseconds))
        }
    }
}

/// Reads fixed numbers of digits, one after another, from the same bytes.
private struct DigitReader {
    /// Where it stands.
    private(set) var index = 0

    @inline(__always)
    mutating func skip(_ byte: UInt8, _ bytes: Span<UInt8>) -> Bool {
        guard index < bytes.count, bytes[index] == byte else { return false }
        index += 1
        return true
    }

    @inline(__always)
    mutating func number(digits count: Int, _ bytes: Span<UInt8>) -> Int? {
        guard bytes.count - index >= count else { return nil }
        var value = 0
        for place in index..<index + count {
            guard let digit = Self.digit(bytes[place]) else { return nil }
            value = value * 10 + digit
        }
        index += count
        return value
    }

    /// One to nine digits after the point, as milliseconds; what is finer is cut.
    mutating func fraction(_ bytes: Span<UInt8>) -> Int? {
        let start = index
        var (milliseconds, unit) = (0, 100)
        while index < bytes.count, let digit = Self.digit(bytes[index]) {
            milliseconds += digit * unit
            unit /= 10
            index += 1
        }
        return (1...9).contains(index - start) ? milliseconds : nil
    }

    /// `Z` or `±HH:MM`, as seconds ahead of UTC.
    mutating func offset(_ bytes: Span<UInt8>) -> Int? {
        if skip(0x5A, bytes) || skip(0x7A, bytes) { return 0 }
        let sign: Int
        if skip(0x2B, bytes) { sign = 1 } else if skip(0x2D, bytes) { sign = -1 } else { return nil }
        guard let hours = number(digits: 2, bytes), skip(0x3A, bytes), let minutes = number(digits: 2, bytes),
            hours < 24, minutes < 60
        else { return nil }
        return sign * (hours * 60 + minutes) * 60
    }

    private static func digit(_ byte: UInt8) -> Int? { byte >= 0x30 && byte <= 0x39 ? Int(byte - 0x30) : nil }
}
