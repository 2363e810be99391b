import Glibc
import Ports

extension DiskError {
    /// The error as a failure of the store in a directory.
    func failure(in directory: String, isOutcomeUnknown: Bool = false) -> StoreFailure {
        switch cause {
        case .damage:
            return StoreFailure(
                .corrupt, "the store in \(directory) is damaged (\(what)); nothing was changed: restore a backup",
                cause: what)
        case .newerFormat:
            return StoreFailure(
                .newerSchema, "the store in \(directory) was written by a newer release (\(what)); use that release")
        case .olderFormat:
            return StoreFailure(
                .olderSchema,
                "the store in \(directory) was made by an earlier release (\(what)); 'circ store upgrade' makes a "
                    + "backup and upgrades it")
        case .unmended:
            return StoreFailure(
                .notWritable,
                "the store in \(directory) must be mended, for \(what), and its medium is read-only: copy its files to "
                    + "where they can be written, and open that store", cause: what)
        case .missing:
            return StoreFailure(.missing, "there is no store in \(directory); 'circ init' makes one")
        case .foreign:
            return StoreFailure(.foreign, "what is in \(directory) is no file store")
        case .system(let number):
            let (kind, advice) = Self.meaning(of: number)
            // What to do where it may have been kept is said by whoever knows under which ID it can be sent again.
            return StoreFailure(
                kind,
                "the store in \(directory) failed at \(what): \(String(cString: strerror(number)))"
                    + (isOutcomeUnknown ? "" : "; \(advice)"),
                cause: "system error \(number) at \(what)", isOutcomeUnknown: isOutcomeUnknown)
        }
    }

    private static func meaning(of number: Int32) -> (StoreFailure.Kind, String) {
        switch number {
        case ENOSPC, EDQUOT: (.full, "nothing was changed: make room and try again")
        case EROFS: (.notWritable, "nothing was changed, for its medium is read-only")
        case EACCES, EPERM: (.notWritable, "nothing was changed, for this account may not write there")
        case EMFILE, ENFILE, ENOMEM: (.unavailable, "nothing was changed: try again when the system has room")
        case EISDIR: (.foreign, "a directory stands where a file of the store belongs; move it away")
        case ELOOP: (.foreign, "a symbolic link is no part of a store")
        default: (.inputOutput, "nothing was changed")
        }
    }
}
