public import Domain
public import Ports

/// Makes backups.
public struct BackUpLibrary: Sendable {
    private let store: any StoreMoving

    /// Works by way of this port.
    public init(store: any StoreMoving) {
        self.store = store
    }

    /// Makes a backup at a path where nothing is, while others may write.
    public func callAsFunction(to path: String, as principal: Principal) throws(HoldingsFailure) {
        try HoldingsFailure.require(.operate, of: principal)
        try HoldingsFailure.ask(try store.backUp(to: path))
    }
}
