import Domain
import UseCases

/// Sierra's transactions, `rdy*`: `i:yymmddhhmm:bBARCODE:::GROUP` is a check-in, in local time to the minute.
///
/// Checkouts, `o`, and renewals, `r`, name a person's card, behind the letter `b` or `p`, and a due date in the two fields
/// that a check-in leaves empty.
struct SierraFormat: ReturnFormat {
    static let name = "sierra"
    private static let fieldCount = 6

    static func recognises(_ start: FileStart, _ settings: ReadingSettings) -> Bool {
        start.lines.contains { time($0.span) != nil }
    }

    private let keepsTimes: Bool

    init(_ start: FileStart, _ settings: ReadingSettings) throws(InputFailure) {
        keepsTimes = settings.keepsWrittenTimes
    }

    mutating func content(of line: Span<UInt8>, hasQuotes: Bool) -> ReturnLine.Content? {
        guard let time = Self.time(line) else {
            return .malformed(reason: "it begins with no code i, o or r and a time of ten digits")
        }
        // A cut line would give a part of a barcode.
        guard let (barcode, card) = Self.fields(line) else {
            return .malformed(reason: "it has not the six fields of a transaction, or is cut")
        }
        switch line[0] {
        case 0x6F: return checkout(of: barcode, to: card, at: time, line)
        case 0x72: return .unsupported(action: "renewal")
        default: break
        }
        guard !barcode.isEmpty, line[barcode.lowerBound] == Self.letterB else {
            return .malformed(reason: "its barcode has no b before it")
        }
        return .returned(
            copy: line.extracting(barcode.dropFirst()), at: .local(time, resolution: StatedTime.minute),
            writtenAs: line.extracting(2..<12), keeping: line.text(2..<12, if: keepsTimes))
    }

    /// A loan, if the barcode has its letter; without one before it a card is not taken for one.
    private func checkout(
        of barcode: Range<Int>, to card: Range<Int>, at time: LocalTime, _ line: Span<UInt8>
    ) -> ReturnLine.Content {
        guard !barcode.isEmpty, line[barcode.lowerBound] == Self.letterB else {
            return .unsupported(action: "checkout")
        }
        let isCard = !card.isEmpty && [Self.letterB, Self.letterP].contains(line[card.lowerBound])
        return .lent(
            "checkout", copy: line.extracting(barcode.dropFirst()),
            card: line.extracting(isCard ? card.dropFirst() : 0..<0),
            at: .local(time, resolution: StatedTime.minute), writtenAs: line.extracting(2..<12),
            keeping: line.text(2..<12, if: keepsTimes))
    }

    private static let letterB: UInt8 = 0x62
    private static let letterP: UInt8 = 0x70

    /// The time, if a line begins with a code and one.
    private static func time(_ line: Span<UInt8>) -> LocalTime? {
        guard line.count > 12, [0x69, 0x6F, 0x72].contains(line[0]), line[1] == Byte.colon, line[12] == Byte.colon,
            let year = line.number(at: 2, digits: 2), let month = line.number(at: 4, digits: 2),
            let date = line.number(at: 6, digits: 2), let day = LibraryDay(year: 2000 + year, month: month, day: date),
            let hour = line.number(at: 8, digits: 2), let minute = line.number(at: 10, digits: 2)
        else { return nil }
        return LocalTime(day: day, hour: hour, minute: minute)
    }

    /// Where the barcode and the card stand, each with its letter; nil if the line has more or fewer fields than a
    /// transaction.
    private static func fields(_ line: Span<UInt8>) -> (barcode: Range<Int>, card: Range<Int>)? {
        var colons = 0
        for index in 0..<line.count where line[index] == Byte.colon { colons += 1 }
        guard colons == fieldCount - 1, let end = line.firstIndex(of: Byte.colon, from: 13),
            let cardEnd = line.firstIndex(of: Byte.colon, from: end + 1)
        else { return nil }
        return (line.trimmed(13..<end), line.trimmed(end + 1..<cardEnd))
    }
}
