import Domain
import UseCases

/// The loans that files state a little later than the line at hand.
///
/// A return of one machine may have come after a loan that another machine's clock puts behind it. In one file the order
/// of the lines tells which came first.
struct UpcomingLoans {
    /// The files are looked ahead in by so many milliseconds more than a line asks, so that this is seldom done.
    private static let stretch: Int64 = 60_000

    /// Up to when all loans were announced.
    private var horizon = Moment(milliseconds: .min)
    private var loans: [Barcode: [(lent: Moment, file: Int)]] = [:]

    /// Sees to it that loans are announced up to a moment, if they were not.
    ///
    /// - Parameter announce: announces them up to a horizon; true if it could do so for all.
    mutating func reach<Failure>(
        _ moment: Moment, announce: (_ horizon: Moment, inout Self) throws(Failure) -> Bool
    ) throws(Failure) {
        guard moment > horizon else { return }
        let next = moment.advanced(by: Self.stretch)
        if try announce(next, &self) { horizon = next }
    }

    /// Takes note of a loan that a file states further on.
    mutating func announce(_ copy: Barcode, _ lent: Moment, of file: Int) {
        loans[copy, default: []].append((lent, file))
    }

    /// Forgets a loan whose line has come.
    mutating func pass(_ copy: Barcode, _ lent: Moment, of file: Int) {
        guard var known = loans[copy], let place = known.firstIndex(where: { $0 == (lent, file) }) else { return }
        known.remove(at: place)
        loans[copy] = known.isEmpty ? nil : known
    }

    /// When other files lend a copy, the last time by a moment; nil if none does.
    func last(of copy: Barcode, by end: Moment, besides file: Int) -> Moment? {
        loans[copy]?.lazy.filter { $0.file != file && $0.lent <= end }.map(\.lent).max()
    }
}

extension ReturnLine {
    /// The copy that it lends, and when, if it states a loan.
    func loan(_ moment: (TimeStatement) -> Moment?) -> (copy: Barcode, lent: Moment)? {
        guard case .unsupported(_, let loan?) = content, let lent = moment(loan.time) else { return nil }
        return (loan.copy, lent)
    }
}
