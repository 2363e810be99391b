import Domain
import Foundation
import ReturnFiles
import Testing
import UseCases

@Suite("Several files")
struct MergedReturnsTests {
    private static let start: Int64 = 1_784_700_000_000

    private static func moment(of time: TimeStatement) -> Moment? {
        guard case .instant(let moment, _) = time else { return nil }
        return moment
    }

    /// A file's rows: seconds since the start, now and then back in time, and some rows that state none.
    private static func seconds(_ random: inout some RandomNumberGenerator) -> [Int64?] {
        var second = Int64.random(in: 0..<50, using: &random)
        return (0..<Int.random(in: 0..<2500, using: &random)).map { _ in
            second += Int64.random(in: -1...4, using: &random)
            return Int.random(in: 0..<20, using: &random) == 0 ? nil : second
        }
    }

    private static func row(_ second: Int64?) -> String {
        let time = second.map { Date(timeIntervalSince1970: Double(start / 1000 + $0)).formatted(.iso8601) }
        return "B1,\(time ?? "some day")\n"
    }

    /// Which line comes next, looked for among all files each time.
    private static func model(_ files: [[Int64?]]) -> [String] {
        var places = files.map { _ in 0 }
        var times: [Int64] = files.map { ($0.first ?? nil) ?? Int64.min }
        var merged: [String] = []
        while let next = files.indices.filter({ places[$0] < files[$0].count }).min(by: { times[$0] < times[$1] }) {
            // The header is the first line.
            merged.append("\(next):\(places[next] + 2)")
            places[next] += 1
            if places[next] < files[next].count, let time = files[next][places[next]] { times[next] = time }
        }
        return merged
    }

    private static func merged(_ files: [(name: String, text: String)], chunk: Int = 2) throws -> [ReturnLine] {
        let kept = try files.map { try TemporaryFile($0.text) }
        let opened = try files.indices.map {
            try ReturnFile(
                InputFile(kept[$0].path), index: $0, format: files[$0].name, settings: ReadingSettings())
        }
        func moment(_ time: TimeStatement) -> Moment? {
            if case .local(let local, _) = time { local.moment(offset: 0) } else { nil }
        }
        var returns = MergedReturns(
            opened, moment: moment, lateEnd: { moment($0)?.advanced(by: 5 * 60_000) })
        var lines: [ReturnLine] = []
        while true {
            let more = try returns.next(upTo: chunk)
            if more.isEmpty { return lines }
            lines += more
        }
    }

    // Koha 8220
    @Test("Loans that are listed stand in the order of their times among the lines of all files")
    func loansInOrder() throws {
        let koc = "Version=1.0\tGenerator=x\n"
        let lines = try Self.merged([
            ("koc", koc + "2026-07-22 10-00-00 000\treturn\tA\n2026-07-22 16-00-00 000\tissue\tC1\tA\n"),
            ("koc", koc + "2026-07-22 14-00-00 000\tissue\tC1\tB\n2026-07-22 15-00-00 000\tissue\tC2\tB\n"),
            ("sip2", "11YN20260722    14300020260801    235900AOm|AAC3|ABD|AC|\n"),
        ])
        #expect(lines.map { "\($0.file):\($0.number)" } == ["0:2", "1:2", "2:1", "1:3", "0:3"])
    }

    @Test("A return knows the last loan of its copy that lines before it state, in whatever file")
    func lastLent() throws {
        let koc = "Version=1.0\tGenerator=x\n"
        let lines = try Self.merged([
            (
                "koc",
                koc + "2026-07-22 09-00-00 000\treturn\tA\n2026-07-22 10-00-00 000\tissue\tC1\tA\n"
                    + "2026-07-22 13-00-00 000\tissue\tC1\tA\n2026-07-22 15-00-00 000\treturn\tA\n"
            ),
            ("csv", "barcode,returned_at\nA,2026-07-22 12:00\nB,2026-07-22 14:00\n"),
        ])
        #expect(Self.lent(lines) == ["0:2 -", "1:2 2026-07-22 10:00", "1:3 -", "0:5 2026-07-22 13:00"])
    }

    /// When the copy of each return was lent last, as far as the lines say.
    private static func lent(_ lines: [ReturnLine]) -> [String] {
        lines.compactMap { line in
            guard case .returned(let stated) = line.content else { return nil }
            let time = stated.lastLent.flatMap { LocalTime(at: $0, offset: 0) }
            return "\(line.file):\(line.number) \(time.map { "\($0)" } ?? "-")"
        }
    }

    // (model) drop 90 s slow or fast
    @Test(
        "A return knows a loan that another file states so little later that its clock may be wrong",
        arguments: [1, 7, 9000])
    func lentLater(chunk: Int) throws {
        let koc = "Version=1.0\tGenerator=x\n"
        let others = (0..<3000).map { "2026-07-22 08-00-00 000\treturn\tX\($0)\n" }.joined()
        let lines = try Self.merged(
            [
                (
                    "koc",
                    koc + others + "2026-07-22 10-00-00 000\tissue\tC1\tA\n2026-07-22 10-01-00 000\tissue\tC1\tB\n"
                        + "2026-07-22 10-01-00 000\treturn\tC\n2026-07-22 10-02-00 000\tissue\tC1\tC\n"
                ),
                (
                    "koc",
                    koc + "2026-07-22 09-54-00 000\treturn\tA\n2026-07-22 09-55-00 000\treturn\tA\n"
                        + "2026-07-22 09-58-00 000\treturn\tB\n2026-07-22 10-00-30 000\treturn\tA\n"
                ),
            ], chunk: chunk)
        #expect(
            Self.lent(lines).suffix(5) == [
                "1:2 -", "1:3 2026-07-22 10:00", "1:4 2026-07-22 10:01", "1:5 2026-07-22 10:00", "0:3004 -",
            ])
    }

    // Koha 8220
    @Test("They are merged by time, then by their order, and each keeps the order of its lines", arguments: [2, 3, 40])
    func merged(count: Int) throws {
        let seed = ProcessInfo.processInfo.environment["CIRC_SEED"].flatMap(UInt64.init) ?? .random(in: .min ... .max)
        print("CIRC_SEED=\(seed)")
        var random = Seeded(state: seed)
        let rows = (0..<count).map { _ in Self.seconds(&random) }
        let files = try rows.map { try TemporaryFile("barcode,returned_at\n" + $0.map(Self.row).joined()) }
        let opened = try files.enumerated().map {
            try ReturnFile(InputFile($1.path), index: $0, format: "csv", settings: ReadingSettings())
        }
        var returns = MergedReturns(opened, moment: Self.moment, lateEnd: Self.moment)
        var lines: [ReturnLine] = []
        while true {
            let more = try returns.next(upTo: .random(in: 1...3000, using: &random))
            if more.isEmpty { break }
            lines += more
        }
        #expect(lines.map { "\($0.file):\($0.number)" } == Self.model(rows), "CIRC_SEED=\(seed)")
    }
}
