import Glibc
public import Ports

/// What the operating system says of who runs this.
public enum OperatingSystem {
    /// The login name of the account that runs this, by its number and never by the environment; its number where it has
    /// no name.
    ///
    /// - Throws: `accountUnknown` if the system cannot tell: an account is never taken for another, for operations are
    ///   known under its name.
    public static func login() throws(StoreFailure) -> String {
        let uid = getuid()
        let answer = entry({ getpwuid_r(uid, $0, $1, $2, $3) }, passwd()) { String(cString: $0.pw_name) }
        switch answer {
        case .success(let name): return name ?? "uid-\(uid)"
        case .failure(let error):
            throw StoreFailure(
                .accountUnknown,
                "the system cannot say whose account this is: \(String(cString: strerror(error.number))); try again",
                cause: "system error \(error.number)")
        }
    }

    /// The number of a group; nil if there is none of that name.
    public static func groupNumber(of name: String) -> UInt32? {
        let answer = entry({ getgrnam_r(name, $0, $1, $2, $3) }, group()) { $0.gr_gid }
        return (try? answer.get()) ?? nil
    }

    private struct LookupError: Error {
        let number: Int32
    }

    private typealias Lookup<Entry> = (
        UnsafeMutablePointer<Entry>, UnsafeMutablePointer<CChar>, Int,
        UnsafeMutablePointer<UnsafeMutablePointer<Entry>?>
    ) -> Int32

    /// Asks for an entry with a buffer that grows until the entry fits; nil if there is none.
    private static func entry<Entry, Value>(
        _ lookup: Lookup<Entry>, _ empty: Entry, _ read: (Entry) -> Value
    ) -> Result<Value?, LookupError> {
        var (size, interruptions) = (1024, 0)
        while true {
            var entry = empty
            var found: UnsafeMutablePointer<Entry>?
            var value: Value?
            let code = withUnsafeTemporaryAllocation(of: CChar.self, capacity: size) { buffer -> Int32 in
                guard let base = buffer.baseAddress else { return EINVAL }
                let code = lookup(&entry, base, size, &found)
                if code == 0, let found { value = read(found.pointee) }
                return code
            }
            switch code {
            // The latter mean that there is no list of accounts, or no such entry in it.
            case 0, ENOENT, ESRCH: return .success(value)
            case ERANGE where size < 1 << 20: size *= 2
            case EINTR where interruptions < 100: interruptions += 1
            default: return .failure(LookupError(number: code))
            }
        }
    }
}

extension StoreFailure.Kind {
    /// The system cannot say whose account runs this.
    public static let accountUnknown = StoreFailure.Kind("accountUnknown")
}
