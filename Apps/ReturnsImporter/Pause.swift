import Glibc

/// Waits.
func pause(for time: Duration) {
    let (seconds, rest) = time.components
    var wanted = timespec(tv_sec: Int(seconds), tv_nsec: Int(rest / 1_000_000_000))
    if time > .zero { nanosleep(&wanted, nil) }
}
