/// One line on a terminal that says how far long work is, written over and over; nothing where nobody looks.
public struct Progress {
    private let output: Output?
    private let columns: Int
    private let began = ContinuousClock.now
    private var isShown = false

    /// Shows progress on an output, if that is a terminal.
    public init(on output: Output?) {
        self.output = output?.columns == nil ? nil : output
        columns = output?.columns ?? 0
    }

    /// Says how many bytes of all are done and how many lines that were, with the rate so far, the time that is left at that
    /// rate, and `text`, which stands last.
    ///
    /// What is most asked for stands first: a narrow terminal shows no more.
    public mutating func show(bytes: Int, of all: Int, lines: Int, text: String) {
        guard let output, all > 0 else { return }
        let passed = (ContinuousClock.now - began).components
        let seconds = Double(passed.seconds) + Double(passed.attoseconds) / 1e18
        let line = Self.line(bytes: bytes, of: all, lines: lines, seconds: seconds, text: text)
        overwrite(with: TerminalText.fitted(TerminalText.safe(line), to: columns - 1), on: output)
        isShown = true
    }

    static func line(bytes: Int, of all: Int, lines: Int, seconds: Double, text: String) -> String {
        let fraction = min(1, Double(bytes) / Double(all))
        let left = fraction > 0 ? Int(seconds / fraction * (1 - fraction) + 0.5) : 0
        let rate = seconds > 0 ? Int(Double(lines) / seconds) : 0
        return [
            "\(Int(fraction * 100)) %", "\(left / 60) min \(left % 60) s left",
            "\(megabytes(bytes)) of \(megabytes(all)) MB",
            "\(lines) lines", "\(rate) a second", text,
        ].joined(separator: "  ")
    }

    /// Millions of bytes with one digit behind the point.
    private static func megabytes(_ bytes: Int) -> String {
        let tenths = (bytes + 50_000) / 100_000
        return "\(tenths / 10).\(tenths % 10)"
    }

    /// Takes the line away.
    public mutating func clear() {
        guard let output, isShown else { return }
        overwrite(with: "", on: output)
        output.write("\r".utf8)
        output.flush()
        isShown = false
    }

    private func overwrite(with line: String, on output: Output) {
        let rest = String(repeating: " ", count: max(0, columns - 1 - TerminalText.width(line)))
        output.write("\r\(line)\(rest)".utf8)
        output.flush()
    }
}
