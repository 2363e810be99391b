public import Domain

/// Tells the time.
///
/// Nothing inside reads a clock but through this.
public protocol WallClock: Sendable {
    /// The time now.
    func now() -> Moment
}
