import Domain
import Foundation
import Ports
import StoreContract
import StoreTrials
import Testing

@testable import FileStore

/// What becomes of stores that earlier releases made.
struct FileUpgradeTests {
    private static let fixtures = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appending(path: "Fixtures")

    /// A copy of the files that a release of a layout made, in a folder of its own.
    private func inFolder(layout: UInt32, _ body: (String) throws -> Void) throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let path = "\(folder.path)/store"
        try FileManager.default.copyItem(atPath: Self.fixtures.appending(path: "layout-\(layout)").path, toPath: path)
        try body(path)
    }

    @Test("A store of an earlier layout is refused, upgraded after a backup, and answers as it did")
    func upgraded() throws {
        try inFolder(layout: 1) { path in
            #expect(failure { _ = try FileStore(directory: path) }?.kind == .olderSchema)
            let done = try FileStore.upgrade(directory: path, backup: nil)
            #expect(done == StoreUpgrade(from: 1, to: Int(FileHeader.version), backup: "\(path).layout-1"))
            try Self.expectAnswers(of: try FileStore(directory: path))
            #expect(try FileStore.upgrade(directory: path, backup: nil).backup == nil)
            // The backup is as the store was, byte for byte, but for the end of the journal: there it says what it is.
            for name in try FileManager.default.contentsOfDirectory(atPath: "\(path).layout-1")
            where name != "lock" && !name.hasPrefix("journal") {
                let kept = FileManager.default.contents(atPath: "\(path).layout-1/\(name)")
                let original = Self.fixtures.appending(path: "layout-1").appending(path: name)
                #expect(kept == FileManager.default.contents(atPath: original.path), "\(name)")
            }
            #expect(failure { _ = try FileStore(directory: "\(path).layout-1") }?.kind == .olderSchema)
        }
    }

    @Test("The backup of an upgrade takes no changes once it is upgraded, and answers as the store did")
    func backup() throws {
        try inFolder(layout: 1) { path in
            _ = try FileStore.upgrade(directory: path, backup: "\(path)-backup")
            _ = try FileStore.upgrade(directory: "\(path)-backup", backup: nil)
            let backup = try FileStore(directory: "\(path)-backup")
            #expect(
                failure { _ = try backup.addBook(BookDetails(title: "Lost"), at: Moment(milliseconds: 0)) }?.kind
                    == .closed)
            #expect(try backup.facts().standing == .backup)
            #expect(try FileStore(directory: path).facts().standing == .open)
            #expect(try backup.facts().loans == 5)
        }
    }

    @Test("An upgrade mends a torn end first, and is refused where its backup would replace something")
    func torn() throws {
        try inFolder(layout: 1) { path in
            let journal = try #require(FileHandle(forWritingAtPath: "\(path)/journal-00000001"))
            try journal.seekToEnd()
            try journal.write(contentsOf: Data(repeating: 0x55, count: 300))
            try journal.close()
            #expect(failure { _ = try FileStore.upgrade(directory: path, backup: path) }?.kind == .exists)
            #expect(failure { _ = try FileStore(directory: path) }?.kind == .olderSchema)
            #expect(try FileStore.upgrade(directory: path, backup: "\(path)-kept").backup == "\(path)-kept")
            try Self.expectAnswers(of: try FileStore(directory: path))
        }
    }

    /// What the fixture holds: five loans, four of them in the snapshot, and the operations that made and ended them.
    private static func expectAnswers(of store: FileStore) throws {
        let wish = Borrow(
            key: Key(scope: "staff:desk", id: "B2"), copy: nil, book: 1, member: 2, days: 7, at: 1_782_986_400_000)
        #expect(
            try Step.borrow(wish, now: 1_796_100_000_000).take(in: store) == [
                "lent B2 #2 A2 b1 m2 1782986400000 1796026322044 due 20643 open replayed 0"
            ])
        let back = GiveBack(key: Key(scope: "staff:root", id: "R3"), copy: nil, loan: 3, resolution: 1)
        let answer = try Step.giveBack([back], tolerance: 0, run: nil, now: 1_796_100_000_000).take(in: store)
        #expect(answer.first?.hasPrefix("returned R3 #3 00'7 b2 m1 1796026322133") == true)
        #expect(answer.first?.hasSuffix("replayed 0") == true)
        let facts = try store.facts()
        let counts = [facts.books, facts.copies, facts.members, facts.loans, facts.openLoans, facts.operations]
        #expect(counts == [2, 3, 2, 5, 2, 8])
        #expect(facts.schema == Int(FileHeader.version))
        #expect(facts.isOutboxPaused)
        var check = LibraryCheck(try store.head())
        try LibraryPages(of: store).each { check.take($0) }
        check.end()
        #expect(check.findings == [])
    }
}
