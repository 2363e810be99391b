public import DTOs
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
    private var groups: [Question: (count: Int, first: [LineOutcome])] = [:]
    private let files: [String]

    /// Nothing yet, of these files.
    public init(files: [String]) {
        self.files = files
    }

    /// Adds what came of some lines.
    public mutating func add(_ outcomes: LineOutcomes) {
        for outcome in outcomes {
            counts.add(outcome)
            guard let question = Question(outcome) else { continue }
            var group = groups[question] ?? (0, [])
            group.count += 1
            if group.first.count < Self.shownLines { group.first.append(outcome) }
            groups[question] = group
        }
    }

    /// The summary as lines, not yet made safe for a terminal.
    ///
    /// - Parameter times: writes a moment in the library's zone.
    public func lines(times: (Moment) -> String) -> [String] {
        var lines = countLines
        for (question, group) in ordered {
            lines.append("")
            lines.append("\(question.verdict.rawValue), \(Self.lineCount(group.count)): \(question.reason).")
            lines.append("To do: \(question.advice).")
            lines += rows(group.first, times)
            if group.count > group.first.count {
                lines.append("  … and \(group.count - group.first.count) more; --report FILE lists all")
            }
        }
        return lines
    }

    /// The counts so far, in a few words.
    public var progressText: String {
        let attention = counts.attention == 0 ? "" : "  \(Self.grouped(counts.attention)) for a person"
        return "\(Self.lineCount(counts.lines))\(attention)"
    }

    private var countLines: [String] {
        let verdicts = Verdict.allCases.compactMap { verdict in counts.verdicts[verdict].map { ($0, verdict.rawValue) }
        }
        var marks = [(counts.attention, "for a person to look at")]
        if counts.duplicates > 0 {
            marks.insert((counts.duplicates, "duplicateInFile, applied by an earlier line"), at: 0)
        }
        if counts.replayed > 0 { marks.insert((counts.replayed, "replayed, applied by an earlier run"), at: 0) }
        let width = Self.grouped(counts.lines).count
        func row(_ count: Int, _ name: String) -> String {
            let digits = Self.grouped(count)
            return String(repeating: " ", count: 2 + width - digits.count) + "\(digits)  \(name)"
        }
        return verdicts.map(row) + ["of these"] + marks.map(row)
    }

    /// The questions in the order of the verdicts.
    private var ordered: [(key: Question, value: (count: Int, first: [LineOutcome]))] {
        let order = Verdict.allCases
        func place(_ question: Question) -> (Int, String) {
            (order.firstIndex(of: question.verdict) ?? 0, question.field?.rawValue ?? "")
        }
        return groups.sorted { place($0.key) < place($1.key) }
    }

    /// Lines in columns: where it stands, what it is about, when, and what else there is to say.
    private func rows(_ outcomes: [LineOutcome], _ times: (Moment) -> String) -> [String] {
        let rows = outcomes.map { cells(of: $0, times) }
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

    private func cells(of outcome: LineOutcome, _ times: (Moment) -> String) -> [String] {
        var (item, time) = ("", "")
        if case .returned(let stated) = outcome.line.content {
            switch stated.item {
            case .copy(let copy): item = copy.text
            case .loan(let loan): item = "loan \(loan)"
            }
            let readings = outcome.readings.map(Self.exact).joined(separator: " or ")
            time = readings.isEmpty ? Self.text(of: stated.time, times) : readings
        }
        let place = "\(files[outcome.line.file]):\(outcome.line.number)"
        return [place, item, time, Question.detail(of: outcome) ?? ""]
    }

    private static func text(of time: TimeStatement, _ times: (Moment) -> String) -> String {
        switch time {
        case .instant(let moment, _): times(moment)
        case .local(let local, _): local.description
        case .date(let day): day.description
        }
    }

    /// A moment in UTC: one of two readings differs from the other only there.
    private static func exact(_ moment: Moment) -> String {
        LocalTime(at: moment, offset: 0).map { "\($0) UTC" } ?? "\(moment.milliseconds) ms after 1970"
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
