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
        /// The headings above that one, from the outermost in.
        let chapters: [String]
        /// Whether it lies in a fenced block.
        let isFenced: Bool
        /// What stands in backticks, and where.
        var spans: [Word]
        /// The ids of rules that it cites, and where.
        var rules: [Word]
    }

    /// The guide of a repository, or another of its documents; nil when there is none that can be read.
    static func read(_ tree: FileTree, file: String = file) -> Guide? {
        tree.contents(file).flatMap { String(validating: $0, as: UTF8.self) }.map { Guide(text: $0, file: file) }
    }

    private init(text: String, file: String) {
        var lines: [Line] = []
        var headings: [(level: Int, text: String)] = []
        var isFenced = false
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let isFence = line.hasPrefix("```")
            if line.hasPrefix("#"), !isFenced {
                let level = line.prefix { $0 == "#" }.count
                headings.removeAll { $0.level >= level }
                headings.append((level, line.drop { $0 == "#" || $0 == " " }.description))
            }
            let place = Place(file: file, line: index + 1)
            lines.append(
                Line(
                    text: String(line), place: place, heading: headings.last?.text ?? "",
                    chapters: headings.dropLast().map(\.text), isFenced: isFenced || isFence,
                    spans: isFenced || isFence ? [] : Line.spans(of: line, at: place),
                    rules: Line.rules(of: line, at: place)))
            if isFence { isFenced.toggle() }
        }
        self.lines = lines
    }

    /// The lines under a heading; none when the guide has no such heading.
    func section(_ heading: String) -> [Line] {
        lines.filter { $0.heading == heading }
    }

    /// The items of the lists under a heading and the headings below it, each with the lines that continue it.
    func items(under heading: String) -> [Line] {
        var items: [Line] = []
        for line in lines where line.heading == heading || line.chapters.contains(heading) {
            if line.text.hasPrefix("- ") {
                items.append(line)
            } else if line.text.hasPrefix("  "), !items.isEmpty {
                items[items.count - 1].rules += line.rules
                items[items.count - 1].spans += line.spans
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
    /// The cells of a row of a table.
    var cells: [Substring] {
        text.hasPrefix("|") ? text.dropFirst().split(separator: "|", omittingEmptySubsequences: false) : []
    }

    fileprivate static func spans(of line: Substring, at place: Place) -> [Word] {
        var column = 1
        return line.split(separator: "`", omittingEmptySubsequences: false).enumerated().compactMap { index, part in
            defer { column += part.utf8.count + 1 }
            if index % 2 == 0 { return nil }
            return Word(text: String(part), place: Place(file: place.file, line: place.line, column: column))
        }
    }

    fileprivate static func rules(of line: Substring, at place: Place) -> [Word] {
        guard line.utf8.contains(UInt8(ascii: "D")) else { return [] }
        return line.matches(of: /\bDL\d{3}\b/).map { match in
            let column = line.utf8.distance(from: line.startIndex, to: match.range.lowerBound) + 1
            return Word(
                text: String(match.output), place: Place(file: place.file, line: place.line, column: column))
        }
    }
}
