/// Brings a store of an earlier release to the layout of this one.
public protocol StoreUpgrading: Sendable {
    /// Makes a backup of the store as it is, and then changes its layout: in one atomic step, durable when the call
    /// returns.
    ///
    /// A store that has this release's layout is left as it is, without a backup.
    ///
    /// `backup` is where the backup is made, if nothing is there; nil for a free name beside the store.
    func upgrade(backup: String?) throws(StoreFailure) -> StoreUpgrade
}

/// What an upgrade did.
public struct StoreUpgrade: Hashable, Sendable {
    /// The versions of the layout before and after; equal if nothing was to be done.
    public let from, to: Int
    /// Where the backup is; nil if nothing was to be done.
    public let backup: String?

    /// What was done.
    public init(from: Int, to: Int, backup: String?) {
        self.from = from
        self.to = to
        self.backup = backup
    }
}
