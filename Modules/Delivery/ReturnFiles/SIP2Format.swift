import Domain
import UseCases

/// A log of SIP2 messages, as self-checks, book drops and sorters write it: the check-in requests, `09`, are returns.
///
/// Checkouts, renewals and payments are listed; logins and other lines of a log are passed over. An answer, `10` or `12`, is
/// taken with the request for the same copy that it follows.
struct SIP2Format: ReturnFormat {
    static let name = "sip2"
    private let keepsTimes: Bool
    /// A check-in or a checkout whose answer may still come.
    private var pending: Request?

    static func recognises(_ start: FileStart, _ settings: ReadingSettings) -> Bool {
        start.lines.contains { SIP2Message.holdsOne($0.span) }
    }

    init(_ start: FileStart, _ settings: ReadingSettings) throws(InputFailure) {
        keepsTimes = settings.keepsWrittenTimes
    }

    /// A copy of which the check-in was refused came back all the same; one of which the checkout was refused was not lent,
    /// unless that had happened before.
    mutating func read(
        _ reader: inout RecordReader, file: Int, into lines: inout [ReturnLine], upTo count: Int, keeping bytes: Int
    ) throws(InputFailure) {
        var kept = 0
        while lines.count < count, kept < bytes {
            guard let record = try reader.next() else {
                if let asked = pending { lines.append(asked.line) }
                pending = nil
                return
            }
            let bytes = reader.buffer.span.extracting(record.range)
            let message = SIP2Message(bytes)
            if let message, message.isAnswer {
                guard let asked = pending, asked.isAnswered(by: message, bytes) else { continue }
                pending = nil
                let answered = message.isGood(bytes) ? asked.line : asked.refused
                kept += answered.others.keptBytes
                lines.append(answered)
            } else if let content = content(of: bytes, message) {
                if let asked = pending { lines.append(asked.line) }
                let line = ReturnLine(file: file, number: record.number, content: content, bytes: bytes)
                pending = Request(line, message, bytes)
            }
        }
    }

    mutating func content(of line: Span<UInt8>, hasQuotes: Bool) -> ReturnLine.Content? {
        content(of: line, SIP2Message(line))
    }

    private func content(of line: Span<UInt8>, _ message: SIP2Message?) -> ReturnLine.Content? {
        guard let message else {
            return SIP2Message.beginsCheckin(line) ? .malformed(reason: "its check-in message is cut or damaged") : nil
        }
        switch message.code {
        case .checkinAnswer, .checkoutAnswer: return nil
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
            let copy = message.field("AB", line), let time = message.time(at: date, line)
        else { return .unsupported(action: "checkout") }
        return .lent(
            "checkout", copy: line.extracting(copy), card: line.extracting(message.field("AA", line) ?? 0..<0),
            at: time, writtenAs: line.extracting(date), keeping: line.text(date, if: keepsTimes))
    }
}

extension SIP2Format {
    /// A request that waits for its answer.
    private struct Request {
        let line: ReturnLine
        /// The kind of its answer; nil if it has none that matters.
        private let answer: SIP2Message.Code?
        private let barcode: [UInt8]
        /// Whether it lends nothing if it is refused.
        private let isVoidIfRefused: Bool

        init(_ line: ReturnLine, _ message: SIP2Message?, _ bytes: Span<UInt8>) {
            self.line = line
            answer =
                switch message?.code {
                case .checkin: .checkinAnswer
                case .checkout: .checkoutAnswer
                default: nil
                }
            barcode = message?.field("AB", bytes).map { bytes.array($0) } ?? []
            isVoidIfRefused = message?.code == .checkout && message?.happenedBefore(bytes) == false
        }

        /// Whether a message is the answer; a damaged one says nothing of a loan.
        func isAnswered(by message: SIP2Message, _ bytes: Span<UInt8>) -> Bool {
            guard message.code == answer, answer == .checkinAnswer || message.hasRightChecksum(bytes) else {
                return false
            }
            let field = message.field("AB", bytes) ?? 0..<0
            return field.count == barcode.count && zip(field, barcode).allSatisfy { bytes[$0] == $1 }
        }

        /// The line, with what its refusal says of it.
        var refused: ReturnLine {
            ReturnLine(
                file: line.file, number: line.number,
                content: isVoidIfRefused ? .unsupported(action: "refused checkout") : line.content,
                others: isVoidIfRefused ? [] : [OtherColumn(name: "answer", text: "not ok")], digest: line.digest)
        }
    }
}

extension SIP2Message {
    fileprivate var isAnswer: Bool { code == .checkinAnswer || code == .checkoutAnswer }
}
