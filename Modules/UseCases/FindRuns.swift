public import Domain
public import Ports

/// Shows the runs of imports, and what they asked a person about.
public struct FindRuns: Sendable {
    private let imports: any ImportRecording

    /// Works by way of this port.
    public init(imports: any ImportRecording) {
        self.imports = imports
    }

    /// Gives the runs, the latest first, page by page, until `use` gives false.
    public func each(as principal: Principal, _ use: ([RecordedRun]) -> Bool) throws(HoldingsFailure) {
        try HoldingsFailure.require(.operate, of: principal)
        try eachPage(after: \RecordedRun.id, use: use) { (last, limit) throws(StoreFailure) in
            try imports.importRuns(before: last, limit: limit)
        }
    }

    /// The run with a number, or the latest if no number is stated; nil if there is none, or none any more.
    public func callAsFunction(_ number: Int64?, as principal: Principal) throws(HoldingsFailure) -> RecordedRun? {
        try HoldingsFailure.require(.operate, of: principal)
        guard let number else {
            return try HoldingsFailure.ask(try imports.importRuns(before: nil, limit: 1)).first
        }
        return try HoldingsFailure.ask(try imports.importRun(RunID(stored: number)))
    }

    /// Gives the lines that a run asked about and that nobody settled, in the order in which it met them, page by page, until
    /// `use` gives false.
    public func eachLine(
        of run: RunID, as principal: Principal, _ use: ([AskedLine]) -> Bool
    ) throws(HoldingsFailure) {
        try HoldingsFailure.require(.operate, of: principal)
        try eachPage(after: \AskedLine.place.number, use: { use($0.filter { !$0.isSettled }) }) {
            (last, limit) throws(StoreFailure) in
            try imports.askedLines(of: run, after: last ?? 0, limit: limit)
        }
    }
}
