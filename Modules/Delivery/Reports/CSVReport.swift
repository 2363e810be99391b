import DTOs
import Domain

/// A report as CSV (RFC 4180, UTF-8 with a byte-order mark, for spreadsheets): a row for each line of the files, with what
/// the `importLine` of a JSON Lines report says.
struct CSVReport: ImportReport {
    private static let header = [
        "source", "run", "dry_run", "file", "line", "verdict", "settled", "reason", "advice", "commands", "title",
        "asked_in_run", "replayed", "duplicate_in_file", "notes", "action", "operation", "copy", "loan", "stated_at",
        "branch", "earlier_loan", "later_loan", "earlier_reading", "later_reading", "conflict_field", "happened_at",
        "recorded_at", "columns",
    ]

    private let file: ReportFile
    private let heading: [String?]
    private var row = CSVRow()

    init(_ path: String, _ heading: ImportHeading) throws(ReportFailure) {
        row.begin(Self.header)
        let beginning = [0xEF, 0xBB, 0xBF] + row.bytes
        file = try ReportFile(path, signature: beginning)
        self.heading = [heading.source, "\(heading.run.value)", heading.isRehearsal ? "true" : "false"]
        try file.write(beginning)
    }

    mutating func add(_ line: ImportLineFacts) throws(ReportFailure) {
        row.begin(heading + Self.cells(of: line))
        try file.write(row.bytes)
    }

    mutating func finish(_ counts: ImportCounts, isComplete: Bool) throws(ReportFailure) {
        try file.finish()
    }

    private static func cells(of line: ImportLineFacts) -> [String?] {
        [
            line.file, "\(line.line)", line.verdict.rawValue, line.isSettled ? "true" : "false", line.reason,
            line.advice, line.commands.isEmpty ? nil : line.commands.joined(separator: "\n"), line.title,
            line.askedInRun.map { "\($0.value)" }, line.isReplayed ? "true" : "false",
            line.isDuplicateInFile ? "true" : "false", line.notes.isEmpty ? nil : line.notes.joined(separator: " "),
            line.action, line.operation?.text, line.copy?.text, line.loan.map { "\($0)" }, line.statedAt, line.branch,
            line.earlierLoan.map { "\($0)" }, line.laterLoan.map { "\($0)" }, text(of: line.earlierReading),
            text(of: line.laterReading), line.conflictField, text(of: line.happenedAt), text(of: line.recordedAt),
            others(in: line),
        ]
    }

    /// A moment as JSON has it.
    private static func text(of moment: Moment?) -> String? { moment.flatMap(JSONWriter.text(of:)) }

    /// The columns that mean nothing here, as a JSON object.
    private static func others(in line: ImportLineFacts) -> String? {
        if line.columns.isEmpty { return nil }
        var json = JSONWriter()
        json.object { OtherColumns(line.columns).writeMembers(into: &$0) }
        return String(decoding: json.bytes, as: UTF8.self)
    }
}

/// One row after another, each as CSV that no spreadsheet takes for a formula.
///
/// A cell that a spreadsheet could take for one, because it begins with `=`, `+`, `-`, `@`, their full-width forms, a tab or
/// a line break, perhaps behind spaces, has an apostrophe put before it. So has what does in a cell behind a semicolon or a
/// line feed, where a spreadsheet begins a cell whose list separator is the semicolon. A control, a line separator or a
/// bidirectional control is written as its number, such as `<U+001B>`; only line feeds are left.
struct CSVRow {
    private(set) var bytes: [UInt8] = []

    /// Writes a row and forgets the one before; an absent cell is empty.
    mutating func begin(_ cells: [String?]) {
        bytes.removeAll(keepingCapacity: true)
        for (index, cell) in cells.enumerated() {
            if index > 0 { bytes.append(0x2C) }
            if let cell { append(cell) }
        }
        bytes.append(contentsOf: [0x0D, 0x0A])
    }

    private mutating func append(_ cell: String) {
        if cell.utf8.allSatisfy(Self.isPlain), cell.utf8.first.map({ $0 != 0x2D && $0 != 0x20 }) ?? true {
            bytes.append(contentsOf: cell.utf8)
            return
        }
        bytes.append(0x22)
        let scalars = cell.unicodeScalars
        if Self.isFormula(scalars[...]) { bytes.append(0x27) }
        for (place, scalar) in zip(scalars.indices, scalars) {
            append(scalar)
            guard scalar == ";" || scalar == "\n" else { continue }
            // Where a cell begins in the midst of this one, a quote that was doubled is one that opens and closes.
            let rest = scalars[scalars.index(after: place)...].drop { $0 == "\"" || $0 == " " }
            if rest.first != "\n", Self.isFormula(rest) { bytes.append(0x27) }
        }
        bytes.append(0x22)
    }

    private mutating func append(_ scalar: Unicode.Scalar) {
        switch scalar {
        case "\"": bytes.append(contentsOf: [0x22, 0x22])
        case "\n": bytes.append(0x0A)
        case _ where SteeringCharacters.contains(scalar):
            bytes.append(contentsOf: SteeringCharacters.shown(scalar).utf8)
        default: bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
        }
    }

    /// Letters, digits and what stands in times, paths and IDs.
    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        case 0x20, 0x2D, 0x2E, 0x2F, 0x3A, 0x5F, 0x7C: true
        default: false
        }
    }

    private static func isFormula(_ cell: Substring.UnicodeScalarView) -> Bool {
        for scalar in cell {
            switch scalar.value {
            case 0x3D, 0x2B, 0x2D, 0x40, 0xFF1D, 0xFF0B, 0xFF0D, 0xFF20, 0x09, 0x0A, 0x0D: return true
            case 0...0x20, 0x7F...0xA0, 0x200B...0x200F, 0x2060, 0xFEFF: continue
            default: return false
            }
        }
        return false
    }
}
