public import Domain
public import UseCases

/// All that is told of a line of an import, whatever the format in which it is written.
public struct ImportLineFacts: Sendable {
    /// The name of its file, as it was stated.
    public let file: String
    /// Its number in the file, from 1.
    public let line: Int
    /// What is said of it.
    public let verdict: Verdict
    /// Whether nobody needs to look at it.
    public var isSettled: Bool
    /// Why a person should look, in plain words that lines of the kind share, if one should.
    public var question: String?
    /// What is the matter with this line, as far as that says more.
    public var detail: String?
    /// What a person can do.
    public var advice: String?
    /// Commands that do it, or help to find out, each an alternative to the others.
    public var commands: [String] = []
    /// The title of the book, if a person should look and the copy is known.
    public var title: String?
    /// The earlier run that asked about it already.
    public var askedInRun: RunID?
    /// Whether an earlier run applied it.
    public let isReplayed: Bool
    /// Whether an earlier line of the run applied it.
    public let isDuplicateInFile: Bool
    /// What staff should know besides.
    public let notes: [String]
    /// The action that it states, if it is no return.
    public private(set) var action: String?
    /// Its operation ID.
    public private(set) var operation: OperationID?
    /// The copy it is about.
    public private(set) var copy: Barcode?
    /// The loan that was returned, or the one stated.
    public private(set) var loan: LoanID?
    /// The time it states, as it was written.
    public private(set) var statedAt: String?
    /// The same time as it was understood.
    public private(set) var time: TimeStatement?
    /// Where it came back.
    public private(set) var branch: String?
    /// The loans that it may be, where that cannot be told.
    public private(set) var earlierLoan, laterLoan: LoanID?
    /// The moments that its time may mean.
    public let earlierReading, laterReading: Moment?
    /// What differs from the earlier operation under its ID.
    public private(set) var conflictField: String?
    /// When it happened and was recorded.
    public let happenedAt, recordedAt: Moment?
    /// The columns that mean nothing here.
    public let columns: [OtherColumn]

    /// Why a person should look, in plain words, if one should.
    public var reason: String? { question.map { question in detail.map { "\(question): \($0)" } ?? question } }

    /// What an outcome says by itself.
    public init(_ outcome: LineOutcome, file: String) {
        self.file = file
        line = outcome.line.number
        verdict = outcome.verdict
        isSettled = outcome.isSettled
        isReplayed = outcome.isReplayed
        isDuplicateInFile = outcome.isDuplicateInRun
        let receipt = outcome.receipt
        notes = receipt?.notes.names ?? []
        copy = receipt?.loan.copy
        loan = receipt?.loan.id
        happenedAt = receipt?.occurrence.happenedAt
        recordedAt = receipt?.occurrence.recordedAt
        earlierReading = outcome.readings.first
        laterReading = outcome.readings.last
        columns = outcome.line.others
        switch outcome.decision {
        case .refused(.uncertainLoan(let first, let second)): (earlierLoan, laterLoan) = (first, second)
        case .refused(.operationConflict(let differing)): conflictField = differing.rawValue
        default: break
        }
        take(outcome.line.content)
    }

    private mutating func take(_ content: ReturnLine.Content) {
        switch content {
        case .malformed: break
        case .unsupported(let name, let lent):
            action = name
            copy = lent?.copy
            statedAt = lent.map { $0.writtenTime ?? $0.time.text }
            time = lent?.time
        case .returned(let stated):
            operation = stated.operation
            statedAt = stated.writtenTime ?? stated.time.text
            time = stated.time
            branch = stated.branch?.description
            switch stated.item {
            case .copy(let barcode): copy = barcode
            case .loan(let id): loan = id
            }
        }
    }
}
