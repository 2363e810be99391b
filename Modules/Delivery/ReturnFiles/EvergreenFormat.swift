import Domain
import UseCases

/// Evergreen's offline transactions, `pending.xacts`: one JSON object a line, of which only check-ins are returns.
///
/// Lines that register a person hold an address and a password: nothing of them is read but their type.
struct EvergreenFormat: ReturnFormat {
    static let name = "evergreen"
    private static let keys: [StaticString] = [
        "type", "timestamp", "delta", "backdate", "barcode", "patron_barcode",
    ]
    private static let otherTypes: [StaticString] = ["renew", "in_house_use", "register"]
    private let keepsTimes: Bool

    static func recognises(_ start: FileStart, _ settings: ReadingSettings) -> Bool {
        start.lines.contains { line in
            JSONLine(line.span, keys: keys).map { $0.values[0] != nil && $0.values[1] != nil } ?? false
        }
    }

    init(_ start: FileStart, _ settings: ReadingSettings) throws(InputFailure) {
        keepsTimes = settings.keepsWrittenTimes
    }

    mutating func content(of line: Span<UInt8>, hasQuotes: Bool) -> ReturnLine.Content? {
        guard let object = JSONLine(line, keys: Self.keys) else {
            return .malformed(reason: "it is no JSON object, is cut, or says something twice")
        }
        guard object.says("checkin", 0, line) else { return other(object, line) }
        guard let barcode = object.string(4, line) else {
            let isNumber = object.number(4, line) != nil
            return .malformed(
                reason: isNumber ? "its barcode is a number and no text: zeros may be lost" : "its barcode is missing")
        }
        guard let (time, text, kept) = time(of: object, line) else {
            return .malformed(reason: "its timestamp, delta or backdate is missing or no time")
        }
        return .returned(copy: barcode.span, at: time, writtenAs: text.span, keeping: kept)
    }

    /// What is said of a line that is no check-in.
    private func other(_ object: JSONLine, _ line: Span<UInt8>) -> ReturnLine.Content {
        if object.string(0, line) == nil { return .malformed(reason: "its type is missing") }
        if object.says("checkout", 0, line) { return checkout(object, line) }
        for type in Self.otherTypes where object.says(type, 0, line) { return .unsupported(action: "\(type)") }
        return .malformed(reason: "its type is not known")
    }

    /// A loan; a checkout of what is not catalogued names no copy.
    private func checkout(_ object: JSONLine, _ line: Span<UInt8>) -> ReturnLine.Content {
        guard let barcode = object.string(4, line), let (time, text, kept) = time(of: object, line) else {
            return .unsupported(action: "checkout")
        }
        let card = object.string(5, line) ?? []
        return .lent("checkout", copy: barcode.span, card: card.span, at: time, writtenAs: text.span, keeping: kept)
    }

    /// When it happened, the texts that say so, and the one that says it if it is to be kept: the backdate, or else the
    /// timestamp with the delta added.
    private func time(
        of object: JSONLine, _ line: Span<UInt8>
    ) -> (TimeStatement, text: [UInt8], kept: String?)? {
        guard let timestamp = object.number(1, line), let seconds = Self.milliseconds(line, timestamp) else {
            return nil
        }
        var text: [UInt8] = []
        text.reserveCapacity(64)
        for index in timestamp { text.append(line[index]) }
        text.append(Byte.space)
        var scan = seconds
        if !object.isAbsent(2, line) {
            guard let delta = object.number(2, line), let more = Self.milliseconds(line, delta) else { return nil }
            for index in delta { text.append(line[index]) }
            scan += more
        }
        let backdate = object.isAbsent(3, line) ? [] : object.string(3, line)
        guard let backdate else { return nil }
        if backdate.isEmpty {
            let kept = text.span.text(0..<text.count, if: keepsTimes)
            return (.instant(Moment(milliseconds: scan), resolution: StatedTime.second), text, kept)
        }
        guard let time = TimeStatement(iso: backdate.span) else { return nil }
        text.append(Byte.space)
        text += backdate
        let kept = backdate.span.text(0..<backdate.count, if: keepsTimes)
        return (Self.picked(time, scanned: Moment(milliseconds: scan)), text, kept)
    }

    /// A person picks a backdate as a date, which is written as the UTC of its local midnight, or as a date alone.
    private static func picked(_ time: TimeStatement, scanned scan: Moment) -> TimeStatement {
        switch time {
        case .instant(let moment, _): .picked(moment, scanned: scan)
        case .date(let day, _): .date(day, scanned: scan)
        case .local, .picked: time
        }
    }

    /// A decimal number of seconds as milliseconds; nil if it has an exponent or is out of all reason.
    private static func milliseconds(_ line: Span<UInt8>, _ range: Range<Int>) -> Int64? {
        let isNegative = line[range.lowerBound] == Byte.hyphen
        let point = line.firstIndex(of: 0x2E, from: range.lowerBound).flatMap { $0 < range.upperBound ? $0 : nil }
        let whole = range.lowerBound + (isNegative ? 1 : 0)..<(point ?? range.upperBound)
        guard whole.count <= 12, let seconds = line.number(in: whole) else { return nil }
        var fraction = 0
        if let point {
            let digits = point + 1..<min(point + 4, range.upperBound)
            guard let number = line.number(in: digits), line.number(in: point + 1..<range.upperBound) != nil else {
                return nil
            }
            fraction = number * [100, 10, 1][digits.count - 1]
        }
        let sum = Int64(seconds) * 1000 + Int64(fraction)
        return isNegative ? -sum : sum
    }
}
