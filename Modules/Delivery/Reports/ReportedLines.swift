public import DTOs
public import Domain
public import UseCases

/// Says of each line what a report says of it.
public struct ReportedLines {
    private let files: [String]
    private let scope: OperationScope
    private let moment: (TimeStatement) -> Moment?
    private let title: (LineOutcome) -> String?

    /// Says it of the lines of a run.
    ///
    /// - Parameters:
    ///   - files: the names of the run's files.
    ///   - scope: whose operation IDs the lines have.
    ///   - moment: the one moment that a written time means; nil if there is none or more than one.
    ///   - title: the title of the book that a line is about, if it is known.
    public init(
        files: [String], scope: OperationScope, moment: @escaping (TimeStatement) -> Moment?,
        title: @escaping (LineOutcome) -> String?
    ) {
        self.files = files
        self.scope = scope
        self.moment = moment
        self.title = title
    }

    /// What is said of a line.
    public func callAsFunction(_ outcome: LineOutcome, _ asking: RecordImport.Asking) -> ImportLineFacts {
        var facts = ImportLineFacts(outcome, file: files[outcome.line.file])
        guard let question = Question(outcome) else { return facts }
        if case .settled(let run) = asking {
            (facts.isSettled, facts.askedInRun) = (true, run)
            return facts
        }
        facts.question = question.reason
        facts.detail = Question.detail(of: AskedLine(outcome))
        facts.advice = question.advice
        facts.title = title(outcome)
        facts.commands = commands(for: outcome, facts).compactMap { ShellText.command($0) }
        if case .before(let run) = asking { facts.askedInRun = run }
        return facts
    }

    /// What a person may type to settle a line or to find out, as words.
    private func commands(for outcome: LineOutcome, _ facts: ImportLineFacts) -> [[String]] {
        if case .unsupported(_, let loan?) = outcome.line.content { return borrow(loan) }
        switch outcome.verdict {
        case .uncertainLoan where facts.laterLoan == nil: return endBefore(outcome, facts)
        case .uncertainLoan:
            return [facts.earlierLoan, facts.laterLoan].compactMap { $0 }.map { ["circ", "return", "\($0)"] }
        case .ambiguousTime, .nonexistentTime:
            guard let copy = facts.copy else { return [] }
            return [facts.earlierReading, facts.laterReading].compactMap { $0.flatMap(Self.exact) }.map {
                ["circ", "return"] + ShellText.option("--copy", copy.text) + ["--at", $0]
            }
        case .unknownCopy:
            guard let copy = facts.copy else { return [] }
            return [["circ", "copy", "add", "--book", "BOOK"] + Self.operand(copy.text)]
        case .missingLoan: return [["circ", "loans", "--open"]]
        case .operationConflict:
            guard let operation = facts.operation else { return [] }
            return [["circ", "ledger", "show", "--scope", scope.description] + Self.operand(operation.text)]
        case .returned, .alreadyReturned, .notOnLoan, .staleReturn, .operationExpired, .futureTime:
            guard let copy = facts.copy else { return [] }
            return [["circ", "copy", "show"] + Self.operand(copy.text)]
        case .malformed, .unsupportedAction: return []
        }
    }

    /// The return of an open loan that ended before the file lent its copy again, so that the new loan can be entered.
    private func endBefore(_ outcome: LineOutcome, _ facts: ImportLineFacts) -> [[String]] {
        guard let open = facts.earlierLoan, case .returned(let stated) = outcome.line.content,
            let time = stated.lastLent.flatMap(Self.exact)
        else { return [] }
        return [["circ", "return", "\(open)", "--at", time]]
    }

    private func borrow(_ loan: StatedLoan) -> [[String]] {
        guard let card = loan.card, let time = moment(loan.time).flatMap(Self.exact) else { return [] }
        return [
            ["circ", "borrow"] + ShellText.option("--copy", loan.copy.text)
                + ShellText.option("--card", card.description)
                + ["--at", time, "--operation", loan.operation.text]
        ]
    }

    /// An operand that could be taken for an option stands behind `--`.
    private static func operand(_ text: String) -> [String] { text.hasPrefix("-") ? ["--", text] : [text] }

    /// A moment as commands take it without doubt.
    private static func exact(_ moment: Moment) -> String? {
        LocalTime(at: moment, offset: 0).map { "\($0)Z" }.map { $0.replacing(" ", with: "T") }
    }
}
