/// This release of the two commands.
public enum Release {
    /// The version, as `--version` prints it.
    public static let version = "0.1.0"
}
