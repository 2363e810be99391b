import Glibc

/// The system's own words for its error numbers.
public enum SystemMessage {
    /// The words for an `errno`, such as `No space left on device`.
    public static func text(_ number: Int32) -> String {
        strerror(number).map { String(cString: $0) } ?? "error \(number)"
    }
}
