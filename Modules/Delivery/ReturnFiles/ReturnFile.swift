public import UseCases

/// A file of returns whose structure was read whole and found right, ready to be read for its lines.
public struct ReturnFile {
    /// So many bytes of columns are kept with the lines that are read at once, however many lines were wanted.
    public static let mostKept = 8 * 1024 * 1024

    /// The number of the file in this run, from 0.
    public let index: Int
    /// The name of its format.
    public let format: String
    /// How many lines it has, those without a return included.
    public let lineCount: Int
    /// Whether it was still being written, so that its last, incomplete line is left for the next import.
    public let isIncomplete: Bool
    private let file: InputFile
    private var content: any ReturnFormat
    private var reader: RecordReader

    /// Checks a file from its first byte to its last; nothing is refused later that could be refused now.
    ///
    /// - Parameters:
    ///   - file: the file.
    ///   - index: its number in this run, from 0.
    ///   - name: the name of its format; nil to tell it by content.
    ///   - settings: how the run wants it read.
    public init(
        _ file: InputFile, index: Int, format name: String? = nil, settings: ReadingSettings
    ) throws(InputFailure) {
        let start = try FileStart(of: file)
        let format = try KnownFormats.format(named: name, for: start, settings)
        content = try format.init(start, settings)
        var checker = try Self.checked(file, content.separator)
        isIncomplete = checker.isUnterminated && file.hasGrown
        if isIncomplete {
            file.cut(to: checker.recordOffset)
            checker = try Self.checked(file, content.separator)
        }
        file.endCheck()
        self.index = index
        self.file = file
        self.format = format.name
        lineCount = checker.lineCount
        reader = RecordReader(file, separator: content.separator)
        if format.hasHeader {
            while let record = try reader.next(), reader.isBlank(record) {}
        }
    }

    /// Reads all of a file; it is not taken as checked if it changes from then on.
    private static func checked(_ file: InputFile, _ separator: UInt8?) throws(InputFailure) -> RecordReader {
        file.beginCheck()
        var reader = RecordReader(file, separator: separator)
        while try reader.next() != nil {}
        return reader
    }

    /// The file's name as it was given.
    public var name: String { file.name }
    /// Whether it has columns that a run may name.
    public var hasNamedColumns: Bool { type(of: content).hasNamedColumns }
    /// Whether its lines may take their time from the run.
    public var takesGivenTime: Bool { type(of: content).takesGivenTime }
    /// Whether lines of its format may state loans.
    var mayStateLoans: Bool { content.mayStateLoans }
    /// How many bytes it has.
    public var byteCount: Int { file.size }
    /// How many bytes were read for lines.
    public var bytesRead: Int { reader.offset }

    /// Appends lines until there are `count`, or the file ends.
    ///
    /// - Parameters:
    ///   - lines: takes them.
    ///   - count: how many there are to be, with those that are there already.
    ///   - bytes: what the columns of those appended may take together, but for the last; at least one is appended.
    public mutating func read(
        into lines: inout [ReturnLine], upTo count: Int, keeping bytes: Int = ReturnFile.mostKept
    ) throws(InputFailure) {
        try content.read(&reader, file: index, into: &lines, upTo: count, keeping: bytes)
    }
}
