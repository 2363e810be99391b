/// The limits that all stated text obeys.
enum TextRule {
    /// Text without control characters, of 1 to `maximumBytes` UTF-8 bytes, taken exactly as it is.
    static func exact(
        _ text: String, _ field: InvalidRequest.Field, maximumBytes: Int
    ) throws(InvalidRequest) -> ExactText {
        try check(text.utf8.span, field, maximumBytes: maximumBytes)
        return ExactText(text)
    }

    /// As `exact`, from bytes.
    static func exact(
        utf8 bytes: Span<UInt8>, _ field: InvalidRequest.Field, maximumBytes: Int
    ) throws(InvalidRequest) -> ExactText {
        try check(bytes, field, maximumBytes: maximumBytes)
        return try ExactText(utf8: bytes, field)
    }

    private static func check(
        _ bytes: Span<UInt8>, _ field: InvalidRequest.Field, maximumBytes: Int
    ) throws(InvalidRequest) {
        if bytes.isEmpty { throw InvalidRequest(field, .missing) }
        if bytes.count > maximumBytes { throw InvalidRequest(field, .tooLong(maximumBytes: maximumBytes)) }
        if hasControlCharacter(bytes) { throw InvalidRequest(field, .controlCharacter) }
    }

    /// Text for people: white space around it is dropped, then as `exact`.
    static func prose(
        _ text: String, _ field: InvalidRequest.Field, maximumBytes: Int
    ) throws(InvalidRequest) -> String {
        try exact(trimmed(text), field, maximumBytes: maximumBytes).text
    }

    /// Optional text for people: absent or blank is nil.
    static func optionalProse(
        _ text: String?, _ field: InvalidRequest.Field, maximumBytes: Int
    ) throws(InvalidRequest) -> String? {
        guard let text, !trimmed(text).isEmpty else { return nil }
        return try prose(text, field, maximumBytes: maximumBytes)
    }

    /// Whether UTF-8 holds a C0 control, DEL or a C1 control (U+0080…U+009F, in UTF-8 `C2 80`…`C2 9F`).
    static func hasControlCharacter(_ utf8: Span<UInt8>) -> Bool {
        // Most text is ASCII, of which eight bytes are looked at together.
        var start = 0
        while start + 8 <= utf8.count,
            isPlain(utf8.bytes.unsafeLoadUnaligned(fromByteOffset: start, as: UInt64.self))
        {
            start += 8
        }
        var previous: UInt8 = 0
        for index in start..<utf8.count {
            let byte = utf8[index]
            if byte < 0x20 || byte == 0x7F { return true }
            if previous == 0xC2 && byte < 0xA0 { return true }
            previous = byte
        }
        return false
    }

    /// Whether eight bytes are all ASCII and no control characters.
    private static func isPlain(_ bytes: UInt64) -> Bool {
        let (ones, tops) = (UInt64(0x0101_0101_0101_0101), UInt64(0x8080_8080_8080_8080))
        let deletes = bytes ^ (ones * 0x7F)
        // A byte borrows from its top bit only if it is less than what is taken from it.
        return (bytes | (bytes &- ones * 0x20) | (deletes &- ones) & ~deletes) & tops == 0
    }

    private static func trimmed(_ text: String) -> String {
        // Most text has no white space around, and asking Unicode what is white takes long.
        if isTrimmed(text.utf8.span) { return text }
        guard let first = text.firstIndex(where: { !$0.isWhitespace }),
            let last = text.lastIndex(where: { !$0.isWhitespace })
        else { return "" }
        return String(text[first...last])
    }

    /// Whether there is surely no white space around; false where that must be asked of Unicode.
    static func isTrimmed(_ utf8: Span<UInt8>) -> Bool {
        !utf8.isEmpty && isVisible(utf8[0]) && isVisible(utf8[utf8.count - 1])
    }

    private static func isVisible(_ byte: UInt8) -> Bool { byte > 0x20 && byte < 0x7F }
}
