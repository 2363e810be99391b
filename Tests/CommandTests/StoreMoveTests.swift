import Foundation
import Testing

@Suite("Checks, backups and moves, as commands")
struct StoreMoveTests {
    /// A library with a lent copy.
    private static func lent() throws -> Command {
        let circ = try Command.library(copies: 1)
        _ = try circ("borrow", "--copy", "c01", "--card", "C1", "--operation", "op1")
        return circ
    }

    /// Changes or asks the database past the program.
    @discardableResult
    private static func sql(_ statements: String, _ circ: Command) throws -> String {
        let (process, pipe) = (Process(), Pipe())
        process.standardOutput = pipe
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["sqlite3", circ.folder.appendingPathComponent("library.sqlite").path, statements]
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        return String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    }

    @Test("A check tells of a record that cannot be read and of what else is broken, and names the store itself")
    func unreadable() throws {
        let circ = try Self.lent()
        try Self.sql("UPDATE ledger SET kind = 9; UPDATE outbox SET loan = 77", circ)
        let outcome = try circ("store", "check")
        #expect(outcome.exit == 1)
        #expect(
            outcome.lines.contains { $0.hasPrefix("storage: ") && $0.contains("\(circ.folder.path)/library.sqlite") })
        #expect(outcome.lines.contains { $0.hasPrefix("reference: ") })
        #expect(!outcome.output.contains("circ-"))
    }

    @Test("A store of which a page has lost its rows is neither copied nor moved", arguments: [[], ["--retire"]])
    func lostRows(words: [String]) throws {
        let circ = try Self.lent()
        let file = circ.folder.appendingPathComponent("library.sqlite")
        let facts = try Self.sql(
            "SELECT rootpage FROM sqlite_schema WHERE name = 'outbox'; PRAGMA page_size", circ
        ).split(separator: "\n").compactMap { Int($0) }
        let (page, size) = (try #require(facts.first), try #require(facts.last))
        var bytes = try Data(contentsOf: file)
        // How many rows the page has.
        bytes[(page - 1) * size + 4] = 0
        try bytes.write(to: file)
        let copy = try circ.run(
            ["store", "copy", "sqlite:\(file.path)", "file:\(circ.folder.path)/copy"] + words)
        #expect(copy.exit == 69)
        #expect(copy.errors.contains("is damaged, so nothing was copied"), "\(copy.errors)")
        let names = try FileManager.default.contentsOfDirectory(atPath: circ.folder.path)
        #expect(!names.contains("copy"))
    }

    @Test("A check tells of damaged pages, and no backup is made of them")
    func damagedPages() throws {
        let circ = try Self.lent()
        let file = circ.folder.appendingPathComponent("library.sqlite")
        var bytes = try Data(contentsOf: file)
        for page in 10..<14 {
            bytes.replaceSubrange(page * 4096..<(page + 1) * 4096, with: repeatElement(0xA5, count: 4096))
        }
        try bytes.write(to: file)
        let check = try circ("store", "check")
        #expect(check.exit == 1, "\(check)")
        #expect(check.lines.contains { $0.hasPrefix("storage: ") })
        let backup = try circ("store", "backup", "backup.sqlite")
        #expect(backup.exit == 69)
        #expect(backup.errors.contains("\(circ.folder.path)/library.sqlite is damaged"), "\(backup.errors)")
        let names = try FileManager.default.contentsOfDirectory(atPath: circ.folder.path)
        #expect(!names.contains { $0.hasPrefix("backup") })
    }

    @Test("A loan whose operation is lost is found: under its ID another could be lent")
    func lostOperation() throws {
        let circ = try Self.lent()
        try Self.sql("DELETE FROM ledger", circ)
        let outcome = try circ("store", "check")
        #expect(outcome.exit == 1)
        #expect(outcome.lines.first == "ledger: no operation began loan 1")
    }

    @Test("A backup's place is a path or a URL of the same kind of store")
    func backupPlace() throws {
        let circ = try Self.lent()
        #expect(try circ("store", "backup", "sqlite:one.sqlite").output == "made a backup at one.sqlite\n")
        #expect(try circ("store", "restore", "sqlite:one.sqlite", "--to", "file:files").exit == 0)
        #expect(try circ("store", "backup", "file:two").exit == 64)
        #expect(try circ("store", "backup", "nodir/").exit == 73)
        #expect(try circ("--store", "file:files", "store", "backup", "file:three").exit == 0)
        #expect(try circ("store", "restore", "three", "--to", "sqlite:four.sqlite").exit == 0)
        #expect(!FileManager.default.fileExists(atPath: circ.folder.appendingPathComponent("nodir").path))
    }

    @Test("Only a backup that is there is restored")
    func noBackup() throws {
        let circ = try Self.lent()
        #expect(try circ("store", "restore", "nothing", "--to", "file:new").exit == 66)
        let live = try circ("store", "restore", "library.sqlite", "--to", "file:new")
        #expect(live.exit == 65)
        #expect(live.errors.contains("store backup"))
        #expect(try circ("store", "copy", "sqlite:library.sqlite", "file:files", "--retire").exit == 0)
        #expect(try circ("store", "restore", "library.sqlite", "--to", "file:new").exit == 65)
        #expect(try circ("store", "backup", "backup.sqlite").exit == 69)
        #expect(!FileManager.default.fileExists(atPath: circ.folder.appendingPathComponent("new").path))
    }
}
