import Glibc

/// One record of a file: a line, or in a CSV file several that quotes hold together.
struct Record {
    /// Where it is in the reader's buffer, without the line's end.
    let range: Range<Int>
    /// The number of its first line, from 1.
    let number: Int
    /// Whether quotes stand in it that have the meaning they have in CSV.
    let hasQuotes: Bool
}

/// Splits a file into records, block by block, in constant memory; refuses what is no text.
///
/// Lines end with LF, CRLF or a lone CR; the last may lack it. A byte-order mark is skipped where there is one.
struct RecordReader {
    /// The most bytes a record may have.
    static let maximumBytes = 64 * 1024
    private static let blockBytes = 256 * 1024

    private let file: InputFile
    /// The separator of a CSV file, where quotes may hold line breaks.
    private let separator: UInt8?
    /// What is read of the file; a record is a range of it until the next is asked for.
    private(set) var buffer: [UInt8]
    private var position = 0
    private var filled = 0
    private var isAtEnd = false
    private var lines = 0
    /// Where the next one is at or after `position`; `filled` if there is none, before `position` if it must be looked for.
    private var lineFeed = -1
    private var carriageReturn = -1
    private var quote = -1
    /// The offset in the file of what `position` points at.
    private(set) var offset = 0
    /// Whether the last record given lacked a line's end.
    private(set) var isUnterminated = false
    /// The offset in the file at which the last record given begins.
    private(set) var recordOffset = 0

    /// Reads from the beginning of a file; with a separator, as CSV.
    init(_ file: InputFile, separator: UInt8? = nil) {
        self.file = file
        self.separator = separator
        buffer = [UInt8](repeating: 0, count: Self.blockBytes)
    }

    /// How many lines were read.
    var lineCount: Int { lines }

    /// The next record; nil at the end.
    mutating func next() throws(InputFailure) -> Record? {
        // All of a record that is not too long, and the two bytes after it, are in the buffer.
        if !isAtEnd, filled - position < Self.maximumBytes + 2 { try refill() }
        if position == filled { return nil }
        if lineFeed < position { lineFeed = find(Byte.lineFeed) }
        if carriageReturn < position { carriageReturn = find(Byte.carriageReturn) }
        var end = min(lineFeed, carriageReturn)
        let number = lines + 1
        var hasQuotes = false
        if let separator {
            if quote < position { quote = find(Byte.quote) }
            hasQuotes = quote < end
            if hasQuotes { end = try endOfQuoted(separator) }
        }
        if end - position > Self.maximumBytes { throw tooLong(number) }
        let start = position
        recordOffset = offset
        isUnterminated = end == filled
        position = end
        if end < filled {
            position +=
                buffer[end] == Byte.carriageReturn && end + 1 < filled && buffer[end + 1] == Byte.lineFeed ? 2 : 1
        }
        offset += position - start
        lines += 1
        return Record(range: start..<end, number: number, hasQuotes: hasQuotes)
    }

    /// Whether there is nothing but spaces and tabs in a record.
    func isBlank(_ record: Record) -> Bool { buffer.span.trimmed(record.range).isEmpty }

    /// Moves what is unread to the front and fills the rest of the buffer.
    private mutating func refill() throws(InputFailure) {
        let isFirst = offset == 0 && filled == 0
        if position > 0 {
            let (position, filled) = (self.position, self.filled)
            buffer.withUnsafeMutableBytes { bytes in
                let unread = UnsafeRawBufferPointer(rebasing: bytes[position..<filled])
                bytes.copyMemory(from: unread)
            }
        }
        filled -= position
        position = 0
        (lineFeed, carriageReturn, quote) = (-1, -1, -1)
        let unread = filled
        while !isAtEnd, filled < buffer.count {
            let count = try readBlock()
            filled += count
            isAtEnd = count == 0
        }
        if isFirst { try skipMark() }
        if let zero = find(0, from: max(position, unread)) {
            let line = lines + 1 + lineEnds(in: position..<zero)
            throw InputFailure(
                .refused, file.name, line: line,
                "holds NUL bytes: it is damaged, or UTF-16; convert it with: iconv -f UTF-16 -t UTF-8 OLD > NEW")
        }
    }

    private mutating func readBlock() throws(InputFailure) -> Int {
        let (file, offset) = (self.file, self.offset + filled)
        let from = filled
        let result: Result<Int, InputFailure> = buffer.withUnsafeMutableBytes { bytes in
            do throws(InputFailure) {
                return .success(
                    try file.read(into: UnsafeMutableRawBufferPointer(rebasing: bytes[from...]), at: offset))
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    private mutating func skipMark() throws(InputFailure) {
        let start = buffer[..<min(3, filled)]
        if start.starts(with: [0xFF, 0xFE]) || start.starts(with: [0xFE, 0xFF]) {
            throw InputFailure(
                .refused, file.name, "is UTF-16; convert it with: iconv -f UTF-16 -t UTF-8 OLD > NEW")
        }
        if start.elementsEqual([0xEF, 0xBB, 0xBF]) {
            position = 3
            offset = 3
        }
    }

    /// How many lines end in a range of the buffer.
    private func lineEnds(in range: Range<Int>) -> Int {
        range.count {
            buffer[$0] == Byte.lineFeed || buffer[$0] == Byte.carriageReturn && buffer[$0 + 1] != Byte.lineFeed
        }
    }

    private func find(_ byte: UInt8) -> Int { find(byte, from: position) ?? filled }

    private func find(_ byte: UInt8, from start: Int) -> Int? {
        buffer.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress, let found = memchr(base + start, Int32(byte), filled - start)
            else { return nil }
            return UnsafeRawPointer(found) - base
        }
    }

    /// Where a record with quotes ends: a quote at the beginning of a field holds separators and line breaks together.
    private mutating func endOfQuoted(_ separator: UInt8) throws(InputFailure) -> Int {
        var index = position
        while true {
            if index < filled, buffer[index] == Byte.quote {
                let opened = lines + 1
                index += 1
                while true {
                    if index - position > Self.maximumBytes || index == filled { throw unclosed(opened) }
                    let byte = buffer[index]
                    index += 1
                    if byte == Byte.quote {
                        if index == filled || buffer[index] != Byte.quote { break }
                        index += 1
                    } else if byte == Byte.lineFeed
                        || byte == Byte.carriageReturn && (index == filled || buffer[index] != Byte.lineFeed)
                    {
                        lines += 1
                    }
                }
            }
            while index < filled, buffer[index] != separator, buffer[index] != Byte.lineFeed,
                buffer[index] != Byte.carriageReturn
            {
                index += 1
            }
            if index == filled || buffer[index] != separator { return index }
            index += 1
        }
    }

    private func unclosed(_ line: Int) -> InputFailure {
        InputFailure(
            .refused, file.name, line: line,
            "the quote that opens in line \(line) is not closed within \(Self.maximumBytes / 1024) KiB; close it, or double the quotes within a field"
        )
    }

    private func tooLong(_ line: Int) -> InputFailure {
        InputFailure(
            .refused, file.name, line: line,
            "the line is longer than \(Self.maximumBytes / 1024) KiB; it is no file of returns")
    }
}

/// The bytes that have a meaning in files.
enum Byte {
    static let tab: UInt8 = 0x09
    static let lineFeed: UInt8 = 0x0A
    static let carriageReturn: UInt8 = 0x0D
    static let space: UInt8 = 0x20
    static let quote: UInt8 = 0x22
    static let comma: UInt8 = 0x2C
    static let hyphen: UInt8 = 0x2D
    static let zero: UInt8 = 0x30
    static let nine: UInt8 = 0x39
    static let colon: UInt8 = 0x3A
    static let semicolon: UInt8 = 0x3B
    static let bar: UInt8 = 0x7C
}
