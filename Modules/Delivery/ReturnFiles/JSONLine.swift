/// Reads one line that must be one JSON object (RFC 8259), and finds the values of a few of its members.
///
/// Nothing of a line is kept or told but what is asked for: lines may hold what nobody should see.
struct JSONLine {
    /// So deep may values be nested.
    private static let maximumDepth = 32

    /// Where the wanted values stand, in the order of the keys; nil where there is none.
    private(set) var values: [Range<Int>?]
    private let keys: [StaticString]
    private var index = 0

    /// Reads a line; nil if it is no JSON object, or has a wanted member twice.
    init?(_ line: Span<UInt8>, keys: [StaticString]) {
        self.keys = keys
        values = Array(repeating: nil, count: keys.count)
        skipSpace(line)
        guard skip(0x7B, line), members(line, depth: 0, isWanted: true) else { return nil }
        skipSpace(line)
        guard index == line.count else { return nil }
    }

    /// The text of a string value, without its escapes; nil if the value is none.
    func string(_ place: Int, _ line: Span<UInt8>) -> [UInt8]? {
        guard let range = values[place], line[range.lowerBound] == Byte.quote else { return nil }
        return Self.unescaped(line, range.lowerBound + 1..<range.upperBound - 1)
    }

    /// Whether a value is a string that says a text.
    func says(_ text: StaticString, _ place: Int, _ line: Span<UInt8>) -> Bool {
        guard let range = values[place], line[range.lowerBound] == Byte.quote else { return false }
        return Self.says(text, line, range.lowerBound + 1..<range.upperBound - 1)
    }

    /// Where a number stands; nil if the value is none.
    func number(_ place: Int, _ line: Span<UInt8>) -> Range<Int>? {
        guard let range = values[place] else { return nil }
        let first = line[range.lowerBound]
        return first == Byte.hyphen || first >= Byte.zero && first <= Byte.nine ? range : nil
    }

    /// Whether a member is absent or null.
    func isAbsent(_ place: Int, _ line: Span<UInt8>) -> Bool {
        values[place].map { line[$0.lowerBound] == 0x6E } ?? true
    }

    /// Reads members up to the closing brace.
    private mutating func members(_ line: Span<UInt8>, depth: Int, isWanted: Bool) -> Bool {
        skipSpace(line)
        if skip(0x7D, line) { return true }
        while true {
            skipSpace(line)
            let start = index
            guard string(line) else { return false }
            let place = isWanted ? place(of: start + 1..<index - 1, line) : nil
            skipSpace(line)
            guard skip(Byte.colon, line) else { return false }
            skipSpace(line)
            let valueStart = index
            guard value(line, depth: depth + 1) else { return false }
            if let place {
                if values[place] != nil { return false }
                values[place] = valueStart..<index
            }
            skipSpace(line)
            if skip(0x7D, line) { return true }
            guard skip(Byte.comma, line) else { return false }
        }
    }

    /// The place of a key among those wanted.
    private func place(of key: Range<Int>, _ line: Span<UInt8>) -> Int? {
        for place in keys.indices where Self.says(keys[place], line, key) { return place }
        return nil
    }

    private mutating func value(_ line: Span<UInt8>, depth: Int) -> Bool {
        guard index < line.count, depth <= Self.maximumDepth else { return false }
        switch line[index] {
        case Byte.quote: return string(line)
        case 0x7B:
            index += 1
            return members(line, depth: depth, isWanted: false)
        case 0x5B: return elements(line, depth: depth)
        case 0x74: return word("true", line)
        case 0x66: return word("false", line)
        case 0x6E: return word("null", line)
        default: return number(line)
        }
    }

    private mutating func elements(_ line: Span<UInt8>, depth: Int) -> Bool {
        index += 1
        skipSpace(line)
        if skip(0x5D, line) { return true }
        while true {
            skipSpace(line)
            guard value(line, depth: depth + 1) else { return false }
            skipSpace(line)
            if skip(0x5D, line) { return true }
            guard skip(Byte.comma, line) else { return false }
        }
    }

    /// Passes a string with its quotes; its escapes are checked, its UTF-8 where it is used.
    private mutating func string(_ line: Span<UInt8>) -> Bool {
        guard skip(Byte.quote, line) else { return false }
        while index < line.count {
            let byte = line[index]
            index += 1
            if byte == Byte.quote { return true }
            if byte < 0x20 { return false }
            if byte == 0x5C {
                guard index < line.count else { return false }
                let length = Self.escapeLength(line, index)
                if length == 0 { return false }
                index += length
            }
        }
        return false
    }

    private mutating func number(_ line: Span<UInt8>) -> Bool {
        _ = skip(Byte.hyphen, line)
        let start = index
        guard digits(line) else { return false }
        if line[start] == Byte.zero, index > start + 1 { return false }
        if skip(0x2E, line), !digits(line) { return false }
        if skip(0x65, line) || skip(0x45, line) {
            if !skip(0x2B, line) { _ = skip(Byte.hyphen, line) }
            return digits(line)
        }
        return true
    }

    private mutating func digits(_ line: Span<UInt8>) -> Bool {
        let start = index
        while index < line.count, line[index] >= Byte.zero, line[index] <= Byte.nine { index += 1 }
        return index > start
    }

    private mutating func word(_ word: StaticString, _ line: Span<UInt8>) -> Bool {
        let end = index + word.utf8CodeUnitCount
        guard end <= line.count, line.equals(word, in: index..<end) else { return false }
        index = end
        return true
    }

    private mutating func skip(_ byte: UInt8, _ line: Span<UInt8>) -> Bool {
        guard index < line.count, line[index] == byte else { return false }
        index += 1
        return true
    }

    private mutating func skipSpace(_ line: Span<UInt8>) {
        while index < line.count, line[index] == Byte.space || line[index] == Byte.tab { index += 1 }
    }
}

/// Escapes in JSON strings.
extension JSONLine {
    /// How many bytes an escape has after its backslash; 0 if it is none.
    private static func escapeLength(_ line: Span<UInt8>, _ index: Int) -> Int {
        switch line[index] {
        case 0x22, 0x2F, 0x5C, 0x62, 0x66, 0x6E, 0x72, 0x74: 1
        case 0x75: codeUnit(line, index + 1) == nil ? 0 : 5
        default: 0
        }
    }

    /// The number that four hexadecimal digits say.
    private static func codeUnit(_ line: Span<UInt8>, _ start: Int) -> UInt16? {
        guard start + 4 <= line.count else { return nil }
        var unit: UInt16 = 0
        for index in start..<start + 4 {
            guard let digit = line[index].hexadecimalDigit else { return nil }
            unit = unit << 4 | UInt16(digit)
        }
        return unit
    }

    /// Whether a string that was found right says a text.
    fileprivate static func says(_ text: StaticString, _ line: Span<UInt8>, _ range: Range<Int>) -> Bool {
        if !hasEscape(line, range) { return line.equals(text, in: range) }
        guard let unescaped = unescaped(line, range) else { return false }
        return unescaped.span.equals(text, in: 0..<unescaped.count)
    }

    private static func hasEscape(_ line: Span<UInt8>, _ range: Range<Int>) -> Bool {
        for index in range where line[index] == 0x5C { return true }
        return false
    }

    /// What a string that was found right says; nil if half of a surrogate pair stands alone.
    fileprivate static func unescaped(_ line: Span<UInt8>, _ range: Range<Int>) -> [UInt8]? {
        if !hasEscape(line, range) { return line.array(range) }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(range.count)
        var units: [UInt16] = []
        var index = range.lowerBound
        func endUnits() -> Bool {
            if units.isEmpty { return true }
            let isBroken = transcode(units.makeIterator(), from: UTF16.self, to: UTF8.self, stoppingOnError: true) {
                bytes.append($0)
            }
            units.removeAll()
            return !isBroken
        }
        while index < range.upperBound {
            let byte = line[index]
            if byte == 0x5C, line[index + 1] == 0x75, let unit = codeUnit(line, index + 2) {
                units.append(unit)
                index += 6
                continue
            }
            guard endUnits() else { return nil }
            if byte == 0x5C {
                bytes.append(plain(line[index + 1]))
                index += 2
            } else {
                bytes.append(byte)
                index += 1
            }
        }
        return endUnits() ? bytes : nil
    }

    private static func plain(_ letter: UInt8) -> UInt8 {
        switch letter {
        case 0x62: 0x08
        case 0x66: 0x0C
        case 0x6E: 0x0A
        case 0x72: 0x0D
        case 0x74: 0x09
        default: letter
        }
    }
}

extension UInt8 {
    /// The value of a hexadecimal digit; nil if it is none.
    var hexadecimalDigit: UInt8? {
        switch self {
        case 0x30...0x39: self - 0x30
        case 0x41...0x46: self - 0x41 + 10
        case 0x61...0x66: self - 0x61 + 10
        default: nil
        }
    }
}
