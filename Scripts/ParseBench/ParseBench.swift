import Foundation
import ReturnFiles
import UseCases

/// Measures how fast files become lines, format by format: the best of five readings each.
///
///     ParseBench DIRECTORY [LINES]
@main
struct ParseBench {
    static func main() throws {
        let arguments = CommandLine.arguments
        guard arguments.count >= 2 else {
            print("usage: ParseBench DIRECTORY [LINES]")
            exit(64)
        }
        let lines = arguments.count > 2 ? Int(arguments[2]) ?? 1_000_000 : 1_000_000
        try FileManager.default.createDirectory(atPath: arguments[1], withIntermediateDirectories: true)
        for sample in Sample.all { try measure(sample, in: arguments[1], lines) }
    }

    private static func measure(_ sample: Sample, in directory: String, _ lines: Int) throws {
        let path = "\(directory)/returns"
        let text = sample.text(lines)
        guard FileManager.default.createFile(atPath: path, contents: Data(text.utf8)) else {
            throw CocoaError(.fileWriteUnknown)
        }
        var settings = ReadingSettings()
        settings.returnedAt = WrittenTime("2026-07-22 18:00")
        var best = Duration.seconds(1000)
        for _ in 0..<5 {
            var file = try ReturnFile(InputFile(path), index: 0, settings: settings)
            var (read, count): ([ReturnLine], Int) = ([], 0)
            let began = ContinuousClock.now
            repeat {
                read.removeAll(keepingCapacity: true)
                try file.read(into: &read, upTo: 50_000)
                count += read.count
            } while !read.isEmpty
            best = min(best, ContinuousClock.now - began)
            guard count == lines else { fatalError("\(sample.name): \(count) lines were read, not \(lines)") }
        }
        let (whole, part) = best.components
        let seconds = Double(whole) + Double(part) / 1e18
        let megabytes = Int(Double(text.utf8.count) / 1e6 / seconds)
        print("\(sample.name): \(megabytes) MB/s, \(Int(Double(lines) / seconds)) lines a second")
    }
}
