/// A copy's barcode: 1 to 64 bytes, compared byte for byte, leading zeros significant.
///
/// There is one normaliser, here, and every way in uses it: files, commands and desks. It drops ASCII spaces, tabs,
/// no-break spaces and one pair of double quotes *around* the code and keeps everything inside; no character has a
/// meaning.
public struct Barcode: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The most bytes a barcode may have.
    public static let maximumBytes = 64

    private let exact: ExactText

    /// The barcode as text.
    public var text: String { exact.text }

    /// The barcode as text.
    public var description: String { exact.text }

    /// Normalises what a person typed.
    public init(_ text: String) throws(InvalidRequest) {
        try self.init(bytes: Array(text.utf8).span)
    }

    /// Normalises what a file holds.
    ///
    /// - Throws: what is wrong with it: it is empty, too long, not UTF-8, has a control character, or was turned into a
    ///   number such as `3.1E+13` by a spreadsheet.
    public init(bytes: Span<UInt8>) throws(InvalidRequest) {
        let code = bytes.extracting(Self.codeRange(in: bytes))
        if code.isEmpty { throw InvalidRequest(.copy, .missing) }
        if code.count > Self.maximumBytes { throw InvalidRequest(.copy, .tooLong(maximumBytes: Self.maximumBytes)) }
        // Most barcodes are digits, of which nothing more needs to be asked.
        if Self.isNumber(code) {
            exact = ExactText(digits: code)
            return
        }
        if TextRule.hasControlCharacter(code) { throw InvalidRequest(.copy, .controlCharacter) }
        if Self.isScientificNumber(code) { throw InvalidRequest(.copy, .spreadsheetDamage) }
        exact = try ExactText(utf8: code, .copy)
    }

    /// Takes a barcode that a store kept; it was normalised when it came in.
    public init(stored text: String) {
        exact = ExactText(text)
    }

    /// Orders byte for byte.
    public static func < (lhs: Barcode, rhs: Barcode) -> Bool { lhs.exact < rhs.exact }

    /// Where the code stands between spaces and perhaps quotes.
    private static func codeRange(in bytes: Span<UInt8>) -> Range<Int> {
        let code = trimmed(bytes, 0..<bytes.count)
        guard code.count >= 2, bytes[code.lowerBound] == 0x22, bytes[code.upperBound - 1] == 0x22 else { return code }
        return trimmed(bytes, code.lowerBound + 1..<code.upperBound - 1)
    }

    private static func trimmed(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Range<Int> {
        var (start, end) = (range.lowerBound, range.upperBound)
        while start < end {
            if bytes[start] == 0x20 || bytes[start] == 0x09 {
                start += 1
            } else if end - start >= 2, bytes[start] == 0xC2, bytes[start + 1] == 0xA0 {
                start += 2
            } else {
                break
            }
        }
        while start < end {
            if bytes[end - 1] == 0x20 || bytes[end - 1] == 0x09 {
                end -= 1
            } else if end - start >= 2, bytes[end - 2] == 0xC2, bytes[end - 1] == 0xA0 {
                end -= 2
            } else {
                break
            }
        }
        return start..<end
    }

    /// Whether the code is digits, perhaps with a point or comma, then `E+` and digits: what spreadsheets make of a long
    /// number.
    private static func isScientificNumber(_ code: Span<UInt8>) -> Bool {
        var mantissa = 0
        while mantissa < code.count, isDigit(code[mantissa]) || code[mantissa] == 0x2E || code[mantissa] == 0x2C {
            mantissa += 1
        }
        guard mantissa > 0, code.count > mantissa + 2, code[mantissa] == 0x45 || code[mantissa] == 0x65,
            code[mantissa + 1] == 0x2B
        else { return false }
        for index in mantissa + 2..<code.count where !isDigit(code[index]) { return false }
        return true
    }

    private static func isNumber(_ code: Span<UInt8>) -> Bool {
        for index in code.indices where !isDigit(code[index]) { return false }
        return true
    }

    private static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }
}
