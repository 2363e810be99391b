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
        try self.init(bytes: Array(text.utf8)[...])
    }

    /// Normalises what a file holds; refuses what is empty, too long, not UTF-8, has a control character, or was
    /// turned into a number such as `3.1E+13` by a spreadsheet.
    public init(bytes: ArraySlice<UInt8>) throws(InvalidRequest) {
        let code = Self.unquoted(Self.trimmed(bytes))
        if code.isEmpty { throw InvalidRequest(.copy, .missing) }
        if code.count > Self.maximumBytes { throw InvalidRequest(.copy, .tooLong(maximumBytes: Self.maximumBytes)) }
        if TextRule.hasControlCharacter(code) { throw InvalidRequest(.copy, .controlCharacter) }
        if Self.isScientificNumber(code) { throw InvalidRequest(.copy, .spreadsheetDamage) }
        guard let text = String(validating: code, as: UTF8.self) else { throw InvalidRequest(.copy, .notUTF8) }
        exact = ExactText(text)
    }

    /// Takes a barcode that a store kept; it was normalised when it came in.
    public init(stored text: String) {
        exact = ExactText(text)
    }

    /// Orders byte for byte.
    public static func < (lhs: Barcode, rhs: Barcode) -> Bool { lhs.exact < rhs.exact }

    private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var rest = bytes
        while true {
            if let first = rest.first, first == 0x20 || first == 0x09 {
                rest.removeFirst()
            } else if let last = rest.last, last == 0x20 || last == 0x09 {
                rest.removeLast()
            } else if rest.starts(with: [0xC2, 0xA0]) {
                rest.removeFirst(2)
            } else if rest.count >= 2, rest.suffix(2).elementsEqual([0xC2, 0xA0]) {
                rest.removeLast(2)
            } else {
                return rest
            }
        }
    }

    private static func unquoted(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        guard bytes.count >= 2, bytes.first == 0x22, bytes.last == 0x22 else { return bytes }
        return trimmed(bytes.dropFirst().dropLast())
    }

    /// Whether the code is digits, perhaps with a point or comma, then `E+` and digits: what spreadsheets make of a long number.
    private static func isScientificNumber(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard let e = bytes.firstIndex(where: { $0 == 0x45 || $0 == 0x65 }),
            bytes.index(after: e) < bytes.endIndex, bytes[bytes.index(after: e)] == 0x2B
        else { return false }
        let digits: (UInt8) -> Bool = { $0 >= 0x30 && $0 <= 0x39 }
        let mantissa = bytes[..<e]
        let exponent = bytes[bytes.index(e, offsetBy: 2)...]
        return !mantissa.isEmpty && mantissa.allSatisfy { digits($0) || $0 == 0x2E || $0 == 0x2C }
            && !exponent.isEmpty && exponent.allSatisfy(digits)
    }
}
