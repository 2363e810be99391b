import Domain

/// What was stated in an operation and what came of it, in 56 bytes: things are named by their places in their tables.
struct LedgerRow: Sendable {
    enum ItemKind: UInt8 { case book, copy, loan }

    let happenedAt: Moment
    let recordedAt: Moment
    /// The import run; 0 for none.
    let run: Int64
    /// A book's or loan's number, or a copy's place.
    let item: UInt32
    /// The member's number; 0 for none.
    let member: UInt32
    let loan: UInt32
    let due: LibraryDay
    /// The stated days; 0 for none.
    let days: UInt16
    let kind: Payload.Kind
    let itemKind: ItemKind
    let disposition: OperationResult.Disposition
    let notes: UInt8
    /// Whether `happenedAt` was stated.
    let isTimed: Bool
}

/// The ledger: every key for ever, and the content of those not purged.
struct LedgerTable: Sendable {
    private struct Key {
        let scope: UInt32
        /// Where the key's text ends among the bytes; it begins where that of the key before ends.
        let end: Int
    }

    private var placeOfScope: [OperationScope: UInt32] = [:]
    /// The texts of all keys, one after another.
    private var bytes: [UInt8] = []
    private var keys: [Key] = []
    private var contents: [LedgerRow?] = []
    private var index = KeyIndex()

    /// How many operations are known.
    var count: Int { keys.count }

    /// The place of a key.
    func row(of key: OperationKey) -> Int? {
        guard let scope = placeOfScope[key.scope] else { return nil }
        var text = key.id.text
        return text.withUTF8 { id in
            index.row(hash: Self.hash(scope, UnsafeRawBufferPointer(id))) { row in
                keys[row].scope == scope && withBytes(of: row) { $0.elementsEqual(id) }
            }
        }
    }

    /// The content of an operation; nil once purged.
    func content(_ row: Int) -> LedgerRow? { contents[row] }

    /// Enters an operation under a new key.
    mutating func append(_ key: OperationKey, _ content: LedgerRow?) {
        let scope = place(of: key.scope)
        bytes.append(contentsOf: key.id.text.utf8)
        keys.append(Key(scope: scope, end: bytes.count))
        contents.append(content)
        // The index is asked for hashes while it changes: the closure holds what they are made of, and not the index, which
        // would be copied.
        let (keys, bytes) = (keys, bytes)
        index.append(hash: Self.hash(keys.count - 1, keys, bytes)) { Self.hash($0, keys, bytes) }
    }

    /// Forgets the content of an operation, never its key.
    mutating func purge(_ row: Int) {
        contents[row] = nil
    }

    /// Takes the last operation out, as if it had never been.
    mutating func removeLast() {
        index.removeLast(hash: Self.hash(keys.count - 1, keys, bytes))
        contents.removeLast()
        keys.removeLast()
        bytes.removeLast(bytes.count - (keys.last?.end ?? 0))
    }

    private mutating func place(of scope: OperationScope) -> UInt32 {
        if let known = placeOfScope[scope] { return known }
        let place = UInt32(placeOfScope.count)
        placeOfScope[scope] = place
        return place
    }

    private func withBytes<Result>(of row: Int, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        Self.withBytes(of: row, keys, bytes, body)
    }

    private static func withBytes<Result>(
        of row: Int, _ keys: [Key], _ bytes: [UInt8], _ body: (UnsafeRawBufferPointer) -> Result
    ) -> Result {
        let start = row == 0 ? 0 : keys[row - 1].end
        return bytes.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[start..<keys[row].end])) }
    }

    private static func hash(_ row: Int, _ keys: [Key], _ bytes: [UInt8]) -> Int {
        withBytes(of: row, keys, bytes) { hash(keys[row].scope, $0) }
    }

    private static func hash(_ scope: UInt32, _ id: UnsafeRawBufferPointer) -> Int {
        var hasher = Hasher()
        hasher.combine(scope)
        hasher.combine(bytes: id)
        return hasher.finalize()
    }
}
