import Domain
import UseCases

extension Span<UInt8> {
    /// A range of it without the spaces and tabs at its ends.
    func trimmed(_ range: Range<Int>) -> Range<Int> {
        var (start, end) = (range.lowerBound, range.upperBound)
        while start < end, self[start] == Byte.space || self[start] == Byte.tab { start += 1 }
        while start < end, self[end - 1] == Byte.space || self[end - 1] == Byte.tab { end -= 1 }
        return start..<end
    }

    /// A copy of a range of it.
    func array(_ range: Range<Int>) -> [UInt8] { extracting(range).withUnsafeBufferPointer { Array($0) } }

    /// A range of it as text, if that is wanted.
    func text(_ range: Range<Int>, if isWanted: Bool) -> String? {
        isWanted ? extracting(range).withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) } : nil
    }

    /// Where a byte is at or after an index; nil if there is none.
    func firstIndex(of byte: UInt8, from start: Int = 0) -> Int? {
        var index = start
        while index < count {
            if self[index] == byte { return index }
            index += 1
        }
        return nil
    }

    /// Whether a range of it is a text.
    func equals(_ text: StaticString, in range: Range<Int>) -> Bool {
        guard range.count == text.utf8CodeUnitCount else { return false }
        return text.withUTF8Buffer { text in
            for place in 0..<text.count where self[range.lowerBound + place] != text[place] { return false }
            return true
        }
    }

    /// Whether it begins with a text.
    func begins(with text: StaticString) -> Bool {
        count >= text.utf8CodeUnitCount && equals(text, in: 0..<text.utf8CodeUnitCount)
    }

    /// The number that so many digits from an index say; nil if they are not all digits.
    @inline(__always)
    func number(at start: Int, digits: Int) -> Int? {
        var (value, wrong): (Int, UInt8) = (0, 0)
        for index in start..<start + digits {
            let digit = self[index] &- Byte.zero
            wrong |= digit > 9 ? 1 : 0
            // What is no digit may count for more than fits.
            value = value &* 10 &+ Int(digit)
        }
        return wrong == 0 ? value : nil
    }

    /// The number that a range of it says as decimal digits; nil if it says none up to 18 digits.
    func number(in range: Range<Int>) -> Int? {
        (1...18).contains(range.count) ? number(at: range.lowerBound, digits: range.count) : nil
    }
}

extension ReturnLine.Content {
    /// A return of a copy whose identity comes from the line itself, or what makes the line unfit to be one.
    ///
    /// - Parameters:
    ///   - barcode: the copy, as it was written.
    ///   - branch: where it came back, if the line says so.
    ///   - time: when.
    ///   - text: what stands for the time in the line's identity.
    ///   - kept: the time as it was written, if it is to be kept.
    static func returned(
        copy barcode: Span<UInt8>, branch: Branch? = nil, at time: TimeStatement, writtenAs text: Span<UInt8>,
        keeping kept: String?
    ) -> ReturnLine.Content {
        do throws(InvalidRequest) {
            let copy = try Barcode(bytes: barcode)
            return .returned(
                StatedReturn(
                    operation: .derived(writtenTime: text, copy: copy), item: .copy(copy), time: time, branch: branch,
                    writtenTime: kept))
        } catch {
            return .malformed(reason: error.reason)
        }
    }

    /// A loan that is listed for a person, with what is needed to enter it; nothing of it is known if its copy cannot be read.
    ///
    /// `kept` is the time as it was written, if it is to be kept.
    static func lent(
        _ action: String, copy barcode: Span<UInt8>, card: Span<UInt8>, at time: TimeStatement,
        writtenAs text: Span<UInt8>, keeping kept: String?
    ) -> ReturnLine.Content {
        guard let copy = try? Barcode(bytes: barcode) else { return .unsupported(action: action) }
        let written = card.withUnsafeBufferPointer { String(validating: $0, as: UTF8.self) }
        let card = written.flatMap { try? CardNumber($0) }
        let loan = StatedLoan(
            operation: .derived(writtenTime: text, lent: copy), copy: copy, card: card, time: time, writtenTime: kept)
        return .unsupported(action: card == nil ? "\(action) without a readable card" : action, loan: loan)
    }
}

extension Branch {
    /// Takes a branch from a free column; nil if there is none, or none that can be one, which does the line no harm.
    init?(inFile bytes: Span<UInt8>) {
        guard !bytes.isEmpty else { return nil }
        do { try self.init(bytes: bytes) } catch { return nil }
    }
}

extension InvalidRequest {
    /// What is wrong with a line's field, in plain words.
    var reason: String {
        let name =
            switch field {
            case .copy: "its barcode"
            case .operation: "its operation_id"
            case .loan: "its loan_id"
            default: "its \(field.rawValue)"
            }
        return switch problem {
        case .missing: "\(name) is missing"
        case .tooLong(let bytes): "\(name) is longer than \(bytes) bytes"
        case .controlCharacter: "\(name) has a control character"
        case .notUTF8: "\(name) is not UTF-8"
        case .notPositive: "\(name) is not a number from 1"
        case .spreadsheetDamage: "\(name) was turned into a number by a spreadsheet; export it as text"
        default: "\(name) is not right"
        }
    }
}
