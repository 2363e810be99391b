import Domain
import UseCases

/// Alma's offline transactions, `.dat`, in columns: `YYYYMMDDHHmm`, `L` or `R`, and the barcode in 80 bytes; `R` is a return, in
/// local time to the minute.
///
/// A loan's line goes on with the member's card in another 80 bytes.
struct AlmaFormat: ReturnFormat {
    static let name = "alma"
    private static let barcode = 13..<93
    private static let card = 93..<173

    static func recognises(_ start: FileStart, _ settings: ReadingSettings) -> Bool {
        start.lines.contains { $0.count >= barcode.upperBound && time($0.span) != nil }
    }

    private let keepsTimes: Bool

    init(_ start: FileStart, _ settings: ReadingSettings) throws(InputFailure) {
        keepsTimes = settings.keepsWrittenTimes
    }

    mutating func content(of line: Span<UInt8>, hasQuotes: Bool) -> ReturnLine.Content? {
        guard let time = Self.time(line) else {
            return .malformed(reason: "it begins with no time of twelve digits and L or R")
        }
        if line[12] == Self.loan { return loan(at: time, line) }
        // A cut line would give a part of a barcode.
        guard line.count >= Self.barcode.upperBound else {
            return .malformed(
                reason: "it is shorter than 93 bytes: it is cut, or the spaces at its end were taken away")
        }
        return .returned(
            copy: line.extracting(Self.barcode), at: .local(time, resolution: StatedTime.minute),
            writtenAs: line.extracting(0..<12), keeping: line.text(0..<12, if: keepsTimes))
    }

    /// A loan; a cut line would give a part of a barcode, or of a card.
    private func loan(at time: LocalTime, _ line: Span<UInt8>) -> ReturnLine.Content {
        guard line.count >= Self.barcode.upperBound else { return .unsupported(action: "loan") }
        let card = line.count >= Self.card.upperBound ? line.trimmed(Self.card) : 0..<0
        return .lent(
            "loan", copy: line.extracting(Self.barcode), card: line.extracting(card),
            at: .local(time, resolution: StatedTime.minute), writtenAs: line.extracting(0..<12),
            keeping: line.text(0..<12, if: keepsTimes))
    }

    private static let loan: UInt8 = 0x4C
    private static let giveBack: UInt8 = 0x52

    /// The time, if a line begins with one and a letter for what happened.
    private static func time(_ line: Span<UInt8>) -> LocalTime? {
        guard line.count > 12, line[12] == loan || line[12] == giveBack, let year = line.number(at: 0, digits: 4),
            let month = line.number(at: 4, digits: 2), let date = line.number(at: 6, digits: 2),
            let day = LibraryDay(year: year, month: month, day: date), let hour = line.number(at: 8, digits: 2),
            let minute = line.number(at: 10, digits: 2)
        else { return nil }
        return LocalTime(day: day, hour: hour, minute: minute)
    }
}
