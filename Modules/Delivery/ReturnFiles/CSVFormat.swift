import Domain
import UseCases

/// CSV (RFC 4180) with a header: columns in any order, separated by comma, semicolon or tab as the header has it.
struct CSVFormat: ReturnFormat {
    static let name = "csv"
    static let hasHeader = true
    static let hasNamedColumns = true
    static let takesGivenTime = true

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

    /// The operation ID that the line states, if it does: blanks alone are none, and else they are part of it.
    private func operation(in bytes: Span<UInt8>) throws(InvalidRequest) -> OperationID? {
        let range = fields[header.operation]
        return bytes.trimmed(range).isEmpty ? nil : try OperationID(bytes: bytes.extracting(range))
    }
}
