/// What an account may do.
public enum Permission: String, Hashable, Sendable, CaseIterable {
    case borrow, `return`, `import`, catalogue, members, operate, manage
}

/// Who asks: an account with the scope of its operation IDs and its permissions.
///
/// The boundary makes it, never the request.
public struct Principal: Hashable, Sendable {
    /// The account's name.
    public let account: String
    /// Whose operation IDs it uses.
    public let scope: OperationScope
    /// What it may do.
    public let permissions: Set<Permission>

    /// An account with its scope and permissions.
    public init(account: String, scope: OperationScope, permissions: Set<Permission>) {
        self.account = account
        self.scope = scope
        self.permissions = permissions
    }

    /// Whether the account may do something.
    public func may(_ permission: Permission) -> Bool { permissions.contains(permission) }
}
