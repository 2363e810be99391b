import Domain
import FileStore
import Foundation
import Host
import MemoryStore
import Ports
import ReturnFiles
import Testing
import UseCases

#if SQLite
    import SQLiteStore
#endif

/// The corpus of files, from bytes to verdicts: each file is reconciled with the same library on every store, and the verdicts
/// that stand in `Verdicts` come out.
@Suite("Verdicts on the corpus")
struct CorpusVerdictTests {
    private static let tests = URL(filePath: #filePath).deletingLastPathComponent()
    private static let corpus = tests.deletingLastPathComponent().appending(path: "ReturnFilesTests/Corpus")
    /// Written anew instead of compared, to be looked at before it is committed.
    private static let writesGolden = ProcessInfo.processInfo.environment["CIRC_WRITE_GOLDEN"] != nil
    private static let names =
        (try? FileManager.default.contentsOfDirectory(atPath: corpus.path))?
        .filter { !$0.hasSuffix(".golden") }.sorted() ?? []

    /// A kind of store, and how one is filled.
    struct Kind: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let make: @Sendable (LibraryCopy, _ path: String) throws -> any LibraryStore
    }

    static let kinds: [Kind] = {
        var kinds = [
            Kind(testDescription: "memory") { copy, _ in try MemoryStore(copy) },
            Kind(testDescription: "files") { copy, path in try FileStore.create(directory: path, copy) },
        ]
        #if SQLite
            kinds.append(Kind(testDescription: "SQLite") { copy, path in try SQLiteStore.create(path: path, copy) })
        #endif
        return kinds
    }()

    @Test(
        "Every file of the corpus gets the verdicts that are kept of it, and again when it is imported again",
        arguments: kinds)
    func golden(kind: Kind) throws {
        #expect(Self.names.count >= 72)
        let folder = FileManager.default.temporaryDirectory.appending(path: "circulation-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let calendar = try #require(ZoneCalendar(zone: VerdictLibrary.zone))
        let library = try VerdictLibrary.made(in: calendar)
        for name in Self.names {
            let copy = LibraryCopy(of: library, head: try library.head(), isOutboxPaused: false)
            let store = try kind.make(copy, folder.appending(path: name).path)
            let golden = Self.tests.appending(path: "Verdicts/\(name).txt")
            let verdicts = try verdicts(on: name, store, calendar, run: 1)
            if Self.writesGolden { try Data(verdicts.utf8).write(to: golden) }
            #expect(verdicts == String(decoding: try Data(contentsOf: golden), as: UTF8.self), "\(name)")
            let again = try self.verdicts(on: name, store, calendar, run: 2)
            #expect(again == Self.replayed(verdicts), "\(name), again")
        }
    }

    @Test("Every verdict that a file alone can bring about, and every note, stands somewhere in the corpus")
    func allVerdicts() throws {
        let texts = try Self.names.map {
            String(decoding: try Data(contentsOf: Self.tests.appending(path: "Verdicts/\($0).txt")), as: UTF8.self)
        }
        let words = Set(texts.joined().split { " \n".contains($0) }.map(String.init))
        let verdicts = Set(Verdict.allCases.map(\.rawValue)).subtracting(["operationExpired"])
        #expect(verdicts.subtracting(words) == [])
        #expect(Set(["otherBranch", "onLoanAgain", "withdrawnCopy", "duplicate"]).subtracting(words) == [])
    }

    /// What is said of each line, or why the file is refused.
    private func verdicts(
        on name: String, _ store: any LibraryStore, _ calendar: ZoneCalendar, run: UInt64
    ) throws -> String {
        var settings = ReadingSettings()
        if name.hasPrefix("list") { settings.returnedAt = WrittenTime("2026-07-22 18:00") }
        let path = Self.corpus.appending(path: name).path
        let file: ReturnFile
        do throws(InputFailure) {
            file = try ReturnFile(InputFile(path), index: 0, settings: settings)
        } catch { return "refused\n" }
        let principal = Principal(account: "drop", scope: try .source("drop"), permissions: [.import])
        let reconcile = ReconcileReturns(
            loans: store, calendar: calendar, clock: StandingClock(moment: VerdictLibrary.now),
            settings: .init(run: RunID(startedAt: VerdictLibrary.now, random: run)))
        var returns = MergedReturns([file], moment: reconcile.moment(of:), lateEnd: reconcile.lateEnd(of:))
        var text = ""
        while true {
            // Few at a time, so that a file is several chunks.
            let lines = try returns.next(upTo: 5)
            if lines.isEmpty { return text }
            for outcome in try reconcile(lines, as: principal) { text += Self.described(outcome) + "\n" }
        }
    }

    private static func described(_ outcome: LineOutcome) -> String {
        var words = ["\(outcome.line.number)", outcome.verdict.rawValue]
        if let receipt = outcome.receipt {
            words += ["loan", "\(receipt.loan.id)"] + receipt.notes.names
            words.append(outcome.isReplayed ? "replayed" : outcome.isDuplicateInRun ? "duplicate" : "new")
        }
        if case .refused(.uncertainLoan(let earlier, let later)) = outcome.decision {
            words += ["between"] + [earlier, later].map { loan in loan.map { "\($0)" } ?? "none" }
        }
        words += outcome.readings.map { "or \($0.milliseconds)" }
        return words.joined(separator: " ")
    }

    /// What is said of the lines when they are imported again.
    private static func replayed(_ verdicts: String) -> String {
        verdicts.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            for mark in [" new", " duplicate"] where line.hasSuffix(mark) {
                return line.dropLast(mark.count) + " replayed"
            }
            return String(line)
        }.joined(separator: "\n")
    }
}
