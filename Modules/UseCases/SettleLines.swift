public import Domain
public import Ports

/// Takes a person's word that lines which an import asked about are dealt with: nobody is asked about them any more as long
/// as their verdicts stay.
public struct SettleLines: Sendable {
    private static let pageSize = 1000
    /// So many are settled in one step.
    private static let stepSize = 10_000

    /// What was settled.
    public struct Outcome: Hashable, Sendable {
        /// How many lines were open and are settled now.
        public let settled: Int
        /// How many lines of the run are open still.
        public let open: Int
        /// Stated numbers that no line of the run has; if there are any, nothing was settled.
        public let unknown: [Int]

        /// What became of a run's lines.
        public init(settled: Int, open: Int, unknown: [Int] = []) {
            self.settled = settled
            self.open = open
            self.unknown = unknown
        }
    }

    private let imports: any ImportRecording

    /// Works by way of this port.
    public init(imports: any ImportRecording) {
        self.imports = imports
    }

    /// Settles lines of a run, by their numbers among those it asked about; without any number, all of them.
    ///
    /// Many lines take several steps; broken off, it has settled the first of them, and done again it settles the rest.
    public func callAsFunction(
        _ numbers: Set<Int>, of run: RunID, as principal: Principal
    ) throws(HoldingsFailure) -> Outcome {
        try HoldingsFailure.require(.import, of: principal)
        var unknown = numbers
        var (open, places): (Int, [AskedLine.Place]) = (0, [])
        var last = 0
        while true {
            let page = try HoldingsFailure.ask(try imports.askedLines(of: run, after: last, limit: Self.pageSize))
            guard let end = page.last else { break }
            for line in page {
                unknown.remove(line.place.number)
                if line.isSettled { continue }
                if numbers.isEmpty || numbers.contains(line.place.number) {
                    places.append(line.place)
                } else {
                    open += 1
                }
            }
            last = end.place.number
        }
        if !unknown.isEmpty {
            return Outcome(settled: 0, open: open + places.count, unknown: unknown.sorted())
        }
        var rest = places[...]
        while !rest.isEmpty {
            try HoldingsFailure.ask(try imports.settle(Array(rest.prefix(Self.stepSize))))
            rest = rest.dropFirst(Self.stepSize)
        }
        return Outcome(settled: places.count, open: open)
    }
}
