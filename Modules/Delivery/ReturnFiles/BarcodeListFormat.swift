import Domain
import UseCases

/// A list of barcodes, one a line, all returned at the time that the command states; a line with `#` first is a comment.
struct BarcodeListFormat: ReturnFormat {
    static let name = "list"
    static let takesGivenTime = true
    private let text: [UInt8]
    private let time: TimeStatement
    private let keptTime: String?

    var mayStateLoans: Bool { false }

    /// A list is told from other text only if each line can be nothing but a barcode: digits, perhaps with letters and
    /// hyphens among them, in no column wider than a barcode may be.
    static func recognises(_ start: FileStart, _ settings: ReadingSettings) -> Bool {
        start.lines.allSatisfy { line in
            if isComment(line.span) { return true }
            let code = line[line.span.trimmed(0..<line.count)]
            return line.count <= Barcode.maximumBytes && code.contains { $0 >= Byte.zero && $0 <= Byte.nine }
                && code.allSatisfy(isUsual)
        }
    }

    init(_ start: FileStart, _ settings: ReadingSettings) throws(InputFailure) {
        guard let given = settings.returnedAt else {
            throw start.refused("a list of barcodes states no times; say when they came back with --returned-at")
        }
        text = Array(given.text.utf8)
        time = given.statement
        keptTime = settings.keepsWrittenTimes ? given.text : nil
    }

    mutating func content(of line: Span<UInt8>, hasQuotes: Bool) -> ReturnLine.Content? {
        Self.isComment(line) ? nil : .returned(copy: line, at: time, writtenAs: text.span, keeping: keptTime)
    }

    private static func isComment(_ line: Span<UInt8>) -> Bool {
        let rest = line.trimmed(0..<line.count)
        return !rest.isEmpty && line[rest.lowerBound] == 0x23
    }

    private static func isUsual(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, Byte.hyphen: true
        default: false
        }
    }
}
