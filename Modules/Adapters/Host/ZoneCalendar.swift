public import Domain
import Foundation
public import Ports

/// A library's calendar in an IANA time zone, by Foundation's time zone data.
///
/// Foundation is asked once a quarter of an hour, for nearly all changes of clocks lie between quarters. Not all do: St
/// John's changed at 00:01 up to 2011. A quarter with a change inside is asked about each time.
public final class ZoneCalendar: LibraryCalendar {
    /// Milliseconds of a quarter of an hour.
    private static let quarter: Int64 = 15 * 60_000
    /// Where offsets are looked for around a local time, in hours: they are 26 hours at most, and last longer than the
    /// distances between these.
    private static let hoursAround: [Int64] = [-36, -24, -15, -12, -9, -6, -3, 0, 3, 6, 9, 12, 15, 24, 36]

    /// The zones of the time zone database whose names have no region.
    private static let plainNames: Set<String> = [
        "CET", "CST6CDT", "Cuba", "EET", "EST", "EST5EDT", "Egypt", "Eire", "GB", "GB-Eire", "GMT", "GMT+0", "GMT-0",
        "GMT0", "Greenwich", "HST", "Hongkong", "Iceland", "Iran", "Israel", "Jamaica", "Japan", "Kwajalein", "Libya",
        "MET", "MST", "MST7MDT", "NZ", "NZ-CHAT", "Navajo", "PRC", "PST8PDT", "Poland", "Portugal", "ROC", "ROK",
        "Singapore", "Turkey", "UCT", "UTC", "Universal", "W-SU", "WET", "Zulu",
    ]

    private let zone: TimeZone
    /// The offset all through a quarter of the world's time.
    private let offsets = OffsetCache()
    /// The one offset at which all times of a quarter of local time occur.
    private let localOffsets = OffsetCache()

    /// The calendar of a zone; nil if there is no zone of that name.
    public init?(zone name: String) {
        // Foundation takes other abbreviations and offsets too: those are no zones, and BST means Bangladesh there.
        guard name.contains("/") || Self.plainNames.contains(name), let zone = TimeZone(identifier: name) else {
            return nil
        }
        self.zone = zone
    }

    /// The name of the machine's own zone; Foundation says GMT where the machine says UTC.
    public static var machineZone: String {
        let name = TimeZone.current.identifier
        return name == "GMT" ? "UTC" : name
    }

    public func moments(of local: LocalTime) -> [Moment] {
        let asUTC = local.moment(offset: 0)
        let quarter = Self.quarter(of: asUTC)
        if let offset = localOffsets[quarter] { return [local.moment(offset: offset)] }
        let found = offsets(ofLocal: asUTC)
        if found.count == 1, Self.ends(of: quarter).allSatisfy({ offsets(ofLocal: $0) == found }) {
            localOffsets.note(found[0], in: quarter)
        }
        return found.map { local.moment(offset: $0) }.sorted()
    }

    public func local(at moment: Moment) -> (time: LocalTime, offset: Int)? {
        let offset = offset(at: moment)
        return LocalTime(at: moment, offset: offset).map { ($0, offset) }
    }

    /// The offsets at which clocks show a local time, which is given as if it were of UTC.
    private func offsets(ofLocal asUTC: Moment) -> [Int] {
        Array(Set(Self.hoursAround.map { offset(at: asUTC.advanced(by: $0 * 3_600_000)) }))
            .filter { offset(at: asUTC.advanced(by: -Int64($0) * 1000)) == $0 }
    }

    private func offset(at moment: Moment) -> Int {
        let quarter = Self.quarter(of: moment)
        if let known = offsets[quarter] { return known }
        let ends = Self.ends(of: quarter).map(exactOffset)
        // No zone changes twice in a quarter.
        if ends[0] != ends[1] { return exactOffset(at: moment) }
        offsets.note(ends[0], in: quarter)
        return ends[0]
    }

    private func exactOffset(at moment: Moment) -> Int {
        zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(moment.milliseconds) / 1000))
    }

    private static func quarter(of moment: Moment) -> Int64 {
        let (quarter, rest) = moment.milliseconds.quotientAndRemainder(dividingBy: quarter)
        return rest < 0 ? quarter - 1 : quarter
    }

    /// The first millisecond of a quarter and the last.
    private static func ends(of number: Int64) -> [Moment] {
        let start = number.multipliedReportingOverflow(by: quarter)
        let first = Moment(milliseconds: start.overflow ? .min : start.partialValue)
        return [first, first.advanced(by: quarter - 1)]
    }
}
