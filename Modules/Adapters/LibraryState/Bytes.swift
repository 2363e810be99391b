/// Bytes that are no writing of what they should be.
public struct Malformed: Error, Hashable, Sendable {
    /// Says only that they are not.
    public init() {}
}

/// Writes numbers and texts as bytes that mean the same on every machine.
public struct ByteWriter: Sendable {
    /// What was written.
    public var bytes: [UInt8] = []

    /// Nothing written yet.
    public init() {}

    /// One byte.
    public mutating func byte(_ value: UInt8) { bytes.append(value) }

    /// A number in one to ten bytes, seven bits each, the lowest first (LEB128).
    public mutating func number(_ value: UInt64) {
        var rest = value
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }

    /// A number of zero or more.
    public mutating func count(_ value: Int) { number(UInt64(value)) }

    /// A number of either sign: small ones of both take few bytes (zigzag).
    public mutating func signed(_ value: Int64) { number(UInt64(bitPattern: value << 1 ^ value >> 63)) }

    /// A number in as many bytes as its type has, the lowest first.
    @inlinable
    public mutating func fixed(_ value: some FixedWidthInteger & UnsignedInteger) {
        withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
    }

    /// A text with its length before it.
    public mutating func text(_ value: String) {
        var value = value
        value.withUTF8 {
            count($0.count)
            bytes.append(contentsOf: $0)
        }
    }

    /// A text or none.
    public mutating func optionalText(_ value: String?) {
        byte(value == nil ? 0 : 1)
        if let value { text(value) }
    }
}

/// Reads what `ByteWriter` wrote.
///
/// Nothing is believed: every length is checked against what is there before anything is made of it.
public struct ByteReader: Sendable {
    private let bytes: [UInt8]
    private var position: Int
    private let end: Int
    /// The version of the layout in which the bytes were written.
    public var layout = UInt32.max

    /// Reads a part of an array, which is not copied.
    public init(_ bytes: [UInt8], _ range: Range<Int>) {
        self.bytes = bytes
        position = range.lowerBound
        end = min(range.upperBound, bytes.count)
    }

    /// Whether nothing is left.
    public var isAtEnd: Bool { position >= end }

    /// One byte.
    public mutating func byte() throws(Malformed) -> UInt8 {
        guard position < end else { throw Malformed() }
        defer { position += 1 }
        return bytes[position]
    }

    /// A number in its one shortest writing.
    public mutating func number() throws(Malformed) -> UInt64 {
        var value: UInt64 = 0
        var shift: UInt64 = 0
        while true {
            let next = try byte()
            if shift == 63, next > 1 { throw Malformed() }
            value |= UInt64(next & 0x7F) << shift
            if next < 0x80 {
                if next == 0, shift > 0 { throw Malformed() }
                return value
            }
            shift += 7
            if shift > 63 { throw Malformed() }
        }
    }

    /// A number that a type can hold.
    @inlinable
    public mutating func number<Number: FixedWidthInteger>(as type: Number.Type) throws(Malformed) -> Number {
        guard let number = Number(exactly: try number()) else { throw Malformed() }
        return number
    }

    /// A number of either sign.
    public mutating func signed() throws(Malformed) -> Int64 {
        let value = try number()
        return Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1)
    }

    /// A number in as many bytes as its type has.
    @inlinable
    public mutating func fixed<Number: FixedWidthInteger & UnsignedInteger>(
        as type: Number.Type
    ) throws(Malformed) -> Number {
        Number(truncatingIfNeeded: try littleEndian(Number.bitWidth / 8))
    }

    /// A number in so many bytes, eight at most, the lowest first.
    public mutating func littleEndian(_ size: Int) throws(Malformed) -> UInt64 {
        guard end - position >= size else { throw Malformed() }
        var value: UInt64 = 0
        for index in 0..<size { value |= UInt64(bytes[position + index]) << UInt64(8 * index) }
        position += size
        return value
    }

    /// The bytes of a text of at most so many.
    public mutating func textBytes(maximum: Int) throws(Malformed) -> ArraySlice<UInt8> {
        let count = try number(as: Int.self)
        guard count <= maximum, count <= end - position else { throw Malformed() }
        defer { position += count }
        return bytes[position..<position + count]
    }

    /// A text of at most so many bytes.
    public mutating func text(maximum: Int = 4096) throws(Malformed) -> String {
        let bytes = try textBytes(maximum: maximum)
        do { return String(copying: try UTF8Span(validating: bytes.span)) } catch { throw Malformed() }
    }

    /// A text or none.
    public mutating func optionalText(maximum: Int = 4096) throws(Malformed) -> String? {
        try flag() ? text(maximum: maximum) : nil
    }

    /// Yes or no.
    public mutating func flag() throws(Malformed) -> Bool {
        switch try byte() {
        case 0: return false
        case 1: return true
        default: throw Malformed()
        }
    }
}
