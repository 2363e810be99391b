import Domain
import UseCases

/// The identity of a line that states no operation ID, made from what it says: the same whenever the line is read again.
///
/// It is `1|TIME|return|BARCODE` or `1|TIME|return-loan|LOAN`, with the time as it was written, so that IDs sort by time;
/// where that takes more than 64 bytes, the SHA-256 of the same text in hexadecimal digits. `1` is this rule's version: the
/// rule never changes without it, or files that were imported before would be applied again.
extension OperationID {
    /// The ID of a line that gives a copy back; the written time is ASCII without control characters.
    static func derived(writtenTime: Span<UInt8>, copy: Barcode) -> OperationID {
        derived(writtenTime, "|return|", copy.text)
    }

    /// The ID of a line that ends a loan; the written time is ASCII without control characters.
    static func derived(writtenTime: Span<UInt8>, loan: LoanID) -> OperationID {
        derived(writtenTime, "|return-loan|", String(loan.value))
    }

    /// The ID under which a person enters a loan that a line states; the written time is ASCII without control characters.
    ///
    /// The card is no part of it: an ID is kept for ever, and a member may be forgotten.
    static func derived(writtenTime: Span<UInt8>, lent copy: Barcode) -> OperationID {
        derived(writtenTime, "|issue|", copy.text)
    }

    /// What a line that is no return is known by: a part of the SHA-256 of its bytes.
    static func unread(_ line: Span<UInt8>) -> OperationID {
        OperationID(stored: "1|line|\(SHA256.hexadecimal(line.array(0..<line.count)).prefix(32))")
    }

    private static func derived(_ time: Span<UInt8>, _ action: StaticString, _ item: String) -> OperationID {
        let count = 2 + time.count + action.utf8CodeUnitCount + item.utf8.count
        return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: count) { out in
            out[0] = 0x31
            out[1] = Byte.bar
            var end = 2
            time.withUnsafeBufferPointer { end = out[end...].update(fromContentsOf: $0) }
            action.withUTF8Buffer { end = out[end...].update(fromContentsOf: $0) }
            item.utf8.span.withUnsafeBufferPointer { end = out[end...].update(fromContentsOf: $0) }
            if count > maximumBytes { return OperationID(stored: SHA256.hexadecimal(Array(out))) }
            return OperationID(stored: String(copying: UTF8Span(unchecked: UnsafeBufferPointer(out).span)))
        }
    }
}

extension ReturnLine {
    /// A line with these bytes, by which it is known if it is no return.
    init(file: Int, number: Int, content: Content, others: [OtherColumn] = [], bytes: Span<UInt8>) {
        var digest: OperationID?
        if case .returned = content {} else { digest = .unread(bytes) }
        self.init(file: file, number: number, content: content, others: others, digest: digest)
    }
}
