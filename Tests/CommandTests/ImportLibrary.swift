import Foundation
import Testing

/// A small library in a folder of its own, worked with through the two commands as a person does.
final class ImportLibrary {
    /// What a command said and how it ended.
    struct Answer {
        let code: Int32
        let output: String
        let errors: String

        /// The documents that `--json` printed, or that a report holds.
        var documents: [[String: Any]] { ImportLibrary.documents(output) }
        /// The counts of a summary document.
        var verdicts: [String: Int]? { documents.last?["verdicts"] as? [String: Int] }
        /// A number of a summary document.
        func count(_ name: String) -> Int? { documents.last?[name] as? Int }
    }

    let folder: URL
    var store: URL { folder.appending(path: "library.sqlite") }

    /// A library in Zurich with one book and one member.
    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "circ-import-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try done("init", "--zone", "Europe/Zurich")
        try done("book", "add", "Invented tales")
        try done("member", "add", "Ada Example", "--card", "C1")
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    /// Adds a copy, and lends it if a time is given.
    func add(_ barcode: String, lentAt time: String? = nil, branch: String? = nil) throws {
        try done(["copy", "add", barcode, "--book", "1"] + (branch.map { ["--branch", $0] } ?? []))
        if let time { try done("borrow", "--copy", barcode, "--member", "1", "--at", time) }
    }

    /// Writes a file and gives its path.
    @discardableResult
    func file(_ name: String, _ content: some Sequence<UInt8>) throws -> String {
        let url = folder.appending(path: name)
        try Data(content).write(to: url)
        return url.path
    }

    /// Writes a CSV file with these lines under the header `barcode,returned_at`.
    func csv(_ name: String, _ rows: [String]) throws -> String {
        try file(name, (["barcode,returned_at"] + rows + [""]).joined(separator: "\n").utf8)
    }

    /// Imports files of the source `drop`.
    func importing(_ arguments: String..., input: String? = nil) throws -> Answer {
        try run("circ-import", ["--source", "drop"] + arguments, input: input)
    }

    /// Runs `circ`, which must end well.
    @discardableResult
    func done(_ arguments: String...) throws -> Answer { try done(arguments) }

    @discardableResult
    private func done(_ arguments: [String]) throws -> Answer {
        let answer = try run("circ", arguments)
        try #require(answer.code == 0, "\(arguments): \(answer.errors)")
        return answer
    }

    /// Runs a command on the library's store.
    func run(_ program: String, _ arguments: [String], input: String? = nil) throws -> Answer {
        let process = try start(program, arguments, input: input)
        process.waitUntilExit()
        return try answer(of: process)
    }

    /// Starts a command on the library's store, its output going to files.
    func start(_ program: String, _ arguments: [String], input: String? = nil) throws -> Process {
        try start(Command.products.appending(path: program), arguments, input: input)
    }

    /// Starts shell commands that find the arguments from `$1` on, and run in the folder.
    func start(shell: String, _ arguments: [String]) throws -> Process {
        try start(URL(filePath: "/bin/bash"), ["-c", shell, "bash"] + arguments, input: nil)
    }

    private func start(_ program: URL, _ arguments: [String], input: String?) throws -> Process {
        let process = Process()
        process.executableURL = program
        process.arguments = arguments
        process.currentDirectoryURL = folder
        process.environment = [
            "CIRC_STORE": "sqlite:\(store.path)", "TMPDIR": folder.path, "TZ": "Pacific/Auckland",
            "PATH": "/usr/bin:/bin",
        ]
        if let input { try file("input", input.utf8) } else { try file("input", []) }
        process.standardInput = try FileHandle(forReadingFrom: folder.appending(path: "input"))
        try file("output", [])
        try file("errors", [])
        process.standardOutput = try FileHandle(forWritingTo: folder.appending(path: "output"))
        process.standardError = try FileHandle(forWritingTo: folder.appending(path: "errors"))
        // The threads that tests run on block signals, and a child would inherit that.
        var (none, before) = (sigset_t(), sigset_t())
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        try process.run()
        return process
    }

    /// What an ended command said.
    func answer(of process: Process) throws -> Answer {
        Answer(code: process.terminationStatus, output: try text("output"), errors: try text("errors"))
    }

    /// The text of a file in the folder.
    func text(_ name: String) throws -> String {
        String(decoding: try Data(contentsOf: folder.appending(path: name)), as: UTF8.self)
    }

    /// The lines of a report.
    func report(_ name: String) throws -> [[String: Any]] {
        Self.documents(try text(name)).filter { $0["kind"] as? String == "importLine" }
    }

    /// The open loans' copies.
    func openCopies() throws -> Set<String> {
        Set(try done("loans", "--open", "--json").documents.compactMap { $0["copy"] as? String })
    }

    private static func documents(_ text: String) -> [[String: Any]] {
        text.split(separator: "\n").compactMap {
            try? JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
        }
    }
}

extension ImportLibrary {
    /// Starts an import that cannot commit until a lock is released, and waits until it has checked its files.
    func startWaiting(_ arguments: [String]) throws -> (process: Process, lock: WriteLock) {
        let lock = try WriteLock(on: store.path)
        let process = try start("circ-import", ["--source", "drop"] + arguments)
        let bytes = arguments.reduce(0) { sum, path in
            sum + ((try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int) ?? 0)
        }
        while process.isRunning, !Self.waits(process.processIdentifier, havingRead: bytes) { usleep(1000) }
        return (process, lock)
    }

    /// Whether a process waits for something after it has read so many bytes, as the system sees it.
    private static func waits(_ process: Int32, havingRead bytes: Int) -> Bool {
        guard let counts = try? String(contentsOfFile: "/proc/\(process)/io", encoding: .utf8),
            let line = counts.split(separator: "\n").first(where: { $0.hasPrefix("rchar:") }),
            let read = Int(line.dropFirst(7)), read >= bytes,
            let status = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
        else { return false }
        return status.contains("\nState:\tS")
    }

    /// Whether a process has its own handler for interrupts, as the system sees it.
    static func catchesInterrupts(_ process: Int32) -> Bool {
        guard let status = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8),
            let line = status.split(separator: "\n").first(where: { $0.hasPrefix("SigCgt:") }),
            let mask = UInt64(line.dropFirst(7).trimmingCharacters(in: .whitespaces), radix: 16)
        else { return false }
        return mask & 1 << (UInt64(SIGINT) - 1) != 0
    }
}

/// SQLite's own lock of one who writes, taken as another process takes it: others read, and wait to write.
final class WriteLock {
    private let descriptor: Int32

    init(on path: String) throws {
        descriptor = open(path, O_RDWR)
        var lock = flock()
        lock.l_type = Int16(F_WRLCK)
        lock.l_whence = Int16(SEEK_SET)
        lock.l_start = 0x4000_0001
        lock.l_len = 1
        try #require(fcntl(descriptor, F_SETLK, &lock) == 0)
    }

    deinit {
        close(descriptor)
    }

    /// Closing a descriptor of the file gives up the process's locks on it.
    func release() {
        close(dup(descriptor))
    }
}
