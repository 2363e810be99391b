import Domain
import Foundation
import ReturnFiles
import Testing
import UseCases

/// Opens and checks a file, and gives the failure if it is refused.
private func failure(_ path: String) -> InputFailure? {
    do throws(InputFailure) {
        _ = try read(path)
        return nil
    } catch {
        return error
    }
}

@Suite("Input")
struct InputTests {
    private static let header = "barcode,returned_at\n"
    private static func row(_ number: Int) -> String { "B\(number),2026-07-22 10:16:02\n" }

    @Test("A file that is not there, and a directory, are no input")
    func nothing() {
        #expect(failure("/nowhere/at/all")?.kind == .noInput)
        #expect(failure("/tmp")?.kind == .noInput)
        #expect(failure("/tmp")?.message == "is a directory; name the files in it")
    }

    @Test("Records that do not fit a block are read whole, and their lines are counted")
    func blocks() throws {
        let wide = String(repeating: "w", count: 5000)
        var text = "note,barcode,returned_at\n"
        for number in 0..<400 {
            text += number % 3 == 0 ? "\"\(wide)\r\n\(wide)\"" : wide
            text += ",B\(number),2026-07-22 10:16:02\r\n"
        }
        let file = try TemporaryFile(text)
        let (checked, lines) = try read(file.path)
        #expect(lines.count == 400)
        #expect(lines.allSatisfy { if case .returned = $0.content { true } else { false } } == false)
        #expect(lines[399].number == checked.lineCount - 1)
        #expect(checked.lineCount == 1 + 400 + 134)
    }

    @Test("A pipe is read as a file is", arguments: [1, 4096, 262_144, 1_000_000])
    func pipe(piece: Int) throws {
        let rows = (0..<30_000).map(Self.row).joined()
        let bytes = Array((Self.header + rows).utf8)
        let fifo = try TemporaryFile([])
        unlink(fifo.path)
        #expect(mkfifo(fifo.path, 0o600) == 0)
        let path = fifo.path
        // One byte at a time only for the beginning: a short read must not be taken for the end.
        let writer = Thread {
            let handle = FileHandle(forWritingAtPath: path)
            var start = 0
            while start < bytes.count {
                let count = piece == 1 && start > 300 ? 100_000 : piece
                let end = min(bytes.count, start + count)
                try? handle?.write(contentsOf: Data(bytes[start..<end]))
                start = end
            }
            try? handle?.close()
        }
        writer.start()
        let (file, lines) = try read(path)
        #expect(lines.count == 30_000)
        #expect(file.byteCount == bytes.count)
        #expect(lines.last.map(described)?.hasPrefix("30001 copy B29999") == true)
    }

    @Test("What is appended while a file is read belongs to the next import")
    func grows() throws {
        let file = try TemporaryFile(Self.header + Self.row(1))
        var reading = try ReturnFile(InputFile(file.path), index: 0, settings: ReadingSettings())
        try file.append(Self.row(2))
        var lines: [ReturnLine] = []
        try reading.read(into: &lines, upTo: 10)
        #expect(lines.count == 1)
        #expect(!reading.isIncomplete)
    }

    @Test("A last line that is still being written is left for the next import")
    func growsWithinALine() throws {
        let file = try TemporaryFile(Self.header + Self.row(1) + "B2,2026-07")
        let input = try InputFile(file.path)
        try file.append("-22 10:17:02\n")
        var reading = try ReturnFile(input, index: 0, settings: ReadingSettings())
        var lines: [ReturnLine] = []
        try reading.read(into: &lines, upTo: 10)
        #expect(lines.map(described).map { $0.prefix(9) } == ["2 copy B1"])
        #expect(reading.isIncomplete)
        #expect(reading.lineCount == 2)
    }

    @Test("A file that becomes shorter while it is read fails")
    func shrinks() throws {
        let file = try TemporaryFile(Self.header + (0..<100_000).map(Self.row).joined())
        var reading = try ReturnFile(InputFile(file.path), index: 0, settings: ReadingSettings())
        #expect(truncate(file.path, 1000) == 0)
        var lines: [ReturnLine] = []
        let error = #expect(throws: InputFailure.self) { try reading.read(into: &lines, upTo: 100_000) }
        #expect(error?.kind == .inputOutput)
    }

    @Test("A file of which a part is written over after its check fails there, before a line of that part is given")
    func changes() throws {
        let file = try TemporaryFile(Self.header + (0..<100_000).map(Self.row).joined())
        var reading = try ReturnFile(InputFile(file.path), index: 0, settings: ReadingSettings())
        var lines: [ReturnLine] = []
        try reading.read(into: &lines, upTo: 50)
        let handle = try FileHandle(forWritingTo: URL(filePath: file.path))
        try handle.seek(toOffset: 1_000_000)
        try handle.write(contentsOf: Data("X".utf8))
        let error = #expect(throws: InputFailure.self) { try reading.read(into: &lines, upTo: 100_000) }
        #expect(error?.kind == .inputOutput)
        #expect(error?.message == "was changed while it was read; import it again")
        #expect((50..<40_000).contains(lines.count))
        try handle.close()
    }

    @Test("A file that another took the place of under its name is read as it was")
    func replaced() throws {
        let file = try TemporaryFile(Self.header + (0..<100_000).map(Self.row).joined())
        var reading = try ReturnFile(InputFile(file.path), index: 0, settings: ReadingSettings())
        let other = try TemporaryFile(Self.header)
        #expect(rename(other.path, file.path) == 0)
        var lines: [ReturnLine] = []
        try reading.read(into: &lines, upTo: 200_000)
        #expect(lines.count == 100_000)
    }

    @Test("A pipe without a line's end is refused at the cap and not read on")
    func endlessLine() throws {
        let fifo = try TemporaryFile([])
        unlink(fifo.path)
        #expect(mkfifo(fifo.path, 0o600) == 0)
        let path = fifo.path
        let writer = Thread {
            signal(SIGPIPE, SIG_IGN)
            let handle = FileHandle(forWritingAtPath: path)
            let piece = Data(repeating: 0x39, count: 1 << 20)
            // Would be 10 GB; ends when the reader goes away.
            for _ in 0..<10_000 { if (try? handle?.write(contentsOf: piece)) == nil { break } }
        }
        writer.start()
        let error = failure(path)
        #expect(error?.kind == .refused)
        #expect(error?.line == 1)
    }
}
