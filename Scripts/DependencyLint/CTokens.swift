/// The tokens of a header or a module map, without comments; read in one pass, as a C compiler reads them.
struct CTokens {
    /// Names, numbers and texts in quotes whole, a line that begins with `#` whole, and marks one by one.
    private(set) var tokens: [String] = []
    /// Whether a comment or a text does not end.
    private(set) var isOpen = false

    init(_ source: some Sequence<UInt8>) {
        let bytes = Array(source)
        var index = 0
        var isLineStart = true
        func starts(_ text: StaticString) -> Bool {
            text.withUTF8Buffer { bytes[index...].starts(with: $0) }
        }
        /// Goes on until a condition holds, and says whether it ever did.
        func skip(until condition: () -> Bool) -> Bool {
            while index < bytes.count, !condition() { index += 1 }
            return index < bytes.count
        }
        while index < bytes.count {
            let (start, byte) = (index, bytes[index])
            if starts("/*") {
                index += 2
                isOpen = !skip { starts("*/") } || isOpen
                index += 2
            } else if starts("//") {
                _ = skip { bytes[index] == 0x0A }
            } else if byte == UInt8(ascii: "\"") {
                index += 1
                isOpen = !skip { bytes[index] == byte || bytes[index] == 0x0A } || bytes[index] == 0x0A || isOpen
                index += 1
                tokens.append(String(decoding: bytes[start..<min(index, bytes.count)], as: UTF8.self))
                isLineStart = false
            } else if byte == UInt8(ascii: "#"), isLineStart {
                _ = skip { bytes[index] == 0x0A }
                tokens.append(String(decoding: bytes[start..<index], as: UTF8.self))
            } else if Self.isWord(byte) {
                _ = skip { !Self.isWord(bytes[index]) }
                tokens.append(String(decoding: bytes[start..<index], as: UTF8.self))
                isLineStart = false
            } else {
                index += 1
                if byte == 0x0A {
                    isLineStart = true
                } else if ![0x20, 0x09, 0x0D].contains(byte) {
                    tokens.append(String(decoding: [byte], as: UTF8.self))
                    isLineStart = false
                }
            }
        }
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
