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

    /// Says how much of the work is done, and something about it, with the time that is left at the rate so far.
    public mutating func show(done: Int, of all: Int, text: String) {
        guard let output, all > 0 else { return }
        let fraction = min(1, Double(done) / Double(all))
        let passed = (ContinuousClock.now - began).components
        let seconds = Double(passed.seconds) + Double(passed.attoseconds) / 1e18
        let left = fraction > 0 ? Int(seconds / fraction * (1 - fraction) + 0.5) : 0
        let line = "\(Int(fraction * 100)) %  \(text)  \(left / 60) min \(left % 60) s left"
        overwrite(with: TerminalText.fitted(TerminalText.safe(line), to: columns - 1), on: output)
        isShown = true
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
