import Domain
import ReturnFiles
import UseCases

/// What must hold of any bytes that are given as a file of returns, whatever they are.
public struct ReturnFileTrial: Sendable {
    /// So many bytes a pipe holds without a reader.
    private static let pipeBytes = 60_000
    /// A line has at most 64 KiB, and a reader's block 256.
    private static let blankLines = 5

    /// The names of the formats that a trial may be of.
    public static var formats: [String] { KnownFormats.names }

    private let format: String?
    private let settings: ReadingSettings

    /// What came of one reading.
    typealias Reading = Result<[ReturnLine], InputFailure>

    /// Trials of the format of a name; nil for telling it by content.
    public init(format: String?) {
        self.format = format
        var settings = ReadingSettings()
        settings.returnedAt = WrittenTime("2026-07-22 18:00")
        settings.keepsOtherColumns = true
        self.settings = settings
    }

    /// Reads the bytes in several ways, and says what does not hold; nil if all does.
    ///
    /// The same bytes give the same lines, in pieces of any size and from a pipe too; lines rise and keep every limit; and
    /// a line is the same wherever in a file it stands, so that a file that has grown says again what it said.
    public func finding(_ bytes: [UInt8]) throws -> String? {
        let file = try BytesInput(file: bytes)
        let first = read(file, chunk: 1000)
        if read(file, chunk: 1) != first { return "read line by line, the same bytes say something else" }
        // Each costs as much as all others, so that inputs take turns.
        if bytes.count % 4 == 0, bytes.count <= Self.pipeBytes,
            !isAlike(read(try BytesInput(pipe: bytes), chunk: 7), first)
        {
            return "a pipe says something else"
        }
        let isWide = bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
        if bytes.count % 4 == 1, !isWide, !isShifted(try readLate(bytes), first) {
            return "behind blank lines and across blocks, the same bytes say something else"
        }
        switch first {
        case .failure(let failure): return failure.message.utf8.count > 400 ? "the refusal is no short sentence" : nil
        case .success(let lines): return try Self.wrong(in: lines) ?? grown(bytes, lines)
        }
    }

    /// Whether the bytes are taken as a file, and not refused as a whole.
    public func accepts(_ bytes: [UInt8]) throws -> Bool {
        if case .success = read(try BytesInput(file: bytes), chunk: 1000) { true } else { false }
    }

    private func read(_ input: BytesInput, chunk: Int) -> Reading {
        do throws(InputFailure) {
            var file = try ReturnFile(InputFile(input.path), index: 0, format: format, settings: settings)
            var lines: [ReturnLine] = []
            var count = -1
            while lines.count > count {
                count = lines.count
                try file.read(into: &lines, upTo: count + chunk)
            }
            return .success(lines)
        } catch {
            return .failure(error)
        }
    }

    /// Reads the bytes behind so many blank lines that the end of a reader's block falls into their middle.
    private func readLate(_ bytes: [UInt8]) throws -> Reading {
        let before = 256 * 1024 - bytes.count / 2
        var late = [UInt8](repeating: 0x20, count: max(0, before))
        for line in 1...Self.blankLines { late[line * late.count / Self.blankLines - 1] = 0x0A }
        return read(try BytesInput(file: late + Self.withoutMark(bytes)), chunk: 1000)
    }

    private static func withoutMark(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
        bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...]
    }

    /// Whether two readings are the same but for the name of what was read.
    private func isAlike(_ one: Reading, _ other: Reading) -> Bool {
        switch (one, other) {
        case (.success(let one), .success(let other)): one == other
        case (.failure(let one), .failure(let other)):
            (one.kind, one.line, one.message) == (other.kind, other.line, other.message)
        default: false
        }
    }

    /// Whether a late reading is the same but for the lines before it; of several reasons to refuse it may find another
    /// first.
    private func isShifted(_ late: Reading, _ other: Reading) -> Bool {
        switch (late, other) {
        case (.success(let late), .success(let other)):
            late.map(\.content) == other.map(\.content)
                && late.map { $0.number - Self.blankLines } == other.map(\.number)
        case (.failure, .failure): true
        default: false
        }
    }

    /// The file, and behind it all of it again: its lines must stand at both ends.
    private func grown(_ bytes: [UInt8], _ lines: [ReturnLine]) throws -> String? {
        let twice = bytes + [0x0A] + Self.withoutMark(bytes)
        guard case .success(let more) = read(try BytesInput(file: twice), chunk: 1000) else {
            return "the file is taken, and refused when it has grown"
        }
        let (said, again) = (lines.map(\.content), more.map(\.content))
        var lasting = said[...]
        // The answer of a checkout at the end may come only when the file has grown, and refuse it.
        if let last = said.indices.last, again.indices.contains(last), said[last].isCheckout, again[last].isRefused {
            lasting.removeLast()
        }
        if again.prefix(lasting.count) != lasting { return "lines say something else when the file has grown" }
        if again.suffix(said.count) != said[...] { return "lines say something else at another place" }
        return nil
    }
}

/// What a line must keep to.
extension ReturnFileTrial {
    private static func wrong(in lines: [ReturnLine]) -> String? {
        if zip(lines, lines.dropFirst()).contains(where: { $0.number >= $1.number }) || lines.first?.number == 0 {
            return "the numbers of lines do not rise"
        }
        return lines.lazy.compactMap(wrong).first
    }

    private static func wrong(_ line: ReturnLine) -> String? {
        switch line.content {
        case .malformed(let text), .unsupported(let text, _):
            // What these lines hold is told nowhere: it may be a person's.
            return text.utf8.allSatisfy { (0x20..<0x7F).contains($0) } && text.utf8.count <= 120
                ? nil : "line \(line.number) is not described in a few plain words"
        case .returned(let stated):
            let isKept =
                switch stated.item {
                // In quotes, as it may have quotes of its own.
                case .copy(let copy): (try? Barcode("\"\(copy.text)\"")) == copy
                case .loan(let loan): loan.value > 0
                }
            return isKept && (try? OperationID(stated.operation.text)) == stated.operation
                ? nil : "line \(line.number) breaks a limit"
        }
    }
}

extension ReturnLine.Content {
    fileprivate var isCheckout: Bool { if case .unsupported("checkout", _) = self { true } else { false } }
    fileprivate var isRefused: Bool { self == .unsupported(action: "refused checkout") }
}
