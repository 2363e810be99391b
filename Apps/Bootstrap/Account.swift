public import Domain
import Host
public import Ports

/// Who runs the command: the boundary derives account, scope and permissions from the operating system.
public enum Account {
    /// The operating system's account as a member of staff, with every permission.
    public static func staff() throws(InvalidRequest) -> Principal {
        let login = OperatingSystem.login
        return Principal(account: login, scope: try .staff(login), permissions: Set(Permission.allCases))
    }

    /// The same account, importing files of a source: its operation IDs are the source's.
    public static func importing(from source: String) throws(InvalidRequest) -> Principal {
        Principal(account: OperatingSystem.login, scope: try .source(source), permissions: [.import])
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
