import Bootstrap
import Console
import Domain
import ReturnFiles
import UseCases

/// What was asked for on the command line, checked as far as that goes without files and store.
struct ImportPlan {
    private static let longestOffset = 366 * 86_400

    let source: String
    let principal: Principal
    let location: StoreLocation
    let files: [String]
    let format: String?
    let reading: ReadingSettings
    let zone: String?
    let clockOffset: Int64
    let tolerance: Int64
    let ambiguity: ReconcileReturns.Ambiguity?
    let report: String?
    let isRehearsal: Bool
    /// Whether the store is taken from all others; no rehearsal does that.
    let isExclusive: Bool
    let showsProgress: Bool
    let isJSON: Bool

    init(_ stated: Arguments) throws(CommandFailure) {
        source = stated.value(ImportCommand.source.name) ?? ""
        files = stated.operands(ImportCommand.files.name)
        if files.count > MergedReturns.mostFiles {
            throw CommandFailure(
                UsageError(
                    "at most \(MergedReturns.mostFiles) files are imported at once; name fewer, and then the others"))
        }
        if files.count(where: { $0 == InputFile.standardInput }) > 1 {
            throw CommandFailure(UsageError("standard input, -, can be read only once; name it once"))
        }
        let formatName = try Self.choice(ImportCommand.format, of: ["auto"] + KnownFormats.names, stated)
        format = formatName == "auto" ? nil : formatName
        ambiguity = try Self.choice(ImportCommand.ambiguous, of: ["earlier", "later"], stated)
            .flatMap(ReconcileReturns.Ambiguity.init(rawValue:))
        showsProgress = try Self.choice(ImportCommand.progress, of: ["auto", "never"], stated) != "never"
        zone = stated.value(ImportCommand.zone.name)
        report = stated.value(ImportCommand.report.name)
        if report?.isEmpty == true { throw CommandFailure(UsageError("--report takes the name of a file, and not ''")) }
        if report == InputFile.standardInput {
            throw CommandFailure(
                UsageError("--report takes the name of a file; --json writes to standard output"))
        }
        isRehearsal = stated.flag(ImportCommand.dryRun.name)
        isExclusive = stated.flag(ImportCommand.exclusive.name)
        if isExclusive, isRehearsal {
            throw CommandFailure(
                UsageError("--exclusive takes the store for itself, and --dry-run touches none; leave one"))
        }
        isJSON = stated.flag(Option.json.name)
        reading = try Self.reading(stated)
        let scope: OperationScope
        do throws(InvalidRequest) {
            scope = try .source(source)
            let longest = Self.longestOffset
            let seconds = try Self.number(ImportCommand.clockOffset, -longest...longest, as: .clockOffset, stated)
            clockOffset = Int64(seconds ?? 0) * 1000
            let most = Int(ReturnRule.maximumTolerance / 60_000)
            let minutes = try Self.number(ImportCommand.clockTolerance, 0...most, as: .tolerance, stated)
            tolerance = minutes.map { Int64($0) * 60_000 } ?? ReturnRule.defaultTolerance
        } catch { throw CommandFailure(error) }
        do {
            principal = try Account.importing(in: scope)
            location = try StoreLocation.chosen(option: stated.value(Option.store.name))
            try location.requireLasting()
        } catch { throw CommandFailure(StorageTrouble(error)) }
    }

    private static func reading(_ stated: Arguments) throws(CommandFailure) -> ReadingSettings {
        var settings = ReadingSettings()
        if let text = stated.value(ImportCommand.returnedAt.name) {
            guard let time = WrittenTime(text) else { throw CommandFailure(InvalidRequest(.happenedAt, .malformed)) }
            settings.returnedAt = time
        }
        for text in stated.all(ImportCommand.map.name) {
            let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2, let column = CSVColumn(rawValue: parts[0]) else {
                let names = CSVColumn.allCases.map(\.rawValue).joined(separator: ", ")
                throw CommandFailure(
                    UsageError("--map takes COLUMN=HEADER, and not '\(text)'; the columns are \(names)"))
            }
            guard settings.columnNames.updateValue(parts[1], forKey: column) == nil else {
                throw CommandFailure(UsageError("--map names the column \(column.rawValue) twice; leave one"))
            }
            let isSame = { (other: String) in other.lowercased() == parts[1].lowercased() }
            let columns = CSVColumn.allCases.filter { settings.columnNames[$0].map(isSame) == true }.map(\.rawValue)
            guard columns.count == 1 else {
                throw CommandFailure(
                    UsageError(
                        "--map gives the header \(parts[1]) to the columns \(columns.joined(separator: " and ")); leave one"
                    ))
            }
        }
        settings.keepsOtherColumns = stated.value(ImportCommand.report.name) != nil || stated.flag(Option.json.name)
        settings.keepsWrittenTimes = settings.keepsOtherColumns
        return settings
    }

    /// Refuses options that no file has a use for, once the formats of all are known.
    func requireUse(in files: [ReturnFile]) throws(CommandFailure) {
        if !reading.columnNames.isEmpty, !files.contains(where: \.hasNamedColumns) {
            throw CommandFailure(UsageError("--map names the columns of a CSV file, and no file is one; leave it out"))
        }
        if reading.returnedAt != nil, !files.contains(where: \.takesGivenTime) {
            throw CommandFailure(
                UsageError(
                    "--returned-at is for lines that state no time, and those of these files all do; leave it out"))
        }
    }

    /// The value of an option, which must be one of a few.
    private static func choice(
        _ option: Option, of choices: [String], _ stated: Arguments
    ) throws(CommandFailure) -> String? {
        guard let value = stated.value(option.name) else { return nil }
        guard choices.contains(value) else {
            throw CommandFailure(
                UsageError("\(option.name) takes one of \(choices.joined(separator: ", ")), and not '\(value)'"))
        }
        return value
    }

    /// The whole number in an option.
    private static func number(
        _ option: Option, _ range: ClosedRange<Int>, as field: InvalidRequest.Field, _ stated: Arguments
    ) throws(InvalidRequest) -> Int? {
        guard let text = stated.value(option.name) else { return nil }
        guard let number = Int(text), range.contains(number) else {
            throw InvalidRequest(field, .outOfRange(lowest: range.lowerBound, highest: range.upperBound))
        }
        return number
    }
}
