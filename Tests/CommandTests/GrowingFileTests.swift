import Foundation
import Testing

@Suite("A file that is written while it is imported")
struct GrowingFileTests {
    @Test("The half-written last line is left out, and that is told at once and in the summary")
    func halfWritten() throws {
        let library = try ImportLibrary()
        // It is long, so that it grows while it is checked, and has few lines.
        let note = String(repeating: "n", count: 40_000)
        let rows = (0..<1000).map { "X\($0),2025-05-06 10:00,\(note)" }
        let content = Array((["barcode,returned_at,note"] + rows + ["Y"]).joined(separator: "\n").utf8)
        let path = try library.file("g.csv", content)
        let program = Command.products.appending(path: "circ-import").path
        let script = """
            (while :; do echo -n x; for ((i = 0; i < 100; i++)); do :; done; done) >> g.csv &
            while [ "$(stat -c %s g.csv)" = "$3" ]; do :; done
            "$1" --source drop "$2"; code=$?; kill $!; exit $code
            """
        let process = try library.start(shell: script, [program, path, "\(content.count)"])
        process.waitUntilExit()
        let answer = try library.answer(of: process)
        let message = "\(path): the last line is still being written; it is left for the next import\n"
        #expect(answer.code == 1)
        #expect(answer.errors.hasPrefix(message))
        #expect(answer.output.hasSuffix(message))
        #expect(answer.output.contains("1,000 lines from drop"))
    }
}
