#if SQLite
    import Domain
    import Foundation
    import Ports
    import StoreContract
    import Synchronization
    import Testing

    @testable import SQLiteStore

    @Suite("What can go wrong with a SQLite store")
    struct SQLiteFailureTests {
        private let folder: TemporaryFolder
        private var path: String { "\(folder.path)/store.sqlite" }

        init() throws {
            folder = try TemporaryFolder()
        }

        private func made() throws -> SQLiteStore {
            try SQLiteStore.create(path: path, zone: StoreFixture.zone, at: StoreFixture.createdAt, patience: 50)
        }

        private func expect(_ kind: StoreFailure.Kind, _ body: () throws -> Void) {
            let found = failure(body)?.kind
            #expect(found == kind)
            folder.remove()
        }

        @Test("A store that is not there is missing, and opening makes none")
        func missing() {
            expect(.missing) { _ = try SQLiteStore(path: path) }
            #expect(!FileManager.default.fileExists(atPath: path))
        }

        @Test("A text file, an empty file, a directory and another program's database are no store")
        func foreign() throws {
            defer { folder.remove() }
            let text = "\(folder.path)/text"
            try "Not a database, but long enough to be looked at as one.\n".write(
                toFile: text, atomically: true, encoding: .utf8)
            #expect(failure { _ = try SQLiteStore(path: text) }?.kind == .foreign)
            let empty = "\(folder.path)/empty"
            #expect(FileManager.default.createFile(atPath: empty, contents: nil))
            #expect(failure { _ = try SQLiteStore(path: empty) }?.kind == .foreign)
            #expect(failure { _ = try SQLiteStore(path: folder.path) }?.kind == .foreign)
            let other = "\(folder.path)/other.sqlite"
            #expect(FileManager.default.createFile(atPath: other, contents: nil))
            try Connection(file: other, patience: 50).execute("CREATE TABLE theirs (x); PRAGMA user_version = 1")
            #expect(failure { _ = try SQLiteStore(path: other) }?.kind == .foreign)
        }

        @Test("A store of a newer layout is refused and left as it is")
        func newer() throws {
            _ = try made()
            try Connection(file: path, patience: 50).execute("PRAGMA user_version = \(Schema.version + 1)")
            expect(.newerSchema) { _ = try SQLiteStore(path: path) }
        }

        @Test("A new store is not made over anything, not even a link to nothing")
        func exists() throws {
            defer { folder.remove() }
            _ = try made()
            #expect(failure { _ = try made() }?.kind == .exists)
            let link = "\(folder.path)/link.sqlite"
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "/nowhere")
            #expect(
                failure {
                    _ = try SQLiteStore.create(path: link, zone: StoreFixture.zone, at: StoreFixture.createdAt)
                }?.kind == .exists)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 2)
        }

        @Test("A new store and its folder are this account's alone, and for a group they are the group's")
        func modes() throws {
            defer { folder.remove() }
            func mode(_ path: String) throws -> Int? {
                try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
            }
            let own = "\(folder.path)/own/store.sqlite"
            _ = try SQLiteStore.create(path: own, zone: StoreFixture.zone, at: StoreFixture.createdAt)
            #expect(try mode("\(folder.path)/own") == 0o700)
            #expect(try mode(own) == 0o600)
            let shared = "\(folder.path)/new/shared/store.sqlite"
            let store = try SQLiteStore.create(
                path: shared, zone: StoreFixture.zone, at: StoreFixture.createdAt, access: .group(getgid()))
            _ = try store.addBook(BookDetails(title: "One"), at: StoreFixture.createdAt)
            // All of the way there is the group's, or nobody of it would come to the store.
            #expect(try mode("\(folder.path)/new") == 0o2770)
            #expect(try mode("\(folder.path)/new/shared") == 0o2770)
            #expect(try mode(shared) == 0o660)
            #expect(try mode("\(shared)-journal") == 0o660)
        }

        @Test("Behind a writer that does not end, a change is busy after its patience and nothing of it is stored")
        func busy() throws {
            defer { folder.remove() }
            let store = try made()
            let other = try Connection(file: path, patience: 50)
            try other.execute("BEGIN IMMEDIATE")
            #expect(
                failure { _ = try store.addBook(BookDetails(title: "One"), at: StoreFixture.createdAt) }?.kind == .busy)
            try other.execute("ROLLBACK")
            #expect(try store.books(after: nil, limit: 10).isEmpty)
            _ = try store.addBook(BookDetails(title: "Two"), at: StoreFixture.createdAt)
            #expect(try store.books(after: nil, limit: 10).map(\.book.id.value) == [1])
        }

        @Test("A page of a listing that was read holds nobody up")
        func listing() throws {
            defer { folder.remove() }
            let store = try made()
            for title in ["One", "Two"] { _ = try store.addBook(BookDetails(title: title), at: StoreFixture.createdAt) }
            let reader = try SQLiteStore(path: path, patience: 50)
            #expect(try reader.books(after: nil, limit: 1).count == 1)
            _ = try store.addBook(BookDetails(title: "Three"), at: StoreFixture.createdAt)
            #expect(try reader.books(after: BookID(stored: 1), limit: 5).count == 2)
        }

        @Test("Without space nothing is stored, and with space again the same call succeeds")
        func full() throws {
            defer { folder.remove() }
            let store = try made()
            try store.connection.withLock { (connection) throws(StoreFailure) in
                let pages = try connection.pragmaValue("page_count") ?? ""
                try connection.execute("PRAGMA max_page_count = \(pages)")
            }
            let long = try BookDetails(title: String(repeating: "x", count: 500))
            var stored = 0
            var met: StoreFailure.Kind?
            while met == nil, stored < 1000 {
                met = failure { _ = try store.addBook(long, at: StoreFixture.createdAt) }?.kind
                if met == nil { stored += 1 }
            }
            #expect(met == .full)
            #expect(try store.facts().books == stored)
            try store.connection.withLock { (connection) throws(StoreFailure) in
                try connection.execute("PRAGMA max_page_count = 1000000")
            }
            #expect(try store.addBook(long, at: StoreFixture.createdAt).id.value == Int64(stored + 1))
        }

        @Test("A store that may only be read says so on a change")
        func readOnly() throws {
            defer { folder.remove() }
            let store = try made()
            try store.connection.withLock { (connection) throws(StoreFailure) in
                try connection.execute("PRAGMA query_only = ON")
            }
            #expect(
                failure { _ = try store.addBook(BookDetails(title: "One"), at: StoreFixture.createdAt) }?.kind
                    == .notWritable)
            #expect(try store.books(after: nil, limit: 1).isEmpty)
        }

        @Test("A damaged page is damage, not an empty library, and its bytes are in no message")
        func damaged() throws {
            defer { folder.remove() }
            var store: SQLiteStore? = try made()
            for number in 1...200 {
                let details = try MemberDetails(card: "K\(number)", name: "Secretname \(number)")
                _ = try store?.addMember(details, at: StoreFixture.createdAt)
            }
            store = nil
            var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
            for offset in stride(from: 4096 * 4, to: bytes.count, by: 4096) {
                bytes.replaceSubrange(offset..<offset + 64, with: Data(repeating: 0xA5, count: 64))
            }
            try bytes.write(to: URL(fileURLWithPath: path))
            do {
                let damaged = try SQLiteStore(path: path)
                _ = try damaged.members(after: nil, limit: 1000)
                Issue.record("a damaged store was read")
            } catch {
                #expect(error.kind == .corrupt)
                #expect(!"\(error.message) \(error.cause ?? "")".contains("Secretname"))
            }
        }

        @Test("The connection relies on what it set")
        func pragmas() throws {
            defer { folder.remove() }
            let store = try made()
            try store.connection.withLock { (connection) throws(StoreFailure) in
                #expect(try connection.pragmaValue("journal_mode") == "truncate")
                #expect(try connection.pragmaValue("synchronous") == "2")
                #expect(try connection.pragmaValue("foreign_keys") == "1")
                #expect(failure { _ = try connection.statement("SELECT \"no_such_column\"") }?.kind == .unavailable)
            }
        }
    }
#endif
