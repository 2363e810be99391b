/// A failure of a store: nothing of the call was committed, or it cannot be told (`isOutcomeUnknown`), and the same
/// request may be sent again under the same operation ID.
///
/// A refusal is a value, never a failure: an outage is never shown as "no copy".
public struct StoreFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// What kind of failure it is.
    ///
    /// The set is open: a store may have kinds of its own.
    public struct Kind: Hashable, Sendable, CustomStringConvertible {
        /// The kind's stable name.
        public let description: String

        /// A kind with a stable name.
        public init(_ name: String) {
            description = name
        }

        /// The store cannot be reached or used.
        public static let unavailable = Kind("storageUnavailable")
        /// Others held the store for longer than a call waits; try again.
        public static let busy = Kind("storageBusy")
        /// There is no store there; only `init` creates one.
        public static let missing = Kind("storeMissing")
        /// There is a store, or something else, where a new one was to be made.
        public static let exists = Kind("storeExists")
        /// A new store cannot be made there.
        public static let notMade = Kind("storeNotMade")
        /// What is there is no store of this library system.
        public static let foreign = Kind("notAStore")
        /// The store was written by a newer release.
        public static let newerSchema = Kind("newerStore")
        /// The store was made by an earlier release, and is to be upgraded first.
        public static let olderSchema = Kind("olderStore")
        /// The account may only read the store, or not even that.
        public static let notWritable = Kind("storeNotWritable")
        /// The store takes no changes: it is a backup, or the library has moved.
        public static let closed = Kind("storeClosed")
        /// What is to be restored is a store, and no backup of one.
        public static let notABackup = Kind("notABackup")
        /// No space is left.
        public static let full = Kind("storageFull")
        /// The store is damaged.
        public static let corrupt = Kind("storeDamaged")
        /// Reading or writing failed.
        public static let inputOutput = Kind("storageInputOutput")
        /// The URL names no store that this build knows.
        public static let badURL = Kind("badStoreURL")
    }

    /// What kind of failure it is.
    public let kind: Kind
    /// What failed and what to do, in plain words, without any member's data.
    public let message: String
    /// The technology's own code and words, for operators; without bound values.
    public let cause: String?
    /// Whether the commit may have happened all the same.
    public let isOutcomeUnknown: Bool

    /// A failure of a kind.
    public init(_ kind: Kind, _ message: String, cause: String? = nil, isOutcomeUnknown: Bool = false) {
        self.kind = kind
        self.message = message
        self.cause = cause
        self.isOutcomeUnknown = isOutcomeUnknown
    }

    /// The same, where all may have happened: what failed came after it.
    public var withUnknownOutcome: StoreFailure {
        StoreFailure(kind, message, cause: cause, isOutcomeUnknown: true)
    }

    /// The plain words, without the cause.
    public var description: String { message }
}
