import Foundation
import Glibc
import Testing

/// A terminal of 60 columns, as a person would have it, and all that is written to it.
private final class Terminal {
    let slave: FileHandle
    private let master: Int32

    init() throws {
        // The C library's functions for this are not in Swift's module of it; these are the requests beneath them.
        let (unlock, askNumber): (UInt, UInt) = (0x4004_5431, 0x8004_5430)
        var (locked, number): (Int32, Int32) = (0, -1)
        var size = winsize(ws_row: 24, ws_col: 60, ws_xpixel: 0, ws_ypixel: 0)
        master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        guard master >= 0, ioctl(master, unlock, &locked) == 0, ioctl(master, askNumber, &number) == 0,
            case let descriptor = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY | O_CLOEXEC), descriptor >= 0,
            ioctl(descriptor, UInt(TIOCSWINSZ), &size) == 0
        else { throw CocoaError(.fileNoSuchFile) }
        slave = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    }

    deinit {
        close(master)
    }

    /// What was written so far; it is little enough to lie in the terminal's buffer.
    func text() -> String {
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        let count = read(master, &bytes, bytes.count)
        return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    }
}

@Suite("Output goes where it is read")
struct OutputTests {
    @Test("A listing whose reader has gone ends quietly")
    func closedPipe() throws {
        let circ = try Command.library()
        let pipe = Pipe()
        try pipe.fileHandleForReading.close()
        let outcome = try circ.start(["book", "list"], output: pipe.fileHandleForWriting).outcome()
        #expect(outcome.exit == 0)
        #expect(outcome.errors.isEmpty)
    }

    @Test("Output that cannot be written is a failure of the command")
    func fullDisk() throws {
        let circ = try Command.library()
        let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
        let outcome = try circ.start(["book", "list"], output: full).outcome()
        #expect(outcome.exit == 74)
        #expect(outcome.errors.hasPrefix("circ: cannot write the output: No space left on device"))
    }

    @Test("A person's terminal shows headings in bold and tables that fit; NO_COLOR and pipes show plain text")
    func terminal() throws {
        let circ = try Command.library()
        let title = String(repeating: "A long title. ", count: 10)
        #expect(try circ("book", "add", title).exit == 0)
        let painted = try shown(circ, ["TERM": "xterm"])
        #expect(painted.contains("\u{1B}[1mTITLE\u{1B}[0m"))
        #expect(painted.contains("…"))
        #expect(!painted.contains(title))
        let plain = try shown(circ, ["TERM": "xterm", "NO_COLOR": "1"])
        #expect(!plain.contains("\u{1B}"))
        #expect(plain.split(whereSeparator: \.isNewline).allSatisfy { $0.count <= 60 })
        let piped = try circ("book", "list")
        #expect(!piped.output.contains("\u{1B}"))
        #expect(piped.output.contains(title.trimmingCharacters(in: .whitespaces)))
    }

    private func shown(_ circ: Command, _ environment: [String: String]) throws -> String {
        let terminal = try Terminal()
        let outcome = try circ.start(["book", "list"], environment: environment, output: terminal.slave).outcome()
        #expect(outcome.exit == 0)
        return terminal.text()
    }

    @Test("An argument that is not UTF-8 is refused, never repaired")
    func invalidArgument() throws {
        let circ = try Command.library()
        // A shell makes the bytes, because a process that Foundation starts has arguments of text alone.
        let script = "exec \"$0\" copy show \"$(printf 'c\\377')\""
        let outcome = try circ.start([], prefix: ["/bin/sh", "-c", script]).outcome()
        #expect(outcome.exit == 64)
        #expect(outcome.errors == "circ: argument 3 is not UTF-8 text; set the terminal to UTF-8\n")
    }

    @Test("The technical cause of a failure is told only to those who ask")
    func verbose() throws {
        let circ = try Command()
        try "just some text, of more than a header's length".write(
            to: circ.folder.appendingPathComponent("library.sqlite"), atomically: true, encoding: .utf8)
        #expect(try !circ("loans").errors.contains("cause:"))
        #expect(try circ("loans", "--verbose").errors.contains("\ncirc: cause: "))
    }
}
