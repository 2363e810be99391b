import Glibc

/// What the operating system says of who runs this.
public enum OperatingSystem {
    /// The login name of the account that runs this, by its number and never by the environment; its number where it has
    /// no name.
    public static var login: String {
        let uid = getuid()
        return entry { getpwuid_r(uid, $0, $1, $2, $3) }(passwd()) { String(cString: $0.pw_name) } ?? "uid-\(uid)"
    }

    /// The number of a group; nil if there is none of that name.
    public static func groupNumber(of name: String) -> UInt32? {
        entry { getgrnam_r(name, $0, $1, $2, $3) }(group()) { $0.gr_gid }
    }

    private typealias Lookup<Entry> = (
        UnsafeMutablePointer<Entry>, UnsafeMutablePointer<CChar>, Int,
        UnsafeMutablePointer<UnsafeMutablePointer<Entry>?>
    ) -> Int32

    /// Asks for an entry with a buffer that grows until the entry fits.
    private static func entry<Entry, Value>(
        _ lookup: @escaping Lookup<Entry>
    ) -> (Entry, (Entry) -> Value) -> Value? {
        { empty, read in
            var size = 1024
            while size <= 1 << 20 {
                var entry = empty
                var found: UnsafeMutablePointer<Entry>?
                var value: Value?
                let code = withUnsafeTemporaryAllocation(of: CChar.self, capacity: size) { buffer -> Int32 in
                    guard let base = buffer.baseAddress else { return EINVAL }
                    let code = lookup(&entry, base, size, &found)
                    if code == 0, let found { value = read(found.pointee) }
                    return code
                }
                if code != ERANGE { return value }
                size *= 2
            }
            return nil
        }
    }
}
