import Domain
import Foundation
import ReturnFiles
import UseCases

/// Reads a file to its end, in chunks.
func read(
    _ path: String, index: Int = 0, format: String? = nil, settings: ReadingSettings = ReadingSettings(), chunk: Int = 7
) throws(InputFailure) -> (file: ReturnFile, lines: [ReturnLine]) {
    var file = try ReturnFile(InputFile(path), index: index, format: format, settings: settings)
    var lines: [ReturnLine] = []
    var count = -1
    while lines.count > count {
        count = lines.count
        try file.read(into: &lines, upTo: count + chunk)
    }
    return (file, lines)
}

/// What a line says, as golden files and failures show it.
func described(_ line: ReturnLine) -> String {
    let others = line.others.map { " [\($0.name): \($0.text)]" }.joined()
    switch line.content {
    case .malformed(let reason): return "\(line.number) malformed: \(reason)"
    case .unsupported(let action, let loan):
        let terms = loan.map { loan in
            let card = loan.card.map { " to \($0)" } ?? ""
            return " of \(loan.copy)\(card) at \(described(loan.time)) as \(loan.operation)"
        }
        return "\(line.number) unsupported: \(action)\(terms ?? "")\(others)"
    case .returned(let stated):
        let item =
            switch stated.item {
            case .copy(let copy): "copy \(copy)"
            case .loan(let loan): "loan \(loan)"
            }
        let branch = stated.branch.map { " branch \($0)" } ?? ""
        return "\(line.number) \(item) at \(described(stated.time))\(branch) as \(stated.operation)\(others)"
    }
}

private func described(_ time: TimeStatement) -> String {
    switch time {
    case .instant(let moment, let resolution):
        "\(utc(moment)) for \(resolution) ms"
    case .local(let local, let resolution): "\(local) for \(resolution) ms"
    case .date(let day, let scan): "\(day)\(scan.map { " until \(utc($0))" } ?? "")"
    case .picked(let moment, let scan): "the day from \(utc(moment)) until \(utc(scan))"
    }
}

private func utc(_ moment: Moment) -> String {
    "\(LocalTime(at: moment, offset: 0).map(String.init(describing:)) ?? "?") UTC"
}

/// A file with some content, in a folder of its own that goes away with it.
final class TemporaryFile {
    let path: String
    private let folder: URL

    init(_ content: some Sequence<UInt8>, name: String = "returns") throws {
        folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        path = folder.appending(path: name).path
        try Data(content).write(to: URL(filePath: path))
    }

    convenience init(_ text: String) throws {
        try self.init(Array(text.utf8))
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    /// Appends to the file.
    func append(_ text: String) throws {
        let handle = try FileHandle(forWritingTo: URL(filePath: path))
        try handle.seekToEnd()
        try handle.write(contentsOf: Data(text.utf8))
        try handle.close()
    }
}
