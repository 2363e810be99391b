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
}
