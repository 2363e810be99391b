import Domain
import FileStore
import Foundation
import Glibc
import Ports

/// Measures the file store, as ratios in one run where there is something to compare with.
///
///     StoreBench DIRECTORY [OPERATIONS [single] [callers] [bulk] [reopening]]
///     StoreBench DIRECTORY returns DATABASE FIRST COUNT
@main
struct StoreBench {
    static func main() throws {
        let arguments = CommandLine.arguments
        guard arguments.count >= 2 else {
            print("usage: StoreBench DIRECTORY [OPERATIONS [single] [callers] [bulk] [reopening]]")
            exit(64)
        }
        #if SQLite
            if arguments.count == 6, arguments[2] == "returns" {
                return try ReturnsBench.run(
                    arguments[3], first: Int64(arguments[4]) ?? 1, count: Int64(arguments[5]) ?? 1)
            }
        #endif
        let shelf = Shelf(
            directory: arguments[1], operations: arguments.count > 2 ? Int(arguments[2]) ?? 1_000_000 : 1_000_000)
        try FileManager.default.createDirectory(atPath: arguments[1], withIntermediateDirectories: true)
        let parts = arguments.dropFirst(3)
        if parts.isEmpty || parts.contains("single") { try single(shelf) }
        if parts.isEmpty || parts.contains("callers") { try callers(shelf) }
        if parts.isEmpty || parts.contains("bulk") { try bulk(shelf) }
        if parts.isEmpty || parts.contains("reopening") { try reopening(shelf) }
    }

    /// One durable return after another, each followed by a bare append and sync of as many bytes.
    private static func single(_ shelf: Shelf) throws {
        let store = try shelf.make("single", loans: 4000)
        let file = open("\(shelf.directory)/append", O_WRONLY | O_CREAT | O_TRUNC | O_APPEND, 0o600)
        defer { close(file) }
        let bytes = [UInt8](repeating: 1, count: 200)
        var (returns, appends): ([Double], [Double]) = ([], [])
        for loan in 1...4000 {
            returns.append(try seconds { _ = try shelf.giveBack(store, loan) })
            appends.append(
                try seconds {
                    guard Glibc.write(file, bytes, bytes.count) == bytes.count, fdatasync(file) == 0 else {
                        throw StoreFailure(.inputOutput, "the bare file failed")
                    }
                })
        }
        let (mine, bare) = (median(returns), median(appends))
        print("one durable return: \(micro(mine)), bare append and sync: \(micro(bare)), ratio \(ratio(mine / bare))")
    }

    /// As many returns by one caller, and by sixteen at once.
    private static func callers(_ shelf: Shelf) throws {
        var rates: [Int: Double] = [:]
        for count in [1, 16, 1, 16] {
            let store = try shelf.make("callers", loans: 16_000)
            let each = count == 1 ? 2000 : 1000
            let time = seconds {
                let threads = (0..<count).map { caller in
                    Caller { for loan in 1...each { _ = try? shelf.giveBack(store, caller * 1000 + loan) } }
                }
                for thread in threads { thread.wait() }
            }
            rates[count] = max(rates[count] ?? 0, Double(count * each) / time)
        }
        let (one, sixteen) = (rates[1] ?? 1, rates[16] ?? 0)
        print("callers: 1 makes \(Int(one)) returns a second, 16 make \(Int(sixteen)), ratio \(ratio(sixteen / one))")
    }

    /// Returns in chunks of ten thousand, as an import makes them.
    private static func bulk(_ shelf: Shelf) throws {
        let loans = shelf.operations / 2
        let store = try shelf.make("bulk", loans: loans)
        let requests = try (1...loans).map { try shelf.request($0) }
        let rule = try ReturnRule(now: Shelf.now)
        let before = processorSeconds()
        let time = try seconds {
            var start = 0
            while start < loans {
                let chunk = Array(requests[start..<min(start + 10_000, loans)])
                _ = try store.commitReturns(chunk, under: rule)
                start += 10_000
            }
        }
        let busy = processorSeconds() - before
        print(
            "bulk: \(loans) returns in chunks of 10,000: \(Int(Double(loans) / time)) a second, "
                + "\(Int(Double(loans) / busy)) a second of processor time")
    }

    /// Opening the store that `bulk` left.
    private static func reopening(_ shelf: Shelf) throws {
        var times: [Double] = []
        var returns: [Double] = []
        var busy: [Double] = []
        for round in 0..<5 {
            var store: FileStore?
            let before = processorSeconds()
            defer { busy.append(processorSeconds() - before) }
            times.append(try seconds { store = try FileStore(directory: "\(shelf.directory)/bulk") })
            returns.append(try seconds { _ = try store.map { try shelf.giveBack($0, 1 + round, "again \(round)") } })
            if round == 0 { print("reopening: \(try store?.facts().operations ?? 0) operations,", terminator: " ") }
        }
        print(
            "first \(milli(times[0])), then \(milli(times.dropFirst().min() ?? 0)), of processor time "
                + "\(milli(busy.dropFirst().min() ?? 0)); a return then \(micro(median(returns)))")
    }
}

/// Makes libraries to measure with.
struct Shelf: Sendable {
    static let now = Moment(milliseconds: 1_790_000_000_000)
    let directory: String
    let operations: Int

    /// A store in which so many loans are open, on a tenth as many copies where that many were returned before.
    func make(_ name: String, loans: Int) throws -> FileStore {
        let path = "\(directory)/\(name)"
        try? FileManager.default.removeItem(atPath: path)
        _ = try FileStore.create(directory: path, zone: "Europe/Zurich", at: Self.now)
        var hasty: FileStore? = try FileStore(on: HastyDisk(SystemDisk(path)), directory: path)
        if let hasty { try fill(hasty, loans) }
        hasty = nil
        return try FileStore(directory: path)
    }

    private func fill(_ store: FileStore, _ loans: Int) throws {
        for number in 1...max(1, loans / 5) {
            _ = try store.addBook(BookDetails(title: "Book \(number)"), at: Self.now)
        }
        let members = max(1, loans / 20)
        for number in 1...members {
            _ = try store.addMember(MemberDetails(card: "M\(number)", name: "Member \(number)"), at: Self.now)
        }
        let rule = BorrowRule(now: Self.now.advanced(by: -86_400_000), firstDay: LibraryDay(stored: 20_717))
        for number in 1...loans {
            let barcode = try Barcode(String(1_000_000_000_000 + number * 7919 % 10_000_019))
            _ = try store.addCopy(Copy(barcode: barcode, book: BookID(stored: Int64(1 + number % max(1, loans / 5)))))
            let key = OperationKey(
                scope: try .staff("desk"), id: try OperationID("\(0x1A0_0000_0000 + number)-borrow-0123"))
            let request = try BorrowRequest(
                key: key, item: .copy(barcode), member: MemberID(stored: Int64(1 + number % members)))
            guard case .done = try store.commitBorrow(request, under: rule) else {
                throw StoreFailure(.inputOutput, "the store to measure cannot be made")
            }
        }
    }

    func request(_ loan: Int, _ mark: String = "return") throws -> ReturnRequest {
        let id = try OperationID("\(0x1A1_0000_0000 + loan)-\(mark)-0123")
        return ReturnRequest(
            key: OperationKey(scope: try .staff("desk"), id: id), item: .loan(LoanID(stored: Int64(loan))))
    }

    func giveBack(_ store: FileStore, _ loan: Int, _ mark: String = "return") throws -> [ReturnDecision] {
        try store.commitReturns([request(loan, mark)], under: ReturnRule(now: Self.now))
    }
}

/// A disk that syncs nothing, to make a store quickly.
private final class HastyDisk: Disk {
    private let disk: SystemDisk

    init(_ disk: SystemDisk) { self.disk = disk }

    func sync(_ file: Int32) throws(DiskError) {}
    func syncNames() throws(DiskError) {}
    func open(_ name: String, _ way: OpenWay) throws(DiskError) -> Int32 { try disk.open(name, way) }
    func close(_ file: Int32) { disk.close(file) }
    func size(of file: Int32) throws(DiskError) -> Int { try disk.size(of: file) }
    func read(
        _ file: Int32, into buffer: UnsafeMutableRawBufferPointer, at offset: Int
    ) throws(DiskError) -> Int { try disk.read(file, into: buffer, at: offset) }
    func write(_ file: Int32, _ bytes: UnsafeRawBufferPointer, at offset: Int) throws(DiskError) -> Int {
        try disk.write(file, bytes, at: offset)
    }
    func truncate(_ file: Int32, to size: Int) throws(DiskError) { try disk.truncate(file, to: size) }
    func rename(_ old: String, to new: String) throws(DiskError) { try disk.rename(old, to: new) }
    func remove(_ name: String) throws(DiskError) { try disk.remove(name) }
    func names() throws(DiskError) -> [String] { try disk.names() }
    func lock(_ file: Int32) throws(DiskError) -> Bool { try disk.lock(file) }
    func pause(milliseconds: Int) { disk.pause(milliseconds: milliseconds) }
}

/// A thread that makes calls.
private final class Caller: Sendable {
    private let done = DispatchSemaphore(value: 0)

    init(_ work: @escaping @Sendable () -> Void) {
        Thread.detachNewThread { [done] in
            work()
            done.signal()
        }
    }

    func wait() { done.wait() }
}

private func seconds(_ body: () throws -> Void) rethrows -> Double {
    let start = ContinuousClock.now
    try body()
    let (seconds, attoseconds) = (ContinuousClock.now - start).components
    return Double(seconds) + Double(attoseconds) / 1e18
}

/// What the process has used of all processors.
private func processorSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

private func median(_ times: [Double]) -> Double { times.sorted()[times.count / 2] }
private func micro(_ seconds: Double) -> String { "\(Int(seconds * 1e6)) µs" }
private func milli(_ seconds: Double) -> String { "\(Int(seconds * 1e3)) ms" }
private func ratio(_ value: Double) -> String { "\((value * 100).rounded() / 100)" }
