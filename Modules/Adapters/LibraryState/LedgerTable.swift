import Domain

/// What was stated in an operation and what came of it, in 64 bytes: things are named by their places in their tables.
struct LedgerRow: Sendable {
    enum ItemKind: UInt8 { case book, copy, loan }

    let happenedAt: Moment
    let recordedAt: Moment
    /// The import run; 0 for none.
    let run: Int64
    /// The digest of the card; 0 for none.
    let card: UInt64
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

    /// All scopes, in the order of their places.
    private(set) var scopes: [OperationScope] = []

    /// The place of a key.
    func row(of key: OperationKey) -> Int? { row(of: key, hash: Self.hash(key)) }

    /// The place of a key with a hash.
    func row(of key: OperationKey, hash: Int) -> Int? {
        guard let scope = knownPlace(of: key.scope) else { return nil }
        var text = key.id.text
        return text.withUTF8 { id in
            index.row(hash: hash) { row in
                keys[row].scope == scope && withBytes(of: row) { ByteHash.areEqual($0, UnsafeRawBufferPointer(id)) }
            }
        }
    }

    /// Reads a little of where a key is looked for.
    func touch(_ key: OperationKey) -> Int { index.touch(hash: Self.hash(key)) }

    /// The content of an operation; nil once purged.
    func content(_ row: Int) -> LedgerRow? { contents[row] }

    /// Enters an operation under a new key with a hash.
    mutating func append(_ key: OperationKey, _ content: LedgerRow?, hash: Int) {
        appendUnindexed(scope: place(of: key.scope), id: key.id.text.utf8, content)
        index.append(hash: hash)
    }

    /// Lets all operations be found.
    mutating func fillIndex() {
        let (keys, bytes) = (keys, bytes)
        index.fill(keys.count) { Self.hash($0, keys, bytes) }
    }

    /// Enters an operation under a new key whose scope has this place; it is found only after `fillIndex`.
    mutating func appendUnindexed(scope: UInt32, id: some Collection<UInt8>, _ content: LedgerRow?) {
        bytes.append(contentsOf: id)
        keys.append(Key(scope: scope, end: bytes.count))
        contents.append(content)
    }

    /// Forgets the content of an operation, never its key.
    mutating func purge(_ row: Int) {
        contents[row] = nil
    }

    /// The key of an operation.
    func key(_ row: Int) -> OperationKey {
        OperationKey(
            scope: scopes[Int(keys[row].scope)],
            id: OperationID(stored: withBytes(of: row) { String(decoding: $0, as: UTF8.self) }))
    }

    /// Takes the last operation out, as if it had never been.
    mutating func removeLast() {
        index.removeLast(hash: hash(keys.count - 1))
        contents.removeLast()
        keys.removeLast()
        bytes.removeLast(bytes.count - (keys.last?.end ?? 0))
    }

    /// Makes room for so many operations.
    mutating func reserve(_ rows: Int) {
        keys.reserveCapacity(rows)
        contents.reserveCapacity(rows)
        bytes.reserveCapacity(rows * 24)
    }

    /// The bytes of a key, for a body that does not keep them.
    func withKey(of row: Int, _ body: (_ scope: UInt32, _ id: UnsafeRawBufferPointer) -> Void) {
        withBytes(of: row) { body(keys[row].scope, $0) }
    }

    /// The place of a scope, which has one from then on.
    mutating func place(of scope: OperationScope) -> UInt32 {
        if let known = knownPlace(of: scope) { return known }
        let place = UInt32(scopes.count)
        placeOfScope[scope] = place
        scopes.append(scope)
        return place
    }

    private func knownPlace(of scope: OperationScope) -> UInt32? {
        // Most often it is that of the operation before.
        if let last = keys.last?.scope, scopes[Int(last)] == scope { return last }
        return placeOfScope[scope]
    }

    private func withBytes<Result>(of row: Int, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        Self.withBytes(of: row, keys, bytes, body)
    }

    private func hash(_ row: Int) -> Int { Self.hash(row, keys, bytes) }

    private static func withBytes<Result>(
        of row: Int, _ keys: [Key], _ bytes: [UInt8], _ body: (UnsafeRawBufferPointer) -> Result
    ) -> Result {
        let start = row == 0 ? 0 : keys[row - 1].end
        return bytes.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[start..<keys[row].end])) }
    }

    private static func hash(_ row: Int, _ keys: [Key], _ bytes: [UInt8]) -> Int {
        withBytes(of: row, keys, bytes) { ByteHash.hash($0) }
    }

    /// The hash of a key: that of its ID, since few scopes have the same.
    static func hash(_ key: OperationKey) -> Int { ByteHash.hash(key.id.text) }
}
