public import Domain

/// Remembers the runs of imports, and the lines that they asked a person about.
///
/// It is no part of what makes an effect happen once: a run that is killed between its effects and its record loses
/// nothing but the record. No call keeps anything locked after it returns.
public protocol ImportRecording: Sendable {
    /// Writes how a run stands, adds the lines it asks about, then drops those that nobody needs to be asked about any
    /// more, in one atomic step that is durable when the call returns.
    ///
    /// A run is entered or replaced; lines come in the order of their places; a line to drop need not be there.
    func record(_ entry: ImportEntry) throws(StoreFailure)

    /// The run with an ID; nil if there is none.
    func importRun(_ id: RunID) throws(StoreFailure) -> RecordedRun?

    /// The next runs, the latest first, at most `limit`; an empty page ends the list. `before` is the last of the page
    /// before.
    func importRuns(before: RunID?, limit: Int) throws(StoreFailure) -> [RecordedRun]

    /// The next lines that a run asked about and that were not dropped, in the order of their numbers, at most `limit`; an empty
    /// page ends the list. `after` is the number of the last of the page before, 0 for the first page.
    func askedLines(of run: RunID, after: Int, limit: Int) throws(StoreFailure) -> [AskedLine]

    /// Marks lines that runs asked about as settled by a person, in one atomic step that is durable when the call returns.
    ///
    /// They stay with their runs. A place where no line is, or is no more, is passed over.
    func settle(_ lines: [AskedLine.Place]) throws(StoreFailure)

    /// Forgets runs that began before a moment, at most `limit` of them, with the lines they asked about, in one atomic
    /// step; gives how many. The oldest go first.
    func forgetRuns(startedBefore: Moment, limit: Int) throws(StoreFailure) -> Int
}

/// What is written of a run at one time.
public struct ImportEntry: Hashable, Sendable {
    /// The run as it stands.
    public let run: RecordedRun
    /// Lines that it asks a person about.
    public let asked: [AskedLine]
    /// Places of lines, of this run or an earlier one, that need no person any more.
    public let settled: [AskedLine.Place]

    /// What is to be written.
    public init(run: RecordedRun, asked: [AskedLine] = [], settled: [AskedLine.Place] = []) {
        self.run = run
        self.asked = asked
        self.settled = settled
    }
}
