public import Domain
public import Ports

/// The runs of imports, and the lines that they asked about, as bytes.
extension ByteWriter {
    /// A run.
    public mutating func importRun(_ run: RecordedRun) {
        signed(run.id.value)
        text(run.scope.description)
        count(run.files.count)
        for file in run.files { text(file) }
        moment(run.startedAt)
        moment(run.endedAt)
        byte(UInt8(run.state.rawValue))
        let counts = run.counts
        for number in [counts.lines, counts.attention, counts.settledByPerson, counts.replayed, counts.duplicates] {
            count(number)
        }
        text(counts.storedAskedIn)
        text(counts.storedVerdicts)
    }

    /// A line that a run asked about.
    public mutating func askedLine(_ line: AskedLine) {
        signed(line.place.run.value)
        count(line.place.number)
        count(line.file)
        count(line.line)
        text(line.identity.text)
        text(line.verdict.rawValue)
        switch line.item {
        case nil: byte(0)
        case .copy(let copy):
            byte(1)
            text(copy.text)
        case .loan(let loan):
            byte(2)
            identifier(loan)
        }
        optionalText(line.statedAt)
        optionalText(line.doubt?.stored)
        byte(line.isSettled ? 1 : 0)
    }

    /// Places of lines that runs asked about.
    public mutating func askedPlaces(_ places: [AskedLine.Place]) {
        count(places.count)
        for place in places {
            signed(place.run.value)
            count(place.number)
        }
    }

    /// What is written of a run at one time.
    public mutating func importEntry(_ entry: ImportEntry) {
        importRun(entry.run)
        count(entry.asked.count)
        for line in entry.asked { askedLine(line) }
        askedPlaces(entry.settled)
    }
}

extension ByteReader {
    /// A run.
    public mutating func importRun() throws(Malformed) -> RecordedRun {
        let id = RunID(stored: try signed())
        let scope = OperationScope(stored: try text(maximum: 80))
        var files: [String] = []
        for _ in 0..<(try number(as: UInt32.self)) { files.append(try text()) }
        let (startedAt, endedAt) = (try moment(), try moment())
        guard let state = RecordedRun.State(rawValue: Int(try byte())) else { throw Malformed() }
        var counts = ImportCounts()
        counts.lines = try number(as: Int.self)
        counts.attention = try number(as: Int.self)
        counts.settledByPerson = try number(as: Int.self)
        counts.replayed = try number(as: Int.self)
        counts.duplicates = try number(as: Int.self)
        guard counts.take(storedAskedIn: try text()), counts.take(storedVerdicts: try text()) else { throw Malformed() }
        return RecordedRun(
            id: id, scope: scope, files: files, startedAt: startedAt, endedAt: endedAt, state: state, counts: counts)
    }

    /// A line that a run asked about.
    public mutating func askedLine() throws(Malformed) -> AskedLine {
        let place = try askedPlace()
        let (file, line) = (try number(as: Int.self), try number(as: Int.self))
        let identity = OperationID(stored: try text(maximum: OperationID.maximumBytes))
        guard let verdict = Verdict(rawValue: try text()) else { throw Malformed() }
        let item: ReturnRequest.Item?
        switch try byte() {
        case 0: item = nil
        case 1: item = .copy(try barcode())
        case 2: item = .loan(try identifier())
        default: throw Malformed()
        }
        let statedAt = try optionalText()
        let stored = try optionalText()
        let doubt = stored.flatMap(AskedLine.Doubt.init(stored:))
        guard (stored == nil) == (doubt == nil) else { throw Malformed() }
        return AskedLine(
            place: place, file: file, line: line, identity: identity, verdict: verdict, item: item, statedAt: statedAt,
            doubt: doubt, isSettled: try flag())
    }

    /// What is written of a run at one time.
    public mutating func importEntry() throws(Malformed) -> ImportEntry {
        let run = try importRun()
        var asked: [AskedLine] = []
        for _ in 0..<(try number(as: UInt32.self)) { asked.append(try askedLine()) }
        return ImportEntry(run: run, asked: asked, settled: try askedPlaces())
    }

    /// Places of lines that runs asked about.
    public mutating func askedPlaces() throws(Malformed) -> [AskedLine.Place] {
        var places: [AskedLine.Place] = []
        for _ in 0..<(try number(as: UInt32.self)) { places.append(try askedPlace()) }
        return places
    }

    private mutating func askedPlace() throws(Malformed) -> AskedLine.Place {
        AskedLine.Place(run: RunID(stored: try signed()), number: try number(as: Int.self))
    }
}
