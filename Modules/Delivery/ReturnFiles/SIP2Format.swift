import Domain
import UseCases

/// A log of SIP2 messages, as self-checks, book drops and sorters write it: the check-in requests, `09`, are returns.
///
/// Checkouts, renewals and payments are listed; answers, logins and other lines of a log are passed over.
struct SIP2Format: ReturnFormat {
    static let name = "sip2"
    private let keepsTimes: Bool
    /// A check-in whose answer may still come.
    private var pending: ReturnLine?
    /// Its barcode.
    private var pendingBarcode: [UInt8] = []

    static func recognises(_ start: FileStart, _ settings: ReadingSettings) -> Bool {
        start.lines.contains { SIP2Message.holdsOne($0.span) }
    }

    init(_ start: FileStart, _ settings: ReadingSettings) throws(InputFailure) {
        keepsTimes = settings.keepsWrittenTimes
    }

    /// An answer that is not ok is kept with its check-in: the copy came back all the same.
    mutating func read(
        _ reader: inout RecordReader, file: Int, into lines: inout [ReturnLine], upTo count: Int, keeping bytes: Int
    ) throws(InputFailure) {
        var kept = 0
        while lines.count < count, kept < bytes {
            guard let record = try reader.next() else {
                if let asked = pending { lines.append(asked) }
                pending = nil
                return
            }
            let bytes = reader.buffer.span.extracting(record.range)
            let message = SIP2Message(bytes)
            if let message, message.code == .checkinAnswer {
                guard let asked = pending, pendingBarcode.elementsEqual(Self.barcode(of: message, bytes)) else {
                    continue
                }
                pending = nil
                let answered = message.isGood(bytes) ? asked : asked.answeredWithNo
                kept += answered.others.keptBytes
                lines.append(answered)
            } else if let content = content(of: bytes, message) {
                if let asked = pending { lines.append(asked) }
                pending = ReturnLine(file: file, number: record.number, content: content, bytes: bytes)
                pendingBarcode.removeAll(keepingCapacity: true)
                if let field = message?.field("AB", bytes) {
                    for index in field { pendingBarcode.append(bytes[index]) }
                }
            }
        }
    }

    private static func barcode(of message: SIP2Message, _ line: Span<UInt8>) -> [UInt8] {
        message.field("AB", line).map { line.array($0) } ?? []
    }

    mutating func content(of line: Span<UInt8>, hasQuotes: Bool) -> ReturnLine.Content? {
        content(of: line, SIP2Message(line))
    }

    private func content(of line: Span<UInt8>, _ message: SIP2Message?) -> ReturnLine.Content? {
        guard let message else {
            return SIP2Message.beginsCheckin(line) ? .malformed(reason: "its check-in message is cut or damaged") : nil
        }
        switch message.code {
        case .checkinAnswer: return nil
        case .checkout: return checkout(message, line)
        case .renewal: return .unsupported(action: "renewal")
        case .payment: return .unsupported(action: "payment")
        case .checkin: break
        }
        guard message.hasRightChecksum(line) else { return .malformed(reason: "its checksum is wrong") }
        if let cancel = message.field("BI", line), line.equals("Y", in: cancel) {
            return .unsupported(action: "undone checkout")
        }
        guard let barcode = message.field("AB", line) else {
            return .malformed(reason: "its barcode, AB, is missing or cut")
        }
        guard let time = message.time(at: message.returnDate, line) else {
            return .malformed(reason: "its return date is no time")
        }
        return .returned(
            copy: line.extracting(barcode), at: time, writtenAs: line.extracting(message.dates),
            keeping: line.text(message.returnDate, if: keepsTimes))
    }

    /// A loan, with what is needed to enter it if the message is whole and undoes none.
    private func checkout(_ message: SIP2Message, _ line: Span<UInt8>) -> ReturnLine.Content {
        let date = message.firstDate
        guard message.hasRightChecksum(line), message.field("BI", line).map({ line.equals("Y", in: $0) }) != true,
            let copy = message.field("AB", line), let card = message.field("AA", line),
            let time = message.time(at: date, line)
        else { return .unsupported(action: "checkout") }
        return .lent(
            "checkout", copy: line.extracting(copy), card: line.extracting(card), at: time,
            writtenAs: line.extracting(date), keeping: line.text(date, if: keepsTimes))
    }
}

extension ReturnLine {
    /// The line, with what a report should say of it.
    fileprivate var answeredWithNo: ReturnLine {
        ReturnLine(
            file: file, number: number, content: content, others: [OtherColumn(name: "answer", text: "not ok")],
            digest: digest)
    }
}
