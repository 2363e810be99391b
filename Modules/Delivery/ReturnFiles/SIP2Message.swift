import Domain

/// One SIP2 message (3M Standard Interchange Protocol 2.00) within a line of a log: what stands before it is passed over.
struct SIP2Message {
    /// What kind of message it is.
    enum Code {
        case checkin, checkinAnswer, checkout, checkoutAnswer, renewal, payment
    }

    private static let dateBytes = 18

    let code: Code
    /// The two dates of a check-in, as they were written.
    let dates: Range<Int>
    private let start: Int
    private let fields: Int

    /// Finds the first message of a kind that matters; nil if there is none.
    init?(_ line: Span<UInt8>) {
        var start = 0
        while start + 2 + Self.dateBytes <= line.count {
            if let (code, dates, fields) = Self.head(line, start) {
                self.code = code
                self.dates = start + dates..<start + fields
                self.start = start
                self.fields = start + fields
                return
            }
            start += 1
        }
        return nil
    }

    /// Whether a line holds a message of any kind, as far as its date shows.
    static func holdsOne(_ line: Span<UInt8>) -> Bool {
        guard line.firstIndex(of: Byte.bar) != nil, line.count > dateBytes + 2 else { return false }
        return (2..<line.count - dateBytes).contains { isDate(line, $0) }
    }

    /// Whether a line has the beginning of a check-in, be it whole or not.
    static func beginsCheckin(_ line: Span<UInt8>) -> Bool {
        guard line.count >= 5 else { return false }
        return (0...line.count - 5).contains { start in
            line.equals("09N20", in: start..<start + 5) || line.equals("09Y20", in: start..<start + 5)
        }
    }

    /// Where the value of a field stands; nil if there is none, or the bar behind it was cut off.
    func field(_ name: StaticString, _ line: Span<UInt8>) -> Range<Int>? {
        let (first, second) = (name.utf8Start[0], name.utf8Start[1])
        var index = fields
        while index + 2 <= line.count, checksumDigits(line, at: index) == nil,
            let end = line.firstIndex(of: Byte.bar, from: index + 2)
        {
            if line[index] == first, line[index + 1] == second { return index + 2..<end }
            index = end + 1
        }
        return nil
    }

    /// Whether the checksum is right, or there is none.
    func hasRightChecksum(_ line: Span<UInt8>) -> Bool {
        var index = fields
        while index + 2 <= line.count {
            if let digits = checksumDigits(line, at: index) { return isRight(line, digits) }
            guard let end = line.firstIndex(of: Byte.bar, from: index + 2) else { return true }
            index = end + 1
        }
        return true
    }

    /// When the message was made.
    var firstDate: Range<Int> { dates.lowerBound..<dates.lowerBound + Self.dateBytes }

    /// When a check-in says that the copy came back.
    var returnDate: Range<Int> { dates.upperBound - Self.dateBytes..<dates.upperBound }

    /// What a date says, to the second; nil if there is no such day or time.
    func time(at place: Range<Int>, _ line: Span<UInt8>) -> TimeStatement? {
        let date = place.lowerBound
        guard let year = line.number(at: date, digits: 4), let month = line.number(at: date + 4, digits: 2),
            let ofMonth = line.number(at: date + 6, digits: 2),
            let day = LibraryDay(year: year, month: month, day: ofMonth),
            let hour = line.number(at: date + 12, digits: 2), let minute = line.number(at: date + 14, digits: 2),
            let second = line.number(at: date + 16, digits: 2),
            let local = LocalTime(day: day, hour: hour, minute: minute, second: second)
        else { return nil }
        return line[date + 11] == Self.universal
            ? .instant(local.moment(offset: 0), resolution: StatedTime.second)
            : .local(local, resolution: StatedTime.second)
    }

    /// Whether an answer says that the library's system took the copy back, or lent it.
    func isGood(_ line: Span<UInt8>) -> Bool { line[start + 2] != Byte.zero }

    /// Whether a checkout happened before the library's system was asked, whatever that answers.
    func happenedBefore(_ line: Span<UInt8>) -> Bool { line[start + 3] == Self.yes }

    private static let universal: UInt8 = 0x5A
    private static let yes: UInt8 = 0x59

    /// The fixed part of a message at an index: its kind, where its first date begins, and where its fields do.
    private static func head(_ line: Span<UInt8>, _ start: Int) -> (Code, dates: Int, fields: Int)? {
        let (code, dates, fields): (Code, Int, Int)
        switch (line[start], line[start + 1]) {
        case (0x30, 0x39): (code, dates, fields) = (.checkin, 3, 39)
        case (0x31, 0x30): (code, dates, fields) = (.checkinAnswer, 6, 24)
        case (0x31, 0x31): (code, dates, fields) = (.checkout, 4, 40)
        case (0x31, 0x32): (code, dates, fields) = (.checkoutAnswer, 6, 24)
        case (0x32, 0x39): (code, dates, fields) = (.renewal, 4, 40)
        case (0x36, 0x35): (code, dates, fields) = (.renewal, 2, 20)
        case (0x33, 0x37): (code, dates, fields) = (.payment, 2, 27)
        default: return nil
        }
        guard start + fields <= line.count, isDate(line, start + dates),
            code != .checkin || isDate(line, start + dates + dateBytes),
            (start + 2..<start + dates).allSatisfy({ isFlag(line[$0]) })
        else { return nil }
        return (code, dates, fields)
    }

    private static func isFlag(_ byte: UInt8) -> Bool {
        byte == yes || byte == 0x4E || byte == 0x55 || byte == Byte.zero || byte == 0x31
    }

    /// `YYYYMMDD`, four spaces, or three and a `Z`, and `HHMMSS`.
    private static func isDate(_ line: Span<UInt8>, _ start: Int) -> Bool {
        guard start + dateBytes <= line.count else { return false }
        return (0..<dateBytes).allSatisfy { place in
            let byte = line[start + place]
            return switch place {
            case 8..<11: byte == Byte.space
            case 11: byte == Byte.space || byte == universal
            default: byte >= Byte.zero && byte <= Byte.nine
            }
        }
    }

    /// Where the digits of the checksum begin, if what begins at an index is the end of the message: `AY3AZ` or `AZ`.
    private func checksumDigits(_ line: Span<UInt8>, at index: Int) -> Int? {
        let mark = index + 1 < line.count && line[index] == 0x41 && line[index + 1] == 0x59 ? index + 3 : index
        return mark + 1 < line.count && line[mark] == 0x41 && line[mark + 1] == 0x5A ? mark + 2 : nil
    }

    /// The digits are the two's complement of the sum of all bytes before them.
    private func isRight(_ line: Span<UInt8>, _ digits: Int) -> Bool {
        guard digits + 4 <= line.count else { return false }
        var sum: UInt16 = 0
        for index in start..<digits { sum &+= UInt16(line[index]) }
        var stated: UInt16 = 0
        for index in digits..<digits + 4 {
            guard let digit = line[index].hexadecimalDigit else { return false }
            stated = stated << 4 | UInt16(digit)
        }
        return sum &+ stated == 0
    }
}
