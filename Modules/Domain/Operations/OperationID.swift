/// The caller's name for one operation: 1 to 64 UTF-8 bytes, no control characters, compared byte for byte.
///
/// It makes a retry safe and authorises nobody. A store never forgets one.
public struct OperationID: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The most bytes an ID may have.
    public static let maximumBytes = 64

    private let exact: ExactText

    /// The ID as text.
    public var text: String { exact.text }

    /// The ID as text.
    public var description: String { exact.text }

    /// Checks a stated ID.
    public init(_ text: String) throws(InvalidRequest) {
        exact = try TextRule.exact(text, .operation, maximumBytes: Self.maximumBytes)
    }

    /// Checks an ID that a file states.
    public init(bytes: Span<UInt8>) throws(InvalidRequest) {
        exact = try TextRule.exact(utf8: bytes, .operation, maximumBytes: Self.maximumBytes)
    }

    /// Takes an ID that a store kept.
    public init(stored text: String) {
        exact = ExactText(text)
    }

    /// Makes an ID for a caller who stated none: it sorts by time, and `random` keeps two in one millisecond apart.
    public init(generatedAt now: Moment, random: UInt64) {
        let time = hexadecimalText(UInt64(bitPattern: max(0, now.milliseconds)), digits: 12)
        exact = ExactText("\(time)-\(hexadecimalText(random, digits: 16))")
    }

    /// Orders byte for byte.
    public static func < (lhs: OperationID, rhs: OperationID) -> Bool { lhs.exact < rhs.exact }
}

/// Whose operation IDs these are: one account's, or one source's of files.
///
/// The boundary derives it from the account.
public struct OperationScope: Hashable, Comparable, Sendable, CustomStringConvertible {
    private static let (staffPrefix, sourcePrefix) = ("staff:", "source:")

    private let exact: ExactText

    /// `staff:LOGIN` or `source:NAME`.
    public var description: String { exact.text }

    /// The name of the source of files that it is; nil for an account's.
    public var source: String? {
        let prefix = Self.sourcePrefix
        return exact.text.hasPrefix(prefix) ? String(exact.text.dropFirst(prefix.count)) : nil
    }

    /// The scope of a member of staff.
    public static func staff(_ login: String) throws(InvalidRequest) -> OperationScope {
        try OperationScope(staffPrefix, login, .account)
    }

    /// The scope of a source of files; a name has 1 to 64 bytes and no control characters.
    public static func source(_ name: String) throws(InvalidRequest) -> OperationScope {
        try OperationScope(sourcePrefix, name, .scope)
    }

    private init(_ prefix: String, _ name: String, _ field: InvalidRequest.Field) throws(InvalidRequest) {
        exact = ExactText(prefix + (try TextRule.exact(name, field, maximumBytes: 64).text))
    }

    /// Takes a scope that a store kept.
    public init(stored text: String) {
        exact = ExactText(text)
    }

    /// Checks a scope that a person states in the form in which it is shown.
    public init(stated text: String) throws(InvalidRequest) {
        if text.hasPrefix(Self.staffPrefix) {
            self = try .staff(String(text.dropFirst(Self.staffPrefix.count)))
        } else if text.hasPrefix(Self.sourcePrefix) {
            self = try .source(String(text.dropFirst(Self.sourcePrefix.count)))
        } else {
            throw InvalidRequest(.scope, .malformed)
        }
    }

    /// Orders byte for byte.
    public static func < (lhs: OperationScope, rhs: OperationScope) -> Bool { lhs.exact < rhs.exact }
}

/// The key of an operation in the ledger.
public struct OperationKey: Hashable, Comparable, Sendable {
    /// Whose operation it is.
    public let scope: OperationScope
    /// The caller's name for it.
    public let id: OperationID

    /// A key in a scope.
    public init(scope: OperationScope, id: OperationID) {
        self.scope = scope
        self.id = id
    }

    /// Orders by scope, then by ID.
    public static func < (lhs: OperationKey, rhs: OperationKey) -> Bool {
        lhs.scope == rhs.scope ? lhs.id < rhs.id : lhs.scope < rhs.scope
    }
}

/// One run of an import: it tells a line repeated in a run from one applied by an earlier run.
public struct RunID: Hashable, Sendable {
    /// A positive number.
    public let value: Int64

    /// Makes an ID that grows with time; `random` keeps runs in one millisecond apart.
    public init(startedAt now: Moment, random: UInt64) {
        value = (max(0, now.milliseconds) & 0x3FF_FFFF_FFFF) << 20 | Int64(random & 0xF_FFFF)
    }

    /// Takes a number that a store kept.
    public init(stored value: Int64) {
        self.value = value
    }
}
