import Domain

/// The time that a line states, as people read it.
enum ShownTime {
    /// A time as the library's clocks show it, or as it stands if it is a local one; of an ambiguous one both readings.
    ///
    /// - Parameters:
    ///   - time: what the line states, if it states a time.
    ///   - readings: the moments it may mean, where that is in doubt.
    ///   - times: writes a moment in the library's zone.
    /// - Returns: the text; nil if there is no time.
    static func text(
        _ time: TimeStatement?, readings: (Moment, Moment)? = nil, times: (Moment) -> String
    ) -> String? {
        if let readings { return "\(exact(readings.0)) or \(exact(readings.1))" }
        return switch time {
        case .instant(let moment, _), .picked(let moment, _): times(moment)
        case .local, .date, nil: time?.text
        }
    }

    /// A moment in UTC: one of two readings differs from the other only there.
    private static func exact(_ moment: Moment) -> String {
        LocalTime(at: moment, offset: 0).map { "\($0) UTC" } ?? "\(moment.milliseconds) ms after 1970"
    }
}
