public import Domain
import UseCases

/// How a run wants its files read.
public struct ReadingSettings: Sendable {
    /// The time of lines that state none.
    public var returnedAt: WrittenTime?
    /// The names under which a CSV header has our columns.
    public var columnNames: [CSVColumn: String] = [:]
    /// Whether columns that mean nothing here are kept with each line, for a report.
    public var keepsOtherColumns = false
    /// Whether times are kept as they were written, for a report.
    public var keepsWrittenTimes = false

    /// Lines state their times, under our own column names.
    public init() {}
}

/// A time with the text that states it.
public struct WrittenTime: Hashable, Sendable {
    /// The text, which is part of a line's identity.
    public let text: String
    /// What it says.
    public let statement: TimeStatement

    /// Reads an ISO 8601 time or date; nil if it is none.
    public init?(_ text: String) {
        guard let statement = TimeStatement(iso: Array(text.utf8)[...]) else { return nil }
        self.text = text
        self.statement = statement
    }
}

/// A format of files of returns: tells a file from its first lines, and turns records into lines.
///
/// A new format is one file with a conforming type, and one line in `KnownFormats`.
protocol ReturnFormat: Sendable {
    /// The name that chooses it.
    static var name: String { get }
    /// Whether the first line that is not blank is a header and no line of returns.
    static var hasHeader: Bool { get }
    /// Whether a run may say under which names a header has our columns.
    static var hasNamedColumns: Bool { get }
    /// Whether a run may say when lines came back that state no time.
    static var takesGivenTime: Bool { get }
    /// The separator of a CSV file, where quotes may hold line breaks; nil where a record is a line.
    var separator: UInt8? { get }
    /// Whether its lines may state loans.
    var mayStateLoans: Bool { get }

    /// Whether a file that begins so is of this format, its header right or wrong.
    static func recognises(_ start: FileStart, _ settings: ReadingSettings) -> Bool
    /// Takes a file that begins so, or refuses it.
    init(_ start: FileStart, _ settings: ReadingSettings) throws(InputFailure)
    /// What a record that is not blank says; nil if it is a comment.
    mutating func content(of line: Span<UInt8>, hasQuotes: Bool) -> ReturnLine.Content?
    /// What else stands in a record of which the content was just given, if that is wanted.
    func others(in line: Span<UInt8>, hasQuotes: Bool) -> [OtherColumn]
    /// Appends lines until there are `count`, their columns take so many bytes, or the file ends. (A requirement, so that
    /// the loop is compiled for each format.)
    mutating func read(
        _ reader: inout RecordReader, file: Int, into lines: inout [ReturnLine], upTo count: Int, keeping bytes: Int
    ) throws(InputFailure)
}

extension ReturnFormat {
    static var hasHeader: Bool { false }
    static var hasNamedColumns: Bool { false }
    static var takesGivenTime: Bool { false }
    var separator: UInt8? { nil }
    var mayStateLoans: Bool { true }

    func others(in line: Span<UInt8>, hasQuotes: Bool) -> [OtherColumn] { [] }

    mutating func read(
        _ reader: inout RecordReader, file: Int, into lines: inout [ReturnLine], upTo count: Int, keeping bytes: Int
    ) throws(InputFailure) {
        var kept = 0
        while lines.count < count, kept < bytes, let record = try reader.next() {
            let line = reader.buffer.span.extracting(record.range)
            if line.trimmed(0..<line.count).isEmpty { continue }
            guard let content = content(of: line, hasQuotes: record.hasQuotes) else { continue }
            let others = others(in: line, hasQuotes: record.hasQuotes)
            kept += others.keptBytes
            lines.append(ReturnLine(file: file, number: record.number, content: content, others: others, bytes: line))
        }
    }
}

extension [OtherColumn] {
    /// About how many bytes of memory they take.
    var keptBytes: Int { isEmpty ? 0 : reduce(0) { $0 + 64 + $1.text.utf8.count } }
}

/// The formats that are known.
public enum KnownFormats {
    static let all: [any ReturnFormat.Type] = [
        CSVFormat.self,
        KocFormat.self,
        EvergreenFormat.self,
        SIP2Format.self,
        BarcodeListFormat.self,
        SierraFormat.self,
        AlmaFormat.self,
    ]

    /// Their names, in the order to show.
    public static var names: [String] { all.map { $0.name } }

    /// The format of a name, or the one that a file's beginning shows; refuses to guess.
    static func format(
        named name: String?, for start: FileStart, _ settings: ReadingSettings
    ) throws(InputFailure) -> any ReturnFormat.Type {
        let found = all.filter { name == nil ? $0.recognises(start, settings) : $0.name == name }
        if found.count == 1 { return found[0] }
        // Whoever names columns has a CSV file, and is to be told of its columns.
        if found.isEmpty, name == nil, !settings.columnNames.isEmpty { return CSVFormat.self }
        let choice = (found.isEmpty ? all : found).map { $0.name }.joined(separator: ", ")
        throw start.refused(
            found.isEmpty
                ? "its format cannot be told from how it begins; a CSV file needs a header with a column barcode or loan_id; "
                    + "else say --format, one of: \(choice)"
                : "it may be more than one format; say --format, one of: \(choice)")
    }
}

/// How a file begins: its name and its first lines that are not blank.
struct FileStart {
    /// So many lines are looked at to tell a format.
    static let lineCount = 20

    let file: String
    /// The lines.
    let lines: [[UInt8]]
    /// The number of the first.
    let firstNumber: Int

    /// Reads the beginning; refuses an empty file.
    init(of file: InputFile) throws(InputFailure) {
        var reader = RecordReader(file)
        var lines: [[UInt8]] = []
        var firstNumber = 1
        while lines.count < Self.lineCount, let line = try reader.next() {
            if reader.isBlank(line) { continue }
            if lines.isEmpty { firstNumber = line.number }
            lines.append(Array(reader.buffer[line.range]))
        }
        if lines.isEmpty { throw InputFailure(.refused, file.name, "is empty") }
        self.file = file.name
        self.lines = lines
        self.firstNumber = firstNumber
    }

    /// The first line.
    var first: [UInt8] { lines[0] }

    /// A refusal of the file for its first line.
    func refused(_ message: String) -> InputFailure { InputFailure(.refused, file, line: firstNumber, message) }
}
