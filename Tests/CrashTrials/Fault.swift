import Glibc

/// A system call that fails.
package struct Fault: Hashable, Sendable {
    /// How a call fails.
    package enum Way: Hashable, Sendable, CaseIterable {
        case inputOutput, full, interrupted, tooManyFiles
        /// It does only a part of what it was told, and says so.
        case short

        var number: Int32 {
            switch self {
            case .inputOutput: EIO
            case .full: ENOSPC
            case .interrupted: EINTR
            case .tooManyFiles: EMFILE
            case .short: 0
            }
        }
    }

    /// What a failing sync leaves (cf.
    ///
    /// Rebello et al.: Can Applications Recover from fsync Failures?, 2020).
    package enum SyncProfile: Hashable, Sendable, CaseIterable {
        /// All stays to be written, and the next sync tries again.
        case keeps
        /// The system forgets that there is anything to write: the data is seen, and gone with the power.
        case clears
        /// The data goes back to what was durable.
        case reverts
    }

    /// The number of the call that fails, counted from 1 over all calls.
    let call: Int
    let way: Way
    /// Whether all calls after it fail as well.
    let isLasting: Bool
    let profile: SyncProfile

    /// A fault at a call.
    package init(call: Int, way: Way, isLasting: Bool, profile: SyncProfile = .keeps) {
        self.call = call
        self.way = way
        self.isLasting = isLasting
        self.profile = profile
    }

    func strikes(_ call: Int) -> Bool { isLasting ? call >= self.call : call == self.call }
}

/// A disk whose syncs do not do what they say.
package enum Dishonesty: Hashable, Sendable, CaseIterable {
    /// A sync does nothing and says that it did.
    case lies
    /// A sync loses the data, says that all is well, and the one after it fails.
    case reportsLate
}
