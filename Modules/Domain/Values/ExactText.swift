/// Text that is compared byte for byte, unlike `String`, which holds canonically equivalent spellings equal.
struct ExactText: Hashable, Comparable, Sendable {
    let text: String

    init(_ text: String) {
        self.text = text
    }

    /// Takes bytes that are known to be ASCII digits.
    init(digits: Span<UInt8>) {
        text = String(copying: UTF8Span(unchecked: digits, isKnownASCII: true))
    }

    /// Takes UTF-8 as it is; refuses what is none.
    init(utf8 bytes: Span<UInt8>, _ field: InvalidRequest.Field) throws(InvalidRequest) {
        do { text = String(copying: try UTF8Span(validating: bytes)) } catch { throw InvalidRequest(field, .notUTF8) }
    }

    static func == (lhs: ExactText, rhs: ExactText) -> Bool {
        lhs.text.utf8.count == rhs.text.utf8.count && compare(lhs, rhs) == 0
    }

    static func < (lhs: ExactText, rhs: ExactText) -> Bool {
        compare(lhs, rhs) < 0
    }

    func hash(into hasher: inout Hasher) {
        var copy = text
        copy.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }

    /// Below zero if the left bytes come first, zero if they are the same.
    ///
    /// Imports compare many texts, so bytes are compared eight at a time.
    private static func compare(_ lhs: ExactText, _ rhs: ExactText) -> Int {
        var (left, right) = (lhs.text, rhs.text)
        return left.withUTF8 { left in
            right.withUTF8 { right in
                let (a, b) = (UnsafeRawBufferPointer(left), UnsafeRawBufferPointer(right))
                let shared = min(a.count, b.count)
                var at = 0
                while at + 8 <= shared {
                    let x = UInt64(bigEndian: a.loadUnaligned(fromByteOffset: at, as: UInt64.self))
                    let y = UInt64(bigEndian: b.loadUnaligned(fromByteOffset: at, as: UInt64.self))
                    if x != y { return x < y ? -1 : 1 }
                    at += 8
                }
                while at < shared {
                    if a[at] != b[at] { return a[at] < b[at] ? -1 : 1 }
                    at += 1
                }
                return a.count - b.count
            }
        }
    }
}
