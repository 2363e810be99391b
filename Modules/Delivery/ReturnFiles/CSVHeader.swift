/// A column of a CSV file that means something here, under the name a header gives it.
public enum CSVColumn: String, Hashable, Sendable, CaseIterable {
    case operation = "operation_id"
    case loan = "loan_id"
    case barcode
    case returnedAt = "returned_at"
    case branch
    /// What a person wrote: kept for a report, like columns that mean nothing here.
    case note
}

/// The header of a CSV file: which column is where.
struct CSVHeader {
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
            if let path = column.flatMap(Self.place(of:)) { place(index, at: path) } else { others.append(index) }
        }
    }

    private mutating func place(_ index: Int, at path: WritableKeyPath<CSVHeader, Int?>) {
        if self[keyPath: path] != nil { repeated = names[index] }
        self[keyPath: path] = index
    }

    /// Where a column that says what happened is remembered.
    private static func place(of column: CSVColumn) -> WritableKeyPath<CSVHeader, Int?>? {
        switch column {
        case .operation: \.operation
        case .loan: \.loan
        case .barcode: \.barcode
        case .returnedAt: \.returnedAt
        case .branch: \.branch
        case .note: nil
        }
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
