import Foundation

/// The guide to the repository, read as far as the lint checks it: headings, table rows, list items, and what is in backticks.
struct Guide {
    static let file = "ARCHITECTURE.md"
    /// What stands around the diagram; the lint writes all that is between.
    static let (opening, closing) = ("<!-- graph -->", "<!-- end of graph -->")

    let lines: [Line]

    struct Line {
        let text: String
        let place: Place
        /// The heading that it stands under, of whatever level; empty above the first.
        let heading: String
        /// Whether it lies in a fenced block.
        let isFenced: Bool
    }

    /// The guide of the repository at a root; nil when there is none that can be read.
    static func read(root: String) -> Guide? {
        let data = FileManager.default.contents(atPath: "\(root)/\(file)")
        return data.flatMap { String(validating: $0, as: UTF8.self) }.map(Guide.init(text:))
    }

    private init(text: String) {
        var lines: [Line] = []
        var heading = ""
        var isFenced = false
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let isFence = line.hasPrefix("```")
            if line.hasPrefix("#"), !isFenced { heading = line.drop { $0 == "#" || $0 == " " }.description }
            lines.append(
                Line(
                    text: String(line), place: Place(file: Self.file, line: index + 1), heading: heading,
                    isFenced: isFenced || isFence))
            if isFence { isFenced.toggle() }
        }
        self.lines = lines
    }

    /// The lines under a heading; none when the guide has no such heading.
    func section(_ heading: String) -> [Line] {
        lines.filter { $0.heading == heading }
    }

    /// The items of the list under a heading, each with the lines that continue it.
    func items(under heading: String) -> [Line] {
        var items: [Line] = []
        for line in section(heading) {
            if line.text.hasPrefix("- ") {
                items.append(line)
            } else if line.text.hasPrefix("  "), let last = items.popLast() {
                items.append(
                    Line(text: last.text + line.text, place: last.place, heading: heading, isFenced: line.isFenced))
            }
        }
        return items
    }

    /// Where the diagram stands: the indices of its opening and its closing line.
    private var diagramLines: ClosedRange<Int>? {
        guard let start = lines.firstIndex(where: { $0.text == Self.opening }),
            let end = lines[start...].firstIndex(where: { $0.text == Self.closing })
        else { return nil }
        return start...end
    }

    /// The guide with this diagram in the place of its own; nil when it has no place for one.
    func text(withDiagram mermaid: String) -> String? {
        guard let range = diagramLines else { return nil }
        let diagram = [Self.opening, "```mermaid"] + mermaid.split(separator: "\n").map(String.init)
        return
            (lines[..<range.lowerBound].map(\.text) + diagram + ["```"] + lines[range.upperBound...].map(\.text))
            .joined(separator: "\n")
    }

    /// Whether its diagram is this one.
    func shows(_ mermaid: String) -> Bool {
        text(withDiagram: mermaid) == lines.map(\.text).joined(separator: "\n")
    }

    /// Where the diagram stands, or should: the guide's first line when it has no place for one.
    var diagramPlace: Place {
        diagramLines.map { lines[$0.lowerBound].place } ?? Place(file: Self.file)
    }
}

extension Guide.Line {
    /// What stands in backticks, and where.
    var spans: [Word] {
        guard !isFenced else { return [] }
        var spans: [Word] = []
        var column = 1
        for (index, part) in text.split(separator: "`", omittingEmptySubsequences: false).enumerated() {
            if index % 2 == 1 {
                spans.append(
                    Word(text: String(part), place: Place(file: place.file, line: place.line, column: column)))
            }
            column += part.utf8.count + 1
        }
        return spans
    }

    /// The cells of a row of a table.
    var cells: [Substring] {
        text.hasPrefix("|") ? text.dropFirst().split(separator: "|", omittingEmptySubsequences: false) : []
    }

    /// The ids of rules that it cites, and where.
    var rules: [Word] {
        text.matches(of: /\bDL\d{3}\b/).map { match in
            let column = text.utf8.distance(from: text.startIndex, to: match.range.lowerBound) + 1
            return Word(
                text: String(match.output), place: Place(file: place.file, line: place.line, column: column))
        }
    }
}
