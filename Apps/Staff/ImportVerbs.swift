import Bootstrap
import Console
import DTOs
import Domain
import Reports
import UseCases

/// `import`: what runs of `circ-import` did, and what they ask about.
enum ImportVerbs {
    static let commands = [
        Command(
            verb: Verb("import runs", "List the runs of circ-import, the latest first"), run: listRuns),
        Command(
            verb: Verb(
                "import show", "Show what a run came to, and the lines that still need a person",
                operands: [Operand("RUN", "the run's number, or last")],
                remarks: [
                    "A line goes from this list once a later import of it is settled. 'circ ledger purge' forgets runs that are "
                        + "older than the retention."
                ]), run: show),
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
                    Cell(run.id.value), Cell(times.time(run.startedAt)), Cell(source(of: run)),
                    Cell(run.counts.lines), Cell(run.counts.attention), Cell(run.state.code),
                    Cell(run.files.joined(separator: " ")),
                ]
            }, document: ImportRunDTO.init)
        try listing.print(at: desk) { page throws(HoldingsFailure) in try find.each(as: desk.principal, page) }
    }

    private static func show(_ desk: Desk) throws(CommandFailure) {
        let stated = desk.arguments.operand("RUN") ?? ""
        let number = stated == "last" ? nil : try desk.identifier(stated, as: .run)
        let find = FindRuns(imports: try desk.reading().store)
        let run = try desk.ask(orElse: "the run cannot be shown") { () throws(HoldingsFailure) in
            try find(number, as: desk.principal)
        }
        guard let run else {
            throw CommandFailure(
                number == nil ? "no import was run" : "there is no run \(stated); 'circ import runs' lists them",
                code: "unknownRun", exit: .refused)
        }
        desk.answer(ImportRunDTO(run)) { print(run, desk) }
        let times = desk.times
        var advice: [Question: Bool] = [:]
        var order: [Question] = []
        let listing = Listing<AskedLine, AskedLineDTO>(
            columns: [
                .text("LINE", isFlexible: true), .text("ABOUT"), .text("STATED"), .text("VERDICT"),
                .text("DETAIL", isFlexible: true),
            ], nothing: "nothing of it needs a person any more",
            cells: { line in
                let cells = ImportSummary.cells(of: line, files: run.files, times: times.time)
                return [Cell(cells[0]), Cell(cells[1]), Cell(cells[2]), Cell(line.verdict.rawValue), Cell(cells[3])]
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
        guard !desk.isJSON, !order.isEmpty else { return }
        desk.output.line("")
        for question in order {
            desk.output.line("\(question.verdict.rawValue): \(question.reason). To do: \(question.advice).")
        }
    }

    private static func print(_ run: RecordedRun, _ desk: Desk) {
        desk.output.line("run \(run.id.value) of \(source(of: run)), \(run.state.code)")
        var facts = FactList()
        facts.add("began", text: desk.times.time(run.startedAt))
        facts.add(run.state == .unfinished ? "last known" : "ended", text: desk.times.time(run.endedAt))
        facts.add("files", text: run.files.joined(separator: " "))
        facts.add("lines", Cell(run.counts.lines))
        facts.print(to: desk.output)
        for line in ImportSummary.lines(of: run.counts) { desk.output.line(line) }
        desk.output.line("")
    }

    private static func source(of run: RecordedRun) -> String {
        let scope = run.scope.description
        return scope.hasPrefix("source:") ? String(scope.dropFirst(7)) : scope
    }
}
