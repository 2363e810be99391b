/// How a command ended, as shells and schedulers see it; the numbers above 63 are those of `sysexits.h`.
public enum ExitCode: Int32, Hashable, Sendable {
    /// All is done; for an import, every line is settled.
    case done = 0
    /// A rule refused; for an import, it finished and some lines need a person.
    case refused = 1
    /// The command line, or a value in it, is wrong.
    case usage = 64
    /// The input data is bad; nothing was applied.
    case badData = 65
    /// There is no such input.
    case noInput = 66
    /// The store cannot be used.
    case unavailable = 69
    /// What was to be made cannot be.
    case cannotCreate = 73
    /// Reading or writing failed.
    case inputOutput = 74
    /// Others held the store for too long; try again.
    case busy = 75
    /// The account may not do this.
    case notPermitted = 77

    /// The code for a store's trouble, from its stable name; a name not known here means that the store cannot be used.
    public init(storeTrouble code: String) {
        switch code {
        case "storageBusy": self = .busy
        case "storeExists", "storeNotMade": self = .cannotCreate
        case "notABackup": self = .badData
        case "storageFull", "storageInputOutput": self = .inputOutput
        case "badStoreURL", "unknownZone", "unknownGroup": self = .usage
        default: self = .unavailable
        }
    }
}
