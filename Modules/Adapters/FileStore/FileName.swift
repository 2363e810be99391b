/// The names of a store's files.
///
/// Journal `n` holds the changes that follow snapshot `n`, or those that follow journal `n − 1`; numbers only grow.
enum FileName: Hashable, Sendable {
    case journal(UInt32)
    case snapshot(UInt32)
    /// A file that is being written; it gets its own name once it is whole and durable.
    case draft

    /// The file that is locked while the store is open; it is never removed.
    static let lock = "lock"
    private static let draftEnding = ".new"

    /// Recognises a name; nil for one that is no store's.
    init?(_ name: String) {
        if name.hasSuffix(Self.draftEnding) {
            guard FileName(String(name.dropLast(Self.draftEnding.count))) != nil else { return nil }
            self = .draft
            return
        }
        let parts = name.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[1].utf8.count == 8, let number = UInt32(parts[1], radix: 16) else { return nil }
        // Other spellings of a number are other files.
        if name == Self.journal(named: number) {
            self = .journal(number)
        } else if name == Self.snapshot(named: number) {
            self = .snapshot(number)
        } else {
            return nil
        }
    }

    static func journal(named number: UInt32) -> String { "journal-\(padded(number))" }

    static func snapshot(named number: UInt32) -> String { "snapshot-\(padded(number))" }

    static func draft(of name: String) -> String { name + draftEnding }

    private static func padded(_ number: UInt32) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 8 - digits.utf8.count) + digits
    }
}
