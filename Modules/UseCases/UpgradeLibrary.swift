public import Domain
public import Ports

/// Brings a store of an earlier release to the layout of this one.
public struct UpgradeLibrary: Sendable {
    /// What an upgrade did.
    public struct Outcome: Hashable, Sendable {
        /// The versions of the layout before and after; equal if nothing was to be done.
        public let from, to: Int
        /// Where the backup is; nil if nothing was to be done.
        public let backup: String?
    }

    private let store: any StoreUpgrading

    /// Works by way of this port.
    public init(store: any StoreUpgrading) {
        self.store = store
    }

    /// Makes a backup and upgrades the store.
    ///
    /// `backup` is where the backup is made; nil for a free name beside the store.
    public func callAsFunction(backup: String?, as principal: Principal) throws(HoldingsFailure) -> Outcome {
        try HoldingsFailure.require(.manage, of: principal)
        let done = try HoldingsFailure.ask(try store.upgrade(backup: backup))
        return Outcome(from: done.from, to: done.to, backup: done.backup)
    }
}
