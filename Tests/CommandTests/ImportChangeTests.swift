import Foundation
import Testing

/// Files are checked whole before anything of them is applied, and read again to apply them: what is between.
@Suite("A file that changes while it is imported")
struct ImportChangeTests {
    private let library: ImportLibrary
    private let path: String
    private let rows: [String]

    /// A library with some loans, and a file of several blocks and chunks that gives them back.
    init() throws {
        library = try ImportLibrary()
        for number in 0..<20 { try library.add("B\(number)", lentAt: "2025-05-01 10:00") }
        rows = (0..<30_000).map { number in
            let (minute, second) = ("\(number / 60 % 60 + 100)".dropFirst(), "\(number % 60 + 100)".dropFirst())
            return "B\(number % 17),2025-05-06 \(10 + number / 3600):\(minute):\(second)"
        }
        path = try library.csv("returns.csv", rows)
    }

    /// Imports it, does something to it between its check and its first commit, and gives what came of that.
    private func importing(changing: () throws -> Void) throws -> ImportLibrary.Answer {
        let (process, lock) = try library.startWaiting(["--json", path])
        try changing()
        lock.release()
        process.waitUntilExit()
        return try library.answer(of: process)
    }

    private func overwrite(at offset: UInt64, _ text: String) throws {
        let handle = try FileHandle(forWritingTo: URL(filePath: path))
        try handle.seek(toOffset: offset)
        try handle.write(contentsOf: Data(text.utf8))
        try handle.close()
    }

    /// The import failed, says why and how to go on, and goes on when the file is as it was.
    private func expectFailed(_ answer: ImportLibrary.Answer, _ reason: String) throws {
        #expect(answer.code == 74)
        #expect(answer.errors.split(separator: "\n").count == 1)
        #expect(answer.errors.contains("returns.csv: \(reason) while it was read; import it again"))
        #expect(answer.errors.contains("nothing was applied") || answer.errors.contains("are done and stay so"))
        _ = try library.csv("returns.csv", rows)
        let again = try library.importing("--json", path)
        #expect(again.code == 0)
        #expect(again.verdicts == ["returned": 17, "alreadyReturned": 29_983])
        #expect(try library.openCopies() == ["B17", "B18", "B19"])
    }

    @Test("Cut, it fails where it ends, and what was applied stays so")
    func cut() throws {
        let answer = try importing { try #require(truncate(path, 300_000) == 0) }
        try expectFailed(answer, "became shorter")
    }

    @Test("Written over, it fails before a line of that part is applied")
    func overwritten() throws {
        let answer = try importing { try overwrite(at: 600_000, "\nB19,2025-05-06 10:00:00\n") }
        #expect(try library.openCopies().contains("B19"))
        try expectFailed(answer, "was changed")
    }

    @Test("Uploaded anew under it, it fails, be it as long as before")
    func uploadedAnew() throws {
        let answer = try importing {
            let other = rows.map { $0.replacing("B1,", with: "B9,") }.joined(separator: "\n")
            try overwrite(at: 20, other)
        }
        try expectFailed(answer, "was changed")
    }

    @Test("Replaced under its name, it is imported as it was")
    func replaced() throws {
        let answer = try importing {
            let other = try library.csv("other.csv", ["B19,2025-05-06 10:00"])
            try #require(rename(other, path) == 0)
        }
        #expect(answer.code == 0)
        #expect(answer.verdicts == ["returned": 17, "alreadyReturned": 29_983])
        #expect(try library.openCopies() == ["B17", "B18", "B19"])
    }

    @Test("Deleted, it is imported as it was")
    func deleted() throws {
        let answer = try importing { try FileManager.default.removeItem(atPath: path) }
        #expect(answer.code == 0)
        #expect(try library.openCopies() == ["B17", "B18", "B19"])
    }

    @Test("Grown, its new lines are left for the next import")
    func grown() throws {
        let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? UInt64
        let end = try #require(size)
        let answer = try importing { try overwrite(at: end, "B19,2025-05-06 20:00:00\n") }
        #expect(answer.code == 0)
        #expect(try library.openCopies() == ["B17", "B18", "B19"])
        let again = try library.importing("--json", path)
        #expect(again.count("replayed") == 30_000)
        #expect(try library.openCopies() == ["B17", "B18"])
    }
}
