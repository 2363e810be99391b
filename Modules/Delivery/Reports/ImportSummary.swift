public import Domain
public import UseCases

/// What came of an import, for people: the counts, then what needs a person.
///
/// Its size does not grow with the files.
public struct ImportSummary: Sendable {
    /// So many lines of a question are shown.
    public static let shownLines = 20

    /// The counts.
    public private(set) var counts = ImportCounts()
    private var groups: [Question: (count: Int, first: [AskedLine])] = [:]
    private var loans = 0
    private let files: [String]

    /// Nothing yet, of these files.
    public init(files: [String]) {
        self.files = files
    }

    /// Adds what came of a line, and whether a person is asked about it.
    public mutating func add(_ outcome: LineOutcome, _ asking: RecordImport.Asking) {
        counts.add(outcome, asking)
        if asking.isOpen, case .unsupported(_, let loan?) = outcome.line.content, loan.card != nil,
            outcome.readings.isEmpty
        {
            loans += 1
        }
        switch asking {
        case .nobody, .before, .settled: break
        case .anew, .unremembered:
            let line = AskedLine(outcome)
            var group = groups[Question(line)] ?? (0, [])
            group.count += 1
            if group.first.count < Self.shownLines { group.first.append(line) }
            groups[Question(line)] = group
        }
    }

    /// The summary as lines, not yet made safe for a terminal.
    ///
    /// - Parameters:
    ///   - run: the run in which lines can be settled; nil if they cannot be, after a rehearsal.
    ///   - times: writes a moment in the library's zone.
    public func lines(settledIn run: RunID?, times: (Moment) -> String) -> [String] {
        var lines = Self.lines(of: counts)
        for (question, group) in ordered {
            lines.append("")
            lines.append("\(question.verdict.rawValue), \(Self.lineCount(group.count)): \(question.reason).")
            lines.append("To do: \(question.advice).")
            lines += rows(group.first, times)
            if group.count > group.first.count {
                lines.append("  … and \(group.count - group.first.count) more; --report FILE lists all")
            }
        }
        let pointers = pointers(settledIn: run)
        return pointers.isEmpty ? lines : lines + [""] + pointers
    }

    /// Where to find what is not told here, and what to do at the end.
    private func pointers(settledIn run: RunID?) -> [String] {
        var pointers: [String] = []
        if loans > 0 {
            pointers.append(
                "\(Self.lineCount(loans)) can be entered with 'circ borrow'; --report FILE.html has the commands.")
        }
        if let run, counts.askedHere > 0 { pointers.append(Self.settling(run)) }
        return pointers + Self.unremembered(counts) + Self.earlier(counts)
    }

    /// Which earlier runs asked about lines already, with the verb of `circ import` that is for each of them.
    public static func earlier(_ counts: ImportCounts, verb: String = "show") -> [String] {
        let runs = counts.askedIn.sorted { $0.key.value > $1.key.value }
        let lines = runs.prefix(3).map { run, count in
            "Asked about before, \(lineCount(count)): circ import \(verb) \(run.value)"
        }
        return runs.count > 3 ? lines + ["… and in \(runs.count - 3) earlier runs; see 'circ import runs'"] : lines
    }

    /// That lines are not remembered, and what to do; nothing if all are.
    public static func unremembered(_ counts: ImportCounts) -> [String] {
        if counts.unremembered == 0 { return [] }
        let isOne = counts.unremembered == 1
        return [
            "Not remembered, \(lineCount(counts.unremembered)): too many lines of the source are open for \(isOne ? "it" : "them") "
                + "to be settled; settle what is dealt with ('circ import runs' lists the runs), then import again."
        ]
    }

    /// That the last line of a file is left out.
    public static func leftOut(in file: String) -> String {
        "\(file): the last line is still being written; it is left for the next import"
    }

    /// How a person says that the lines of a run are dealt with.
    public static func settling(_ run: RunID) -> String { "When they are dealt with: circ import settle \(run.value)" }

    /// The counts so far, in a few words.
    public var progressText: String { "\(counts.lines - counts.attention) settled  \(counts.attention) for a person" }

    /// Counts as lines.
    public static func lines(of counts: ImportCounts) -> [String] {
        if counts.lines == 0 { return [] }
        let verdicts = Verdict.allCases.compactMap { verdict in counts.verdicts[verdict].map { ($0, verdict.rawValue) }
        }
        let marks = [
            (counts.replayed, "replayed, applied by an earlier run"),
            (counts.duplicates, "duplicateInFile, applied by an earlier line"),
            (counts.settledByPerson, "settled by a person"),
            (counts.seenBefore, "for a person, and asked about by an earlier run"),
        ].filter { $0.0 > 0 }
        let unremembered = (counts.unremembered, "of them not remembered")
        let fresh = (counts.attention - counts.seenBefore, "for a person to look at")
        let width = grouped(counts.lines).count
        func row(_ count: Int, _ name: String) -> String {
            let digits = grouped(count)
            return String(repeating: " ", count: 2 + width - digits.count) + "\(digits)  \(name)"
        }
        return verdicts.map(row) + ["of these"]
            + (marks + [fresh] + (unremembered.0 > 0 ? [unremembered] : [])).map(row)
    }

    /// The questions in the order of the verdicts.
    private var ordered: [(key: Question, value: (count: Int, first: [AskedLine]))] {
        let order = Verdict.allCases
        func place(_ question: Question) -> (Int, String) {
            let kind = question.isBehindLoan ? "loan" : question.field?.rawValue ?? ""
            return (order.firstIndex(of: question.verdict) ?? 0, kind)
        }
        return groups.sorted { place($0.key) < place($1.key) }
    }

    /// Lines in columns: where it stands, what it is about, when, and what else there is to say.
    private func rows(_ asked: [AskedLine], _ times: (Moment) -> String) -> [String] {
        let rows = asked.map { Self.cells(of: $0, files: files, times: times) }
        let widths = (0..<4).map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            var line = ""
            for (cell, width) in zip(row, widths) where width > 0 {
                line += "  " + cell + String(repeating: " ", count: width - cell.count)
            }
            while line.last == " " { line.removeLast() }
            return line
        }
    }

    /// Where a line stands, what it is about, when, and what else there is to say.
    ///
    /// - Parameters:
    ///   - line: the line.
    ///   - files: the names of its run's files.
    ///   - times: writes a moment in the library's zone.
    public static func cells(of line: AskedLine, files: [String], times: (Moment) -> String) -> [String] {
        let item =
            switch line.item {
            case .copy(let copy): copy.text
            case .loan(let loan): "loan \(loan)"
            case nil: ""
            }
        let stated = line.statedAt.flatMap { TimeStatement(iso: Array($0.utf8)[...]) }
        var readings: (Moment, Moment)?
        if case .readings(let first, let last) = line.doubt { readings = (first, last) }
        let time = ShownTime.text(stated, readings: readings, times: times) ?? line.statedAt ?? ""
        let file = files.indices.contains(line.file) ? files[line.file] : "?"
        return ["\(file):\(line.line)", item, time, Question.detail(of: line) ?? ""]
    }

    /// A number with commas.
    public static func grouped(_ number: Int) -> String {
        var text = ""
        for (place, digit) in String(number).reversed().enumerated() {
            if place > 0, place % 3 == 0, digit != "-" { text.append(",") }
            text.append(digit)
        }
        return String(text.reversed())
    }

    /// A number of lines.
    public static func lineCount(_ count: Int) -> String { count == 1 ? "1 line" : "\(grouped(count)) lines" }
}
