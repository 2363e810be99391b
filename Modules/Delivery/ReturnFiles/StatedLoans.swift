import Domain
import UseCases

/// When copies were lent last, by what the lines of a run have said so far.
///
/// A file of an offline day states loans that the library does not know yet, and returns that speak of them. It remembers at
/// most 100,000 copies; the oldest go first, by the half.
struct StatedLoans {
    private static let half = 50_000

    private var recent: [Barcode: Moment] = [:]
    private var older: [Barcode: Moment] = [:]

    /// Remembers the loans among further lines, and notes them at the returns that follow.
    mutating func note(in lines: inout [ReturnLine], _ moment: (TimeStatement) -> Moment?) {
        for index in lines.indices {
            if let (copy, lent) = lines[index].loan(moment) {
                remember(copy, lent)
            } else if !recent.isEmpty, case .copy(let copy) = lines[index].item,
                let lent = recent[copy] ?? older[copy]
            {
                lines[index].note(lastLent: lent)
            }
        }
    }

    private mutating func remember(_ copy: Barcode, _ lent: Moment) {
        if recent.count == Self.half {
            older = recent
            recent.removeAll()
        }
        recent[copy] = lent
    }
}
