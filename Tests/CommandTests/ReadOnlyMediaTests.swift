import Foundation
import Glibc
import Testing

@Suite(
    "A store on read-only media is read, copied and restored, and not changed",
    .enabled(if: geteuid() == 0, "only the superuser can show a process a file system as read-only"))
struct ReadOnlyMediaTests {
    private static let kinds = ["file", "sqlite"]

    /// A folder with a library of a kind, in which a copy is lent, and a backup of it.
    private struct Media {
        let circ: Command
        let store: String
        let path: String

        init(_ kind: String) throws {
            circ = try Command()
            path = "\(circ.folder.path)/media"
            store = "\(kind):\(path)/store"
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
            for words in [
                ["init", "--zone", "Europe/Zurich"], ["book", "add", "Invented title"],
                ["copy", "add", "c01", "--book", "1"], ["member", "add", "Ada Example", "--card", "C1"],
                ["borrow", "--copy", "c01", "--card", "C1", "--operation", "lent"],
                ["store", "backup", "\(path)/backup"],
            ] {
                #expect(try writing(words).exit == 0, "\(words)")
            }
        }

        func writing(_ words: [String]) throws -> Outcome {
            try circ.run(words, environment: ["CIRC_STORE": store])
        }

        /// Runs a command that sees the folder on a read-only mount.
        ///
        /// The command has a list of mounts of its own, with which the mount ends.
        func reading(_ words: [String]) throws -> Outcome {
            let shell = #"mount --bind media media && mount -o remount,bind,ro media && exec "$@""#
            let prefix = ["/usr/bin/unshare", "--mount", "/bin/sh", "-c", shell, "sh"]
            return try circ.start(words, environment: ["CIRC_STORE": store], prefix: prefix).outcome()
        }

        /// What is in its files, by their names.
        func files() throws -> [String: Data] {
            var files: [String: Data] = [:]
            for name in try FileManager.default.subpathsOfDirectory(atPath: path) {
                files[name] = FileManager.default.contents(atPath: "\(path)/\(name)") ?? Data()
            }
            return files
        }

        /// The last line of a check: the digest of what a store holds.
        func digest(of store: String) throws -> String? {
            try circ("--store", store, "store", "check").lines.last
        }
    }

    @Test("It is described, checked and listed", arguments: kinds)
    func read(kind: String) throws {
        let media = try Media(kind)
        let before = try media.files()
        for words in [
            ["store", "info"], ["store", "check"], ["book", "list"], ["loans", "--open"], ["ledger", "show", "lent"],
        ] {
            let shown = try media.reading(words)
            #expect(try shown == media.writing(words), "\(words)")
            #expect(shown.exit == 0 && !shown.output.isEmpty, "\(words): \(shown.errors)")
        }
        #expect(try media.files() == before)
    }

    @Test("A backup on it is restored, and the store itself is backed up and copied", arguments: kinds)
    func copied(kind: String) throws {
        let media = try Media(kind)
        let before = try media.files()
        let digest = try media.digest(of: media.store)
        for words in [
            ["store", "restore", "\(media.path)/backup", "--to", "file:restored"], ["store", "backup", "backup"],
            ["store", "copy", media.store, "file:copy"],
        ] {
            let outcome = try media.reading(words)
            #expect(outcome.exit == 0, "\(words): \(outcome.errors)")
        }
        #expect(try media.digest(of: "\(kind):backup") == digest)
        #expect(try media.digest(of: "file:copy") != nil)
        let restored = try media.circ("--store", "file:restored", "return", "--copy", "c01", "--operation", "back")
        #expect(restored.exit == 0, "\(restored.errors)")
        #expect(try media.files() == before)
    }

    @Test("A change is refused in one line", arguments: kinds)
    func refused(kind: String) throws {
        let media = try Media(kind)
        let before = try media.files()
        let refused = try media.reading(["return", "--copy", "c01", "--operation", "back"])
        #expect(refused.exit == 69)
        #expect(refused.errors.hasPrefix("circ: ") && refused.errors.split(separator: "\n").count == 1)
        if kind == "file" { #expect(refused.errors.contains("its medium is read-only"), "\(refused.errors)") }
        #expect(try media.files() == before)
    }

    @Test("A library in files does not move away from it, and nothing is made")
    func moved() throws {
        let media = try Media("file")
        let refused = try media.reading(["store", "copy", media.store, "file:moved", "--retire"])
        #expect(refused.exit == 69)
        #expect(refused.errors.contains("its medium is read-only"), "\(refused.errors)")
        #expect(!FileManager.default.fileExists(atPath: "\(media.circ.folder.path)/moved"))
    }

    @Test("Files without a lock's among them are read, and those of a store that was not closed once a copy is mended")
    func unclean() throws {
        let media = try Media("file")
        #expect(unlink("\(media.path)/store/lock") == 0)
        #expect(try media.reading(["store", "check"]).exit == 0)
        let journal = try FileHandle(forWritingTo: URL(filePath: "\(media.path)/store/journal-00000001"))
        try journal.seekToEnd()
        try journal.write(contentsOf: Data("torn".utf8))
        try journal.close()
        let refused = try media.reading(["store", "check"])
        #expect(refused.exit == 69)
        #expect(refused.errors.contains("was not closed cleanly"), "\(refused.errors)")
        #expect(refused.errors.contains("copy its files"), "\(refused.errors)")
        try FileManager.default.copyItem(atPath: "\(media.path)/store", toPath: "\(media.circ.folder.path)/mended")
        #expect(try media.circ("--store", "file:mended", "store", "check").exit == 0)
    }

    @Test("Who reads it waits while a store is written by another way to the same files")
    func busy() throws {
        let media = try Media("file")
        let lock = open("\(media.path)/store/lock", O_RDWR)
        #expect(flock(lock, LOCK_EX | LOCK_NB) == 0)
        #expect(try media.reading(["store", "info"]).exit == 75)
        close(lock)
        #expect(try media.reading(["store", "info"]).exit == 0)
    }
}
