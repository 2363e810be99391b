import Bootstrap
import Console
import DTOs
import Domain
import Reports
import UseCases

/// `import`: what runs of `circ-import` did, what they ask about, and what of it is dealt with.
enum ImportVerbs {
    static let commands = [
        Command(
            verb: Verb(
                "import runs", "List the runs of circ-import, the latest first",
                remarks: [
                    "A run is unfinished while it goes on, or when it was killed or failed. Its counts may then lack lines "
                        + "that were applied last; import the same files again, and the new run counts all of their lines."
                ]), run: listRuns),
        Command(
            verb: Verb(
                "import show", "Show what a run came to, and the lines that still need a person",
                operands: [Operand("RUN", "the run's number, or last")],
                remarks: [
                    "A line goes from this list once a later import finds it settled, or a person says so with 'circ import "
                        + "settle'. 'circ ledger purge' forgets runs that are older than the retention.",
                    "A line that was corrected in its file is another line: what was asked about it before stays until it is "
                        + "settled with 'circ import settle'.",
                    "The 'circ borrow' commands for loans of offline days are not kept: a report has them, also when "
                        + "the file is imported again.",
                ]), run: show),
        Command(
            verb: Verb(
                "import settle", "Say that lines a run asked about are dealt with",
                operands: [
                    Operand("RUN", "the run's number, or last"),
                    Operand(
                        "NUMBER", "a line's number, as 'import show' has it; else all", .optional, isRepeated: true),
                ],
                remarks: [
                    "Later imports ask about such a line no more and count it as settled, unless it comes to another verdict. "
                        + "Nothing is lent or returned by this.",
                    "A line whose time lay in the future is closed by this: no later import applies it, even once its time has "
                        + "come. All others are judged anew by their stated times.",
                    "'circ ledger purge' forgets what was settled along with its run, once that is older than the retention; "
                        + "an import of the same line then judges it anew.",
                ]), run: settle),
    ]

    private static func listRuns(_ desk: Desk) throws(CommandFailure) {
        let find = FindRuns(imports: try desk.reading().store)
        let times = desk.times
        let listing = Listing<RecordedRun, ImportRunDTO>(
            columns: [
                .number("RUN"), .text("BEGAN"), .text("SOURCE", isFlexible: true), .number("LINES"),
                .number("FOR A PERSON"), .text("STATE"), .text("FILES", isFlexible: true),
            ], nothing: "no import was run",
            cells: { run in
                [
                    Cell(run.id.value), Cell(times.time(run.startedAt)), Cell(run.sourceName),
                    Cell(run.counts.lines), Cell(run.counts.attention), Cell(run.state.code),
                    Cell(run.files.joined(separator: " ")),
                ]
            }, document: ImportRunDTO.init)
        try listing.print(at: desk) { page throws(HoldingsFailure) in try find.each(as: desk.principal, page) }
    }

    private static func show(_ desk: Desk) throws(CommandFailure) {
        let find = FindRuns(imports: try desk.reading().store)
        let run = try statedRun(desk, find)
        desk.answer(ImportRunDTO(run)) { print(run, desk) }
        let times = desk.times
        var advice: [Question: Bool] = [:]
        var order: [Question] = []
        let listing = Listing<AskedLine, AskedLineDTO>(
            columns: [
                .number("NO"), .text("LINE", isFlexible: true), .text("ABOUT"), .text("STATED"), .text("VERDICT"),
                .text("DETAIL", isFlexible: true),
            ],
            nothing: run.counts.unremembered > 0
                ? "no line is open that it remembers"
                : run.counts.askedIn.isEmpty
                    ? "nothing of it needs a person any more" : "no line is open that it was the first to ask about",
            cells: { line in
                let cells = ImportSummary.cells(of: line, files: run.files, times: times.time)
                return [
                    Cell(line.place.number), Cell(cells[0]), Cell(cells[1]), Cell(cells[2]),
                    Cell(line.verdict.rawValue), Cell(cells[3]),
                ]
            },
            document: { line in
                let question = Question(line)
                return AskedLineDTO(
                    line, file: run.files.indices.contains(line.file) ? run.files[line.file] : nil,
                    reason: question.reason, advice: question.advice)
            })
        try listing.print(at: desk) { page throws(HoldingsFailure) in
            try find.eachLine(of: run.id, as: desk.principal) { lines in
                for question in lines.map(Question.init) where advice.updateValue(true, forKey: question) == nil {
                    order.append(question)
                }
                return page(lines)
            }
        }
        guard !desk.isJSON else { return }
        let questions = order.map { "\($0.verdict.rawValue): \($0.reason). To do: \($0.advice)." }
        let told = questions.isEmpty ? [] : [""] + questions + ["", ImportSummary.settling(run.id)]
        for line in told + ImportSummary.unremembered(run.counts) + ImportSummary.earlier(run.counts) {
            desk.output.line(line)
        }
    }

    private static func settle(_ desk: Desk) throws(CommandFailure) {
        var numbers: Set<Int> = []
        for stated in desk.arguments.operands("NUMBER") {
            guard let number = Int(stated), number > 0 else {
                throw CommandFailure(
                    UsageError("NUMBER is a line's number as 'circ import show' has it, and not '\(stated)'"))
            }
            numbers.insert(number)
        }
        let store = try desk.library().store
        let run = try statedRun(desk, FindRuns(imports: store))
        let outcome = try desk.ask(orElse: "perhaps not all of it is settled") { () throws(HoldingsFailure) in
            try SettleLines(imports: store)(numbers, of: run.id, as: desk.principal)
        }
        if let unknown = outcome.unknown.first {
            throw CommandFailure(
                "run \(run.id.value) has no line \(unknown), so nothing was settled; 'circ import show "
                    + "\(run.id.value)' lists them", code: "unknownLine", exit: .refused)
        }
        desk.answer(SettledLinesDTO(run: run.id, settled: outcome.settled, open: outcome.open)) {
            let (settled, open) = (outcome.settled, outcome.open)
            let earlier = ImportSummary.earlier(run.counts, verb: "settle")
            let unremembered = ImportSummary.unremembered(run.counts)
            let nothing =
                !unremembered.isEmpty
                ? "none is open that it remembers"
                : earlier.isEmpty ? "none of it is open" : "none is open that it was the first to ask about"
            desk.output.line(
                "\(ImportSummary.lineCount(settled)) of run \(run.id.value) \(settled == 1 ? "is" : "are") settled; "
                    + (open == 0
                        ? nothing
                        : "\(ImportSummary.lineCount(open)) of it \(open == 1 ? "is" : "are") open"))
            for line in (earlier.isEmpty && unremembered.isEmpty ? [] : [""]) + unremembered + earlier {
                desk.output.line(line)
            }
        }
    }

    /// The run that the operand RUN states.
    private static func statedRun(_ desk: Desk, _ find: FindRuns) throws(CommandFailure) -> RecordedRun {
        let stated = desk.arguments.operand("RUN") ?? ""
        let number = stated == "last" ? nil : try desk.identifier(stated, as: .run)
        let run = try desk.ask(orElse: "the run cannot be shown") { () throws(HoldingsFailure) in
            try find(number, as: desk.principal)
        }
        if let run { return run }
        throw CommandFailure(
            number == nil ? "no import was run" : "there is no run \(stated); 'circ import runs' lists them",
            code: "unknownRun", exit: .refused)
    }

    private static func print(_ run: RecordedRun, _ desk: Desk) {
        desk.output.line("run \(run.id.value) of \(run.sourceName), \(run.state.code)")
        var facts = FactList()
        facts.add("began", text: desk.times.time(run.startedAt))
        facts.add(run.state == .unfinished ? "last known" : "ended", text: desk.times.time(run.endedAt))
        facts.add("files", text: run.files.joined(separator: " "))
        facts.add("lines", Cell(run.counts.lines))
        facts.print(to: desk.output)
        for line in ImportSummary.lines(of: run.counts) { desk.output.line(line) }
        desk.output.line("")
    }
}

extension RecordedRun {
    /// What `--source` said.
    fileprivate var sourceName: String { scope.source ?? scope.description }
}
