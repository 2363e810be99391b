import Domain
import Foundation
import ReturnFiles
import Testing
import UseCases

/// The files of `Corpus`, clean, damaged, and one for each trap that is known of a format; beside each, what is to be made
/// of it: its lines, or the reason why it is refused.
@Suite("The corpus")
struct CorpusTests {
    static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Corpus")
    /// Written anew instead of compared, to be looked at before it is committed.
    private static let writesGolden = ProcessInfo.processInfo.environment["CIRC_WRITE_GOLDEN"] != nil

    static let names =
        (try? FileManager.default.contentsOfDirectory(atPath: folder.path))?
        .filter { !$0.hasSuffix(".golden") }.sorted() ?? []

    @Test("Every file of the corpus gives the lines, or the refusal, that stand beside it", arguments: names)
    func golden(name: String) throws {
        let read = Self.reading(name)
        let golden = Self.folder.appending(path: name + ".golden")
        if Self.writesGolden { try Data(read.utf8).write(to: golden) }
        #expect(read == String(decoding: try Data(contentsOf: golden), as: UTF8.self))
    }

    @Test("There is a corpus")
    func isThere() {
        #expect(Self.names.count >= 72)
    }

    @Test("No file of the corpus is of two formats", arguments: names)
    func oneFormat(name: String) {
        #expect(!Self.reading(name).contains("more than one format"))
    }

    /// What is made of a file, a line each.
    private static func reading(_ name: String) -> String {
        do throws(InputFailure) {
            var settings = ReadingSettings()
            settings.keepsOtherColumns = true
            if name.hasPrefix("list") { settings.returnedAt = WrittenTime("2026-07-22 18:00") }
            let (file, lines) = try read(folder.appending(path: name).path, settings: settings)
            return (["\(file.format), \(file.lineCount) lines"] + lines.map(described)).joined(separator: "\n") + "\n"
        } catch {
            // A new format joins the list and changes nothing else.
            let message = error.message.replacing(KnownFormats.names.joined(separator: ", "), with: "EVERY FORMAT")
            return "refused" + (error.line.map { ", line \($0)" } ?? "") + ": \(message)\n"
        }
    }
}
