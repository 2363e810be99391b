public import Domain
import Host
public import Ports

/// Who runs the command: the boundary derives account, scope and permissions from the operating system.
public enum Account {
    /// The operating system's account as a member of staff, with every permission.
    ///
    /// - Throws: `accountUnknown` if the system cannot tell whose it is, or its name cannot stand beside an operation.
    public static func staff() throws(StoreFailure) -> Principal {
        let login = try OperatingSystem.login()
        do throws(InvalidRequest) {
            return Principal(account: login, scope: try .staff(login), permissions: Set(Permission.allCases))
        } catch {
            throw StoreFailure(.accountUnknown, "the account's login name is too long, or has control characters")
        }
    }

    /// The same account, importing files in the scope of their source: its operation IDs are the source's.
    public static func importing(in source: OperationScope) throws(StoreFailure) -> Principal {
        Principal(account: try OperatingSystem.login(), scope: source, permissions: [.import])
    }
}

/// Names that nobody stated.
public enum Generated {
    /// An operation ID that sorts by time.
    public static func operationID(_ clock: any WallClock) -> OperationID {
        OperationID(generatedAt: clock.now(), random: .random(in: .min ... .max))
    }

    /// A run ID that grows with time.
    public static func runID(_ clock: any WallClock) -> RunID {
        RunID(startedAt: clock.now(), random: .random(in: .min ... .max))
    }
}
