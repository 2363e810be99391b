import Foundation
import Testing

@Suite("A file that is written while it is imported")
struct GrowingFileTests {
    @Test("The half-written last line is left out, and that is told at once and in the summary")
    func halfWritten() throws {
        let library = try ImportLibrary()
        let rows = (0..<20_000).map { "X\($0),2025-05-06 10:00" }
        let path = try library.file("g.csv", (["barcode,returned_at"] + rows + ["Y"]).joined(separator: "\n").utf8)
        let program = Command.products.appending(path: "circ-import").path
        let script =
            "(while :; do echo -n x; done) >> g.csv & \"$1\" --source drop \"$2\"; code=$?; kill $!; exit $code"
        let process = try library.start(shell: script, [program, path])
        process.waitUntilExit()
        let answer = try library.answer(of: process)
        let message = "\(path): the last line is still being written; it is left for the next import\n"
        #expect(answer.code == 1)
        #expect(answer.errors.hasPrefix(message))
        #expect(answer.output.hasSuffix(message))
        #expect(answer.output.contains("20,000 lines from drop"))
    }
}
