import Testing

@testable import Console

@Suite("Progress")
struct ProgressTests {
    private final class Terminal {
        var text = ""
        func output(columns: Int?) -> Output {
            Output(columns: columns) { bytes in
                self.text += String(decoding: bytes, as: UTF8.self)
                return .success(bytes.count)
            }
        }
    }

    @Test("It says bytes, lines, rate, time left, and what came of the lines")
    func line() {
        let line = Progress.line(
            bytes: 12_340_000, of: 49_360_000, lines: 250_000, seconds: 2.5, text: "249000 settled  1000 for a person")
        #expect(
            line
                == "25 %  0 min 8 s left  12.3 of 49.4 MB  250000 lines  100000 a second  249000 settled  1000 for a person"
        )
    }

    @Test("At its beginning and its end it divides by nothing")
    func ends() {
        let first = Progress.line(bytes: 0, of: 10, lines: 0, seconds: 0, text: "")
        #expect(first.hasPrefix("0 %  0 min 0 s left  0.0 of 0.0 MB  0 lines  0 a second"))
        let last = Progress.line(bytes: 20, of: 10, lines: 5, seconds: 1, text: "")
        #expect(last.hasPrefix("100 %  0 min 0 s left"))
    }

    @Test("On a terminal each line overwrites the one before, is cut to its width, and is taken away at the end")
    func terminal() {
        let terminal = Terminal()
        var progress = Progress(on: terminal.output(columns: 40))
        progress.show(bytes: 5, of: 10, lines: 1, text: "x")
        #expect(terminal.text.hasPrefix("\r50 %") && !terminal.text.contains("\n"))
        #expect(terminal.text.dropFirst().count == 39)
        progress.clear()
        #expect(terminal.text.hasSuffix("\r"))
    }

    @Test("Where nobody looks it says nothing")
    func piped() {
        let terminal = Terminal()
        var progress = Progress(on: terminal.output(columns: nil))
        progress.show(bytes: 5, of: 10, lines: 1, text: "x")
        progress.clear()
        var none = Progress(on: nil)
        none.show(bytes: 5, of: 10, lines: 1, text: "x")
        #expect(terminal.text == "")
    }
}
