import Foundation
import Testing

@Suite("Golden transcripts")
struct TranscriptTests {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("Transcripts")

    private static let names = [
        "bad-input", "books", "borrow", "copies", "help", "hostile", "json", "ledger", "library", "loans", "members",
        "moving",
        "return",
    ]

    /// Runs a transcript; with `RECORD_TRANSCRIPTS` set, what is printed now becomes the transcript, to be read through.
    @Test("The commands print what the transcript says", arguments: names)
    func replay(name: String) throws {
        let file = Self.folder.appendingPathComponent("\(name).txt")
        let golden = try String(contentsOf: file, encoding: .utf8)
        let command = try Command()
        let now = try Transcript(golden).replayed(with: command)
        if ProcessInfo.processInfo.environment["RECORD_TRANSCRIPTS"] != nil {
            try now.write(to: file, atomically: true, encoding: .utf8)
        }
        let pairs = zip(golden.split(separator: "\n"), now.split(separator: "\n"))
        let difference = pairs.first { $0 != $1 }.map { "expected: \($0)\nprinted:  \($1)" } ?? "one is longer"
        #expect(now == golden, "\(name): \(difference)")
    }

    @Test("Every file of transcripts is run")
    func complete() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
        #expect(files.sorted() == Self.names.map { "\($0).txt" })
    }
}
