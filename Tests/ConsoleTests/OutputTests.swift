import Console
import Glibc
import Testing

/// A system that takes few bytes at a time and fails as it is told.
private final class Sink {
    var taken: [UInt8] = []
    var failures: [Int32] = []
    let most: Int

    init(most: Int) {
        self.most = most
    }

    func take(_ bytes: UnsafeRawBufferPointer) -> Result<Int, Output.SystemError> {
        if let number = failures.popLast() { return .failure(Output.SystemError(number)) }
        let part = bytes.prefix(most)
        taken.append(contentsOf: part)
        return .success(part.count)
    }

    var text: String { String(decoding: taken, as: UTF8.self) }
}

@Suite("Writing output")
struct OutputTests {
    @Test("Short writes and interruptions lose nothing")
    func shortWrites() {
        let sink = Sink(most: 3)
        sink.failures = [EINTR, EINTR]
        let output = Output(sink: sink.take)
        output.line("a longer line")
        output.write(Array("and bytes".utf8))
        output.flush()
        #expect(sink.text == "a longer line\nand bytes")
        #expect(output.failure == nil)
    }

    @Test("A reader who has gone ends writing and is no failure of the command")
    func closedPipe() {
        let sink = Sink(most: 100)
        sink.failures = [EPIPE]
        let output = Output(sink: sink.take)
        output.line("x")
        output.flush()
        output.line("y")
        output.flush()
        #expect(output.failure == .closed)
        #expect(!output.isUsable)
        #expect(sink.taken.isEmpty)
        #expect(output.commandFailure == nil)
    }

    @Test("A full disk is a failure of the command")
    func fullDisk() {
        let sink = Sink(most: 100)
        sink.failures = [ENOSPC]
        let output = Output(sink: sink.take)
        output.line("x")
        output.flush()
        #expect(output.failure == .failed(ENOSPC))
        #expect(output.commandFailure?.exit == .inputOutput)
        #expect(output.commandFailure?.code == "outputNotWritable")
    }

    @Test("A line for people cannot steer the terminal; bytes for programs stay as they are")
    func safeLines() {
        let sink = Sink(most: 100)
        let output = Output(sink: sink.take)
        output.line("title \u{1B}[0m")
        output.lines("one\ntwo\r")
        output.write([0x1B])
        output.flush()
        #expect(sink.text == "title <U+001B>[0m\none\ntwo<U+000D>\n\u{1B}")
    }

    @Test("A real pipe without a reader gives the closed failure")
    func realPipe() {
        var ends: [Int32] = [0, 0]
        #expect(pipe(&ends) == 0)
        close(ends[0])
        signal(SIGPIPE, SIG_IGN)
        let output = Output(descriptor: ends[1])
        output.line("x")
        output.flush()
        close(ends[1])
        #expect(output.failure == .closed)
        #expect(output.columns == nil)
        #expect(!output.isPainted)
    }
}
