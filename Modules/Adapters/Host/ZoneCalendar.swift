public import Domain
import Foundation
public import Ports
import Synchronization

/// A library's calendar in an IANA time zone, by Foundation's time zone data.
public final class ZoneCalendar: LibraryCalendar {
    /// Transitions lie at quarters of an hour, so one lookup serves a quarter (Chatham changes at 02:45, Lord Howe by 30
    /// minutes).
    private static let quarter: Int64 = 15 * 60_000

    private let zone: TimeZone
    /// Offsets that the zone had around a quarter of an hour of local time: a file speaks of few quarters, many times.
    private let offsets = Mutex<[Int64: [Int]]>([:])

    /// The calendar of a zone; nil if there is no zone of that name.
    public init?(zone name: String) {
        // Foundation takes abbreviations and offsets too, which have no rules; those are no places.
        guard name == "UTC" || name.contains("/"), let zone = TimeZone(identifier: name) else { return nil }
        self.zone = zone
    }

    /// The name of the machine's own zone; Foundation says GMT where the machine says UTC.
    public static var machineZone: String {
        let name = TimeZone.current.identifier
        return name == "GMT" ? "UTC" : name
    }

    public func moments(of local: LocalTime) -> [Moment] {
        let asUTC = local.moment(offset: 0)
        return candidates(near: asUTC).map { local.moment(offset: $0) }
            .filter { offset(at: $0) == Int((asUTC.milliseconds - $0.milliseconds) / 1000) }
            .sorted()
    }

    public func local(at moment: Moment) -> (time: LocalTime, offset: Int)? {
        let offset = offset(at: moment)
        return LocalTime(at: moment, offset: offset).map { ($0, offset) }
    }

    /// The offsets that the zone has within a day and a half of a local time: its true offset is one of them.
    private func candidates(near asUTC: Moment) -> [Int] {
        let bucket = asUTC.milliseconds / Self.quarter
        if let known = offsets.withLock({ $0[bucket] }) { return known }
        let hours: [Int64] = [-36, -24, -15, -12, -6, -3, 0, 3, 6, 12, 15, 24, 36]
        let found = Array(Set(hours.map { offset(at: asUTC.advanced(by: $0 * 3_600_000)) }))
        offsets.withLock { offsets in
            if offsets.count > 10_000 { offsets.removeAll(keepingCapacity: true) }
            offsets[bucket] = found
        }
        return found
    }

    private func offset(at moment: Moment) -> Int {
        zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(moment.milliseconds) / 1000))
    }
}
