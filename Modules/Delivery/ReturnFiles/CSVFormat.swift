import Domain
import UseCases

/// A column of a CSV file that means something here, under the name a header gives it.
public enum CSVColumn: String, Hashable, Sendable, CaseIterable {
    case operation = "operation_id"
    case loan = "loan_id"
    case barcode
    case returnedAt = "returned_at"
    case branch
}

/// CSV (RFC 4180) with a header: columns in any order, separated by comma, semicolon or tab as the header has it.
struct CSVFormat: ReturnFormat {
    static let name = "csv"
    static let hasHeader = true

    private let header: CSVHeader
    /// The columns that mean nothing here, if they are to be kept.
    private let others: [Int]
    private let givenTime: (text: [UInt8], statement: TimeStatement)?
    private let keepsTimes: Bool
    private var fields: CSVFields

    var separator: UInt8? { header.separator }
    var mayStateLoans: Bool { false }

    static func recognises(_ start: FileStart, _ settings: ReadingSettings) -> Bool {
        CSVHeader(start.first, settings).namesItem
    }

    init(_ start: FileStart, _ settings: ReadingSettings) throws(InputFailure) {
        let header = CSVHeader(start.first, settings)
        if let problem = header.problem(settings) { throw start.refused(problem) }
        self.header = header
        others = settings.keepsOtherColumns ? header.others : []
        givenTime = settings.returnedAt.map { (Array($0.text.utf8), $0.statement) }
        keepsTimes = settings.keepsWrittenTimes
        fields = CSVFields(separator: header.separator)
    }

    mutating func content(of line: Span<UInt8>, hasQuotes: Bool) -> ReturnLine.Content? {
        if hasQuotes {
            guard fields.splitQuoted(line) else {
                return .malformed(reason: "there is text between a closing quote and the next separator")
            }
            return content(in: fields.unquoted.span)
        }
        fields.split(line)
        return content(in: line)
    }

    func others(in line: Span<UInt8>, hasQuotes: Bool) -> [OtherColumn] {
        if others.isEmpty || fields.count != header.names.count { return [] }
        let bytes = hasQuotes ? fields.unquoted.span : line
        return others.compactMap { index in
            let field = bytes.array(fields[index])
            return field.isEmpty
                ? nil : OtherColumn(name: header.names[index], text: String(decoding: field, as: UTF8.self))
        }
    }

    private func content(in bytes: Span<UInt8>) -> ReturnLine.Content {
        guard fields.count == header.names.count else {
            return .malformed(reason: "it has \(fields.count) columns, and the header has \(header.names.count)")
        }
        if fields.hasTooLong {
            return .malformed(reason: "a field is longer than \(CSVFields.maximumBytes / 1024) KiB")
        }
        let written = bytes.trimmed(fields[header.returnedAt])
        if !written.isEmpty {
            guard let time = TimeStatement(iso: bytes.extracting(written)) else {
                return .malformed(
                    reason: "its returned_at is not YYYY-MM-DD HH:MM:SS, with or without a zone such as +02:00")
            }
            return content(in: bytes, time, bytes.extracting(written))
        }
        guard let givenTime else { return .malformed(reason: "its returned_at is missing") }
        return content(in: bytes, givenTime.statement, givenTime.text.span)
    }

    private func content(
        in bytes: Span<UInt8>, _ time: TimeStatement, _ writtenTime: Span<UInt8>
    ) -> ReturnLine.Content {
        let loan = bytes.trimmed(fields[header.loan])
        if !loan.isEmpty, !bytes.trimmed(fields[header.barcode]).isEmpty {
            return .malformed(reason: "it states both a loan_id and a barcode; leave one empty")
        }
        let branch = Branch(inFile: bytes.extracting(fields[header.branch]))
        let kept = writtenTime.text(0..<writtenTime.count, if: keepsTimes)
        do throws(InvalidRequest) {
            let stated = try operation(in: bytes)
            if loan.isEmpty {
                let copy = try Barcode(bytes: bytes.extracting(fields[header.barcode]))
                let id = stated ?? .derived(writtenTime: writtenTime, copy: copy)
                return .returned(
                    StatedReturn(operation: id, item: .copy(copy), time: time, branch: branch, writtenTime: kept))
            }
            let number = try LoanID(stated: Int64(bytes.number(in: loan) ?? 0), as: .loan)
            let id = stated ?? .derived(writtenTime: writtenTime, loan: number)
            return .returned(
                StatedReturn(operation: id, item: .loan(number), time: time, branch: branch, writtenTime: kept))
        } catch {
            return .malformed(reason: error.reason)
        }
    }

    /// The operation ID that the line states, if it does.
    private func operation(in bytes: Span<UInt8>) throws(InvalidRequest) -> OperationID? {
        let range = fields[header.operation]
        return range.isEmpty ? nil : try OperationID(bytes: bytes.extracting(range))
    }
}

/// The header of a CSV file: which column is where.
private struct CSVHeader {
    static let maximumColumns = 64

    let separator: UInt8
    let names: [String]
    private(set) var operation, loan, barcode, returnedAt, branch: Int?
    /// The columns that mean nothing here, a note among them.
    private(set) var others: [Int] = []
    private var repeated: String?

    /// Reads a first line with the separator under which it names what comes back, else with the one that gives most
    /// columns.
    init(_ line: [UInt8], _ settings: ReadingSettings) {
        self.init(line, separator: Byte.comma, settings)
        for separator in [Byte.semicolon, Byte.tab] where !namesItem {
            let header = CSVHeader(line, separator: separator, settings)
            if header.namesItem || header.names.count > names.count { self = header }
        }
    }

    /// Whether there is a column for what comes back.
    var namesItem: Bool { barcode != nil || loan != nil }

    private init(_ line: [UInt8], separator: UInt8, _ settings: ReadingSettings) {
        self.separator = separator
        var fields = CSVFields(separator: separator)
        let isWhole = fields.splitQuoted(line.span)
        names = isWhole ? (0..<fields.count).map { String(decoding: fields.trimmedText($0), as: UTF8.self) } : []
        for (index, name) in names.enumerated() {
            let column = CSVColumn.allCases.first {
                name.lowercased() == (settings.columnNames[$0] ?? $0.rawValue).lowercased()
            }
            if let column { place(column, at: index) } else { others.append(index) }
        }
    }

    private mutating func place(_ column: CSVColumn, at index: Int) {
        let path: WritableKeyPath<CSVHeader, Int?> =
            switch column {
            case .operation: \.operation
            case .loan: \.loan
            case .barcode: \.barcode
            case .returnedAt: \.returnedAt
            case .branch: \.branch
            }
        if self[keyPath: path] != nil { repeated = names[index] }
        self[keyPath: path] = index
    }

    /// What makes the file unfit, if anything does.
    func problem(_ settings: ReadingSettings) -> String? {
        if names.count > Self.maximumColumns { return "its header has more than \(Self.maximumColumns) columns" }
        if let repeated { return "its header names the column \(repeated) twice; rename one" }
        for (_, wanted) in settings.columnNames.sorted(by: { $0.key.rawValue < $1.key.rawValue })
        where !names.contains(where: { $0.lowercased() == wanted.lowercased() }) {
            return "its header has no column \(wanted), which --map names; \(columns)"
        }
        if !namesItem {
            return
                "its first line is no header with a column barcode or loan_id; add one, or name the column with --map"
        }
        if returnedAt == nil, settings.returnedAt == nil {
            return
                "its header has no column returned_at; name it with --map, or say the time with --returned-at; \(columns)"
        }
        return nil
    }

    /// The columns that there are, as far as a line has room for them.
    private var columns: String {
        let shown = names.prefix(12).map { $0.count > 32 ? "\($0.prefix(31))…" : $0 }
        return "it has: \(shown.joined(separator: ", "))" + (names.count > shown.count ? ", …" : "")
    }
}

/// Splits one record after another into fields.
private struct CSVFields {
    static let maximumBytes = 8 * 1024

    private let separator: UInt8
    /// Before the first field, and behind each.
    private var bounds: [Int] = []
    /// The record without its quotes, if it had some: the fields are ranges of this.
    private(set) var unquoted: [UInt8] = []

    init(separator: UInt8) {
        self.separator = separator
    }

    var count: Int { bounds.count - 1 }

    /// Whether a field is longer than is allowed.
    var hasTooLong: Bool {
        (bounds.last ?? 0) > Self.maximumBytes
            && zip(bounds, bounds.dropFirst()).contains { $1 - $0 > Self.maximumBytes + 1 }
    }

    /// Where a field is; an empty range where there is no such column.
    subscript(_ index: Int?) -> Range<Int> {
        index.map { bounds[$0] + 1..<bounds[$0 + 1] } ?? 0..<0
    }

    /// A field of a record that was split as quoted.
    func trimmedText(_ index: Int) -> ArraySlice<UInt8> { unquoted[unquoted.span.trimmed(self[index])] }

    /// Splits a record in which no quotes are.
    mutating func split(_ record: Span<UInt8>) {
        bounds.removeAll(keepingCapacity: true)
        bounds.append(-1)
        for index in record.indices where record[index] == separator { bounds.append(index) }
        bounds.append(record.count)
    }

    /// Splits a record and copies its fields without their quotes; false if something follows a closing quote.
    ///
    /// Separators between fields are kept, so that fields are told apart as in a record without quotes.
    mutating func splitQuoted(_ record: Span<UInt8>) -> Bool {
        bounds.removeAll(keepingCapacity: true)
        bounds.append(-1)
        unquoted.removeAll(keepingCapacity: true)
        var index = 0
        while true {
            if index < record.count, record[index] == Byte.quote {
                index += 1
                while index < record.count {
                    let byte = record[index]
                    index += 1
                    if byte == Byte.quote {
                        guard index < record.count, record[index] == Byte.quote else { break }
                        index += 1
                    }
                    unquoted.append(byte)
                }
                guard index == record.count || record[index] == separator else { return false }
            } else {
                while index < record.count, record[index] != separator {
                    unquoted.append(record[index])
                    index += 1
                }
            }
            bounds.append(unquoted.count)
            if index == record.count { return true }
            unquoted.append(separator)
            index += 1
        }
    }
}
