import Domain
import UseCases

/// Koha's offline circulation file, `.koc` 1.0: a header, then lines `TIME⇥COMMAND⇥…` in local time to the millisecond.
///
/// Two dialects of the time exist: `YYYY-MM-DD hh-mm-ss zzz`, and `YYYY-MM-DD HH:MM:SS m` with one to three digits.
struct KocFormat: ReturnFormat {
    static let name = "koc"
    static let hasHeader = true
    private let keepsTimes: Bool

    static func recognises(_ start: FileStart, _ settings: ReadingSettings) -> Bool {
        let line = start.first.span
        if line.begins(with: "Version=") { return true }
        return line.firstIndex(of: Byte.tab).map { time(line, upTo: $0) != nil } ?? false
    }

    init(_ start: FileStart, _ settings: ReadingSettings) throws(InputFailure) {
        let header = start.first.span
        guard header.begins(with: "Version=") else {
            throw start.refused(
                "a .koc file begins with Version=1.0, and this one does not: its header was cut off; export it again")
        }
        let version = header.trimmed(8..<(header.firstIndex(of: Byte.tab) ?? header.count))
        let words = header.firstIndex(of: Byte.space, from: version.lowerBound).map { version.lowerBound..<$0 }
        if header.firstIndex(of: Byte.tab) == nil, let words, header.equals("1.0", in: words) {
            throw start.refused(
                "its tabs were turned into spaces, as mail does; get the file as an attachment, or export it again")
        }
        guard header.equals("1.0", in: version) else {
            throw start.refused("only version 1.0 of the .koc format is known; export the file as that")
        }
        keepsTimes = settings.keepsWrittenTimes
    }

    mutating func content(of line: Span<UInt8>, hasQuotes: Bool) -> ReturnLine.Content? {
        // A time takes 21 bytes at least, so its end is looked for behind them first.
        guard let timeEnd = line.firstIndex(of: Byte.tab, from: 21) ?? line.firstIndex(of: Byte.tab) else {
            return .malformed(reason: Self.withoutTab(line))
        }
        guard let local = Self.time(line, upTo: timeEnd) else {
            return .malformed(reason: "its time is not YYYY-MM-DD hh-mm-ss and milliseconds")
        }
        let commandEnd = line.firstIndex(of: Byte.tab, from: timeEnd + 1) ?? line.count
        guard line.equals("return", in: timeEnd + 1..<commandEnd) else {
            return other(line, timeEnd + 1..<commandEnd, local, line.extracting(0..<timeEnd))
        }
        guard commandEnd < line.count else { return .malformed(reason: "the line is cut: it has no barcode") }
        let barcodeEnd = line.firstIndex(of: Byte.tab, from: commandEnd + 1) ?? line.count
        var branch: Branch?
        if barcodeEnd < line.count {
            guard line.firstIndex(of: Byte.tab, from: barcodeEnd + 1) == nil else {
                return .malformed(reason: "it has more columns than a return has")
            }
            branch = Branch(inFile: line.extracting(barcodeEnd + 1..<line.count))
        }
        return .returned(
            copy: line.extracting(commandEnd + 1..<barcodeEnd), branch: branch,
            at: .local(local, resolution: StatedTime.millisecond), writtenAs: line.extracting(0..<timeEnd),
            keeping: line.text(0..<timeEnd, if: keepsTimes))
    }

    /// What a line that is no return says; an issue names the card, then the copy.
    private func other(
        _ line: Span<UInt8>, _ command: Range<Int>, _ time: LocalTime, _ text: Span<UInt8>
    ) -> ReturnLine.Content {
        if line.equals("issue", in: command) {
            guard let cardEnd = line.firstIndex(of: Byte.tab, from: command.upperBound + 1) else {
                return .unsupported(action: "issue")
            }
            let copyEnd = line.firstIndex(of: Byte.tab, from: cardEnd + 1) ?? line.count
            return .lent(
                "issue", copy: line.extracting(cardEnd + 1..<copyEnd),
                card: line.extracting(command.upperBound + 1..<cardEnd),
                at: .local(time, resolution: StatedTime.millisecond), writtenAs: text,
                keeping: text.text(0..<text.count, if: keepsTimes))
        }
        if line.equals("payment", in: command) { return .unsupported(action: "payment") }
        return .malformed(reason: "its command is none of issue, payment and return, or is cut")
    }

    private static func withoutTab(_ line: Span<UInt8>) -> String {
        time(line, upTo: min(23, line.count)) != nil && line.count > 24
            ? "its tabs were turned into spaces; send the file as an attachment, not as text"
            : "the line is cut: it has no command"
    }

    /// Reads either dialect of the time.
    private static func time(_ line: Span<UInt8>, upTo end: Int) -> LocalTime? {
        guard (21...23).contains(end), line[4] == Byte.hyphen, line[7] == Byte.hyphen, line[10] == Byte.space,
            line[13] == Byte.colon || line[13] == Byte.hyphen && end == 23, line[16] == line[13],
            line[19] == Byte.space, let year = line.number(at: 0, digits: 4), let month = line.number(at: 5, digits: 2),
            let date = line.number(at: 8, digits: 2), let day = LibraryDay(year: year, month: month, day: date),
            let hour = line.number(at: 11, digits: 2), let minute = line.number(at: 14, digits: 2),
            let second = line.number(at: 17, digits: 2), let millisecond = line.number(in: 20..<end)
        else { return nil }
        return LocalTime(day: day, hour: hour, minute: minute, second: second, millisecond: millisecond)
    }
}
