public import Domain

/// Reads what a person typed into a field; the domain judges what was read.
public enum StatedText {
    /// A whole number in decimal digits, perhaps with a minus; spaces around it do no harm.
    ///
    /// - Throws: `missing` for blank text, `malformed` for anything else that is no such number.
    public static func number(_ text: String, as field: InvalidRequest.Field) throws(InvalidRequest) -> Int64 {
        let digits = trimmed(text)
        if digits.isEmpty { throw InvalidRequest(field, .missing) }
        guard digits.first != 0x2B, let number = Int64(String(decoding: digits, as: UTF8.self)) else {
            throw InvalidRequest(field, .malformed)
        }
        return number
    }

    /// A whole number as `number` reads it, in the machine's size; nil if nothing is stated.
    public static func optionalNumber(
        _ text: String?, as field: InvalidRequest.Field
    ) throws(InvalidRequest) -> Int? {
        guard let text else { return nil }
        guard let number = Int(exactly: try number(text, as: field)) else { throw InvalidRequest(field, .malformed) }
        return number
    }

    /// A time in an ISO form; nil if nothing is stated.
    public static func optionalTime(_ text: String?) throws(InvalidRequest) -> TimeStatement? {
        guard let text else { return nil }
        let bytes = trimmed(text)
        if bytes.isEmpty { throw InvalidRequest(.happenedAt, .missing) }
        guard let time = TimeStatement(iso: bytes) else { throw InvalidRequest(.happenedAt, .malformed) }
        return time
    }

    private static func trimmed(_ text: String) -> ArraySlice<UInt8> {
        var bytes = Array(text.utf8)[...]
        while bytes.first == 0x20 || bytes.first == 0x09 { bytes.removeFirst() }
        while bytes.last == 0x20 || bytes.last == 0x09 { bytes.removeLast() }
        return bytes
    }
}
