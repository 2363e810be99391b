/// Text in a table, perhaps emphasised where the terminal can.
public struct Cell: ExpressibleByStringInterpolation, Hashable, Sendable {
    /// How text stands out.
    public enum Emphasis: String, Hashable, Sendable {
        /// Bold.
        case strong = "1"
        /// Red.
        case alarm = "31"
    }

    /// The text, safe for a terminal.
    public let text: String
    /// How it stands out, if it does.
    public let emphasis: Emphasis?

    /// A cell with text from data, which is made safe.
    public init(_ text: String, _ emphasis: Emphasis? = nil) {
        self.text = TerminalText.safe(text)
        self.emphasis = emphasis
    }

    /// A cell with a number.
    public init(_ number: some BinaryInteger) {
        self.init(String(number))
    }

    /// A cell with text from the source.
    public init(stringLiteral text: String) {
        self.init(text)
    }

    /// The text in a field of so many columns.
    func padded(to columns: Int, isRight: Bool, isPainted: Bool) -> String {
        let room = String(repeating: " ", count: max(0, columns - TerminalText.width(text)))
        let shown = emphasis.flatMap { isPainted ? "\u{1B}[\($0.rawValue)m\(text)\u{1B}[0m" : nil } ?? text
        return isRight ? room + shown : shown + room
    }
}

/// A table that is printed page by page: the columns stay aligned, and widen only when a later page needs it.
public struct Table {
    /// One column of a table.
    public struct Column: Hashable, Sendable {
        /// Its heading.
        public let title: String
        /// Whether it is aligned to the right, as numbers are.
        public let isRight: Bool
        /// Whether it may be cut to fit a terminal.
        public let isFlexible: Bool

        /// A column under a heading.
        public static func text(_ title: String, isFlexible: Bool = false) -> Column {
            Column(title: title, isRight: false, isFlexible: isFlexible)
        }

        /// A column of numbers under a heading.
        public static func number(_ title: String) -> Column {
            Column(title: title, isRight: true, isFlexible: false)
        }
    }

    private static let gap = 2
    private static let narrowest = 12

    private let columns: [Column]
    private var widths: [Int]
    /// Whether anything was printed.
    public private(set) var isEmpty = true

    /// An empty table.
    public init(_ columns: [Column]) {
        self.columns = columns
        widths = columns.map { TerminalText.width($0.title) }
    }

    /// Prints rows of one cell a column, under the headings when they are the first.
    public mutating func print(_ rows: [[Cell]], to output: Output) {
        guard !rows.isEmpty else { return }
        for row in rows {
            for (index, cell) in row.enumerated() { widths[index] = max(widths[index], TerminalText.width(cell.text)) }
        }
        let shown = fitted(to: output.columns)
        if isEmpty { output.rawLine(line(columns.map { Cell($0.title, .strong) }, shown, output.isPainted)) }
        isEmpty = false
        for row in rows { output.rawLine(line(row, shown, output.isPainted)) }
        output.flush()
    }

    /// The widths, with flexible columns cut, the widest first, until the table fits.
    private func fitted(to available: Int?) -> [Int] {
        guard let available else { return widths }
        var shown = widths
        var excess = shown.reduce(Self.gap * (shown.count - 1), +) - available
        while excess > 0 {
            let flexible = shown.indices.filter { columns[$0].isFlexible && shown[$0] > Self.narrowest }
            guard let widest = flexible.max(by: { shown[$0] < shown[$1] }) else { break }
            shown[widest] -= 1
            excess -= 1
        }
        return shown
    }

    private func line(_ row: [Cell], _ widths: [Int], _ isPainted: Bool) -> String {
        var line = ""
        for (index, cell) in row.enumerated() {
            let fit = Cell(TerminalText.fitted(cell.text, to: widths[index]), cell.emphasis)
            let isLast = index == row.count - 1
            let columns = isLast && !self.columns[index].isRight ? 0 : widths[index]
            line += fit.padded(to: columns, isRight: self.columns[index].isRight, isPainted: isPainted)
            if !isLast { line += String(repeating: " ", count: Self.gap) }
        }
        while line.last == " " { line.removeLast() }
        return line
    }
}

/// Facts about one thing: a name and a value a line, the values aligned.
public struct FactList {
    private var facts: [(name: String, value: Cell)] = []

    /// No facts yet.
    public init() {}

    /// Adds a fact; one without a value is left out.
    public mutating func add(_ name: String, _ value: Cell?) {
        if let value { facts.append((name, value)) }
    }

    /// Adds a fact with text from data; one without a value is left out.
    public mutating func add(_ name: String, text: String?) {
        add(name, text.map { Cell($0) })
    }

    /// Prints the facts, each indented by two columns.
    public func print(to output: Output) {
        let width = facts.map { TerminalText.width($0.name) }.max() ?? 0
        for fact in facts {
            let name = Cell(fact.name).padded(to: width, isRight: false, isPainted: false)
            output.rawLine("  \(name)  \(fact.value.padded(to: 0, isRight: false, isPainted: output.isPainted))")
        }
    }
}
