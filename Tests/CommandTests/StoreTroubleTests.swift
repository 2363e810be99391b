import Foundation
import Glibc
import Testing

/// One clear line on standard error.
private func isOneLine(_ outcome: Outcome) -> Bool {
    outcome.errors.hasPrefix("circ: ") && outcome.errors.split(separator: "\n").count == 1
}

@Suite("A store that cannot be used is told in one line, and nothing is done")
struct StoreTroubleTests {
    @Test("A file of text, an empty file and a directory are no stores", arguments: ["text", "empty", "directory"])
    func foreign(kind: String) throws {
        let circ = try Command()
        let path = circ.folder.appendingPathComponent("other").path
        switch kind {
        case "text":
            try "just some text, of more than a header's length".write(toFile: path, atomically: true, encoding: .utf8)
        case "empty": try Data().write(to: URL(fileURLWithPath: path))
        default: try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        }
        let before = try? Data(contentsOf: URL(fileURLWithPath: path))
        for verb in [["loans"], ["borrow", "1", "--member", "1", "--operation", "b"]] {
            let outcome = try circ.run(["--store", "sqlite:\(path)"] + verb)
            #expect(outcome.exit == 69)
            #expect(isOneLine(outcome), "\(outcome.errors)")
            #expect(outcome.output.isEmpty)
        }
        #expect(try circ("--store", "sqlite:\(path)", "init").exit == 73)
        #expect((try? Data(contentsOf: URL(fileURLWithPath: path))) == before)
    }

    @Test("A store of a newer release is refused and left as it is")
    func newer() throws {
        let circ = try Command.library()
        let file = circ.folder.appendingPathComponent("library.sqlite")
        var bytes = try Data(contentsOf: file)
        // The layout's version is the user version of the database, at offset 60 of its header.
        bytes.replaceSubrange(60..<64, with: [0, 0, 3, 231])
        try bytes.write(to: file)
        let outcome = try circ("borrow", "1", "--member", "1", "--operation", "b")
        #expect(outcome.exit == 69)
        #expect(outcome.errors.contains("newer"))
        #expect(isOneLine(outcome))
        #expect(try Data(contentsOf: file) == bytes)
    }

    @Test("A store that another process keeps locked is busy, and the command may be repeated")
    func locked() throws {
        let circ = try Command.library()
        let descriptor = open(circ.folder.appendingPathComponent("library.sqlite").path, O_RDWR)
        defer { close(descriptor) }
        // The bytes that SQLite locks to write: pending, reserved and shared.
        var lock = flock(l_type: Int16(F_WRLCK), l_whence: Int16(SEEK_SET), l_start: 0x4000_0000, l_len: 512, l_pid: 0)
        #expect(fcntl(descriptor, F_SETLK, &lock) == 0)
        let arguments = ["borrow", "1", "--member", "1", "--operation", "b1"]
        let busy = try circ.run(arguments)
        #expect(busy.exit == 75)
        #expect(isOneLine(busy), "\(busy.errors)")
        lock.l_type = Int16(F_UNLCK)
        #expect(fcntl(descriptor, F_SETLK, &lock) == 0)
        #expect(try circ.run(arguments).exit == 0)
    }

    @Test("A store that the account may only read is read, and not written")
    func readOnly() throws {
        let circ = try Command.library()
        let file = circ.folder.appendingPathComponent("library.sqlite").path
        chmod(file, 0o444)
        let before = try Data(contentsOf: URL(fileURLWithPath: file))
        let outcome = try circ.start(
            ["borrow", "1", "--member", "1", "--operation", "b"], prefix: circ.asNobody()
        ).outcome()
        #expect(outcome.exit == 69)
        #expect(isOneLine(outcome), "\(outcome.errors)")
        #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == before)
    }

    @Test("A store is not made in a directory that may not be written, nor where there can be no directory")
    func notWritable() throws {
        let circ = try Command()
        let prefix = circ.asNobody()
        let closed = circ.folder.appendingPathComponent("closed")
        try FileManager.default.createDirectory(at: closed, withIntermediateDirectories: false)
        try #require(chmod(closed.path, 0o555) == 0)
        let plain = circ.folder.appendingPathComponent("plain")
        try Data("text".utf8).write(to: plain)
        let trials = [
            (closed.path, "", "Permission denied"), (closed.path, "/new", "Permission denied"),
            (plain.path, "", "Not a directory"), ("/proc", "", "No such file or directory"),
        ]
        for (place, below, reason) in trials {
            for store in ["sqlite:\(place)\(below)/store", "file:\(place)\(below)/store"] {
                let outcome = try circ.start(["--store", store, "init", "--zone", "UTC"], prefix: prefix).outcome()
                #expect(outcome.exit == 73, "\(store)")
                #expect(isOneLine(outcome) && outcome.output.isEmpty)
                #expect(outcome.errors.contains(place) && outcome.errors.hasSuffix(": \(reason)\n"))
                #expect(outcome.errors.contains(#/(can|cannot) be made/#), "\(outcome.errors)")
            }
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: closed.path) == [])
        #expect(try Data(contentsOf: plain) == Data("text".utf8))
    }

    @Test(
        "A store on a network file system is not made, opened or imported into, unless that is forced",
        .enabled(if: geteuid() == 0, "only the superuser can show a process another list of mounts"),
        arguments: ["file:library", "sqlite:library"])
    func network(store: String) throws {
        let circ = try Command()
        // The numbers of mounts are other ones there.
        let shell = """
            sed 's/ - [^ ]* / - nfs4 /' /proc/self/mountinfo > mounts && mount --bind mounts /proc/$$/mountinfo && exec "$@"
            """
        let prefix = ["/usr/bin/unshare", "--mount", "/bin/sh", "-c", shell, "sh"]
        func run(_ words: String..., forced: Bool = false) throws -> Outcome {
            var environment = ["CIRC_STORE": store]
            if forced { environment["CIRC_NETWORK_STORE"] = "allow" }
            return try circ.start(words, environment: environment, prefix: prefix).outcome()
        }
        for (isMade, words) in [(false, ["init"]), (true, ["store", "info"])] {
            if isMade { #expect(try run("init", forced: true).exit == 0) }
            let refused = try circ.start(words, environment: ["CIRC_STORE": store], prefix: prefix).outcome()
            #expect(refused.exit == 69)
            #expect(refused.errors.contains("network file system (nfs4)"), "\(refused.errors)")
            #expect(refused.errors.contains("CIRC_NETWORK_STORE=allow"))
            #expect(isOneLine(refused))
        }
        #expect(try run("store", "backup", "elsewhere").exit == 69)
        #expect(try run("store", "backup", "elsewhere", forced: true).exit == 0)
    }
}
