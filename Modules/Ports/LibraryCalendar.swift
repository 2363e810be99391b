public import Domain

/// Translates between moments and what the library's clocks and calendars show, in its IANA zone.
public protocol LibraryCalendar: Sendable {
    /// The moments at which the zone's clocks show a local time, earlier first: none where a clock change skips it, two
    /// where one repeats it.
    func moments(of local: LocalTime) -> [Moment]

    /// What the zone's clocks show at a moment, and how many seconds they are ahead of UTC then; nil outside the years 1
    /// to 9999.
    func local(at moment: Moment) -> (time: LocalTime, offset: Int)?
}

extension LibraryCalendar {
    /// The civil day of a moment in the library's zone; nil outside the years 1 to 9999.
    public func day(of moment: Moment) -> LibraryDay? { local(at: moment)?.time.day }
}
