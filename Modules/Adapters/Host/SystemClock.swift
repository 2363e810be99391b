public import Domain
import Glibc
public import Ports

/// The machine's clock.
public struct SystemClock: WallClock {
    /// The machine's clock.
    public init() {}

    public func now() -> Moment {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Moment(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
    }
}
