import Foundation
import ReturnFiles
import Testing
import UseCases

private let lines = ProcessInfo.processInfo.environment["CIRC_PARSE_LINES"].flatMap(Int.init) ?? 0

/// How fast files become lines.
///
/// It is run by hand, as its figures mean something only in a release build on a quiet machine:
/// `CIRC_PARSE_LINES=1000000 swift test -c release -Xswiftc -enable-testing --filter ParseSpeedTests`
@Suite("Speed of reading", .serialized, .enabled(if: lines > 0, "CIRC_PARSE_LINES states how many lines"))
struct ParseSpeedTests {
    /// A kind of file: its first line, and one of its lines for a time of the day and a barcode.
    struct Kind: CustomTestStringConvertible, Sendable {
        let testDescription: String
        var header = ""
        let row: @Sendable (_ number: Int, _ time: String, _ barcode: Int) -> String
    }

    static let kinds = [
        Kind(testDescription: "CSV with operations", header: "operation_id,loan_id,returned_at\n") {
            number, time, code in
            "019ed743b951-\(code)\(number + 1_000_000),\(code % 1_000_000 + 1),2026-06-17T\(time).337Z\n"
        },
        Kind(testDescription: "CSV with barcodes", header: "barcode,returned_at,branch\n") { _, time, code in
            "00\(code),2026-06-17 \(time),Main\n"
        },
        Kind(testDescription: ".koc", header: "Version=1.0\tGenerator=kocDesktop\tGeneratorVersion=2.4.0\n") {
            "2026-06-17 \($1.replacing(":", with: "-")) \($0 % 900 + 100)\treturn\t00\($2)\n"
        },
        Kind(testDescription: "Evergreen") { number, _, code in
            "{\"timestamp\":\(1_784_715_362 + number),\"type\":\"checkin\",\"delta\":0,\"barcode\":\"00\(code)\"}\n"
        },
        Kind(testDescription: "SIP2") { _, time, code in
            "09N20260617    10160220260617    \(time.replacing(":", with: ""))APBookdrop|AOMAIN|AB00\(code)|AC|\n"
        },
        Kind(testDescription: "Sierra") { _, time, code in
            "i:260617\(time.prefix(5).replacing(":", with: "")):b00\(code):::15\n"
        },
        Kind(testDescription: "Alma") { _, time, code in
            "20260617\(time.prefix(5).replacing(":", with: ""))R00\(code)\(String(repeating: " ", count: 67))\r\n"
        },
        Kind(testDescription: "list") { _, _, code in "00\(code)\n" },
    ]

    @Test("Megabytes a second, the best of five", arguments: kinds)
    func speed(kind: Kind) throws {
        var text = kind.header
        for number in 0..<lines {
            let clock = [number / 3600 % 24, number / 60 % 60, number % 60].map { "\($0 + 100)".dropFirst() }
            text += kind.row(number, clock.joined(separator: ":"), 31_000_000_000 + number * 7919 % 1_000_000_000)
        }
        let file = try TemporaryFile(text)
        var settings = ReadingSettings()
        settings.returnedAt = WrittenTime("2026-07-22 18:00")
        var best = Duration.seconds(1000)
        for _ in 0..<5 {
            var reading = try ReturnFile(InputFile(file.path), index: 0, settings: settings)
            var (read, count): ([ReturnLine], Int) = ([], 0)
            let began = ContinuousClock.now
            repeat {
                read.removeAll(keepingCapacity: true)
                try reading.read(into: &read, upTo: 50_000)
                count += read.count
            } while !read.isEmpty
            best = min(best, ContinuousClock.now - began)
            #expect(count == lines)
        }
        let seconds = Double(best.components.seconds) + Double(best.components.attoseconds) / 1e18
        print("\(kind.testDescription): \(Int(Double(text.utf8.count) / 1e6 / seconds)) MB/s, ", terminator: "")
        print("\(Int(Double(lines) / seconds)) lines/s")
    }
}
