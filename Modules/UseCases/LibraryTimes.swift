public import Domain
public import Ports

/// Says what the library's clocks and calendar show, for those who write times down for people.
public struct LibraryTimes: Sendable {
    private let calendar: any LibraryCalendar

    /// Works by way of this port.
    public init(calendar: any LibraryCalendar) {
        self.calendar = calendar
    }

    /// What the library's clocks show at a moment; nil outside the years 1 to 9999.
    public func local(at moment: Moment) -> LocalTime? { calendar.local(at: moment)?.time }

    /// By how many days a return came after the loan's due day; 0 when it was on time.
    public func daysLate(_ loan: Loan, returnedAt moment: Moment) -> Int {
        calendar.day(of: moment).map(loan.daysLate(returnedOn:)) ?? 0
    }
}
