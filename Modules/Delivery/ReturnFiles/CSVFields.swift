/// Splits one record after another into fields.
struct CSVFields {
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
