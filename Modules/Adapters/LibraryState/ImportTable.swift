public import Domain
public import Ports

/// The runs of imports, and the lines that they asked about.
struct ImportTable: Sendable {
    /// In the order of their IDs.
    private(set) var runs: [RecordedRun] = []
    /// Those of each run, in the order of their numbers.
    private var lines: [RunID: [AskedLine]] = [:]

    /// The place of a run; nil if there is none.
    func place(of id: RunID) -> Int? {
        let place = position(of: id)
        return place < runs.count && runs[place].id == id ? place : nil
    }

    /// The next runs, the latest first.
    func runs(before id: RunID?, limit: Int) -> [RecordedRun] {
        let end = id.map(position) ?? runs.count
        return runs[..<end].suffix(max(0, limit)).reversed()
    }

    /// The next lines that a run asked about.
    func lines(of run: RunID, after number: Int, limit: Int) -> [AskedLine] {
        let ofRun = lines[run] ?? []
        return Array(ofRun[partition(ofRun) { $0.place.number <= number }...].prefix(max(0, limit)))
    }

    /// Enters or replaces a run.
    mutating func put(_ run: RecordedRun) {
        if let place = place(of: run.id) { runs[place] = run } else { runs.insert(run, at: position(of: run.id)) }
    }

    /// Whether lines may be added to a run: they are its own, and each comes behind the one before.
    func takes(_ asked: [AskedLine], of run: RunID) -> Bool {
        var last = lines[run]?.last?.place.number ?? 0
        return asked.allSatisfy { line in
            defer { last = line.place.number }
            return line.place.run == run && line.place.number > last
        }
    }

    /// Adds lines that `takes` says may be added.
    mutating func append(_ asked: [AskedLine], to run: RunID) {
        if !asked.isEmpty { lines[run, default: []] += asked }
    }

    /// Drops lines.
    mutating func drop(_ places: [AskedLine.Place]) {
        for (run, dropped) in Dictionary(grouping: places, by: \.run) {
            let numbers = Set(dropped.map(\.number))
            lines[run]?.removeAll { numbers.contains($0.place.number) }
            if lines[run]?.isEmpty ?? false { lines[run] = nil }
        }
    }

    /// Marks lines as settled by a person.
    mutating func settle(_ places: [AskedLine.Place]) {
        for place in places where lines[place.run] != nil { Self.settle(place, in: &lines[place.run, default: []]) }
    }

    private static func settle(_ place: AskedLine.Place, in lines: inout [AskedLine]) {
        let index = partition(lines) { $0.place.number < place.number }
        if index < lines.count, lines[index].place == place { lines[index].isSettled = true }
    }

    /// Forgets a run and its lines.
    mutating func remove(_ id: RunID) {
        guard let place = place(of: id) else { return }
        runs.remove(at: place)
        lines[id] = nil
    }

    private func position(of id: RunID) -> Int { partition(runs) { $0.id.value < id.value } }
}

/// The imports of a library.
extension LibraryState {
    /// The run with an ID.
    public func importRun(_ id: RunID) -> RecordedRun? { imports.place(of: id).map { imports.runs[$0] } }

    /// The next runs, the latest first.
    public func importRuns(before id: RunID?, limit: Int) -> [RecordedRun] { imports.runs(before: id, limit: limit) }

    /// The next lines that a run asked about.
    public func askedLines(of run: RunID, after number: Int, limit: Int) -> [AskedLine] {
        imports.lines(of: run, after: number, limit: limit)
    }

    /// The oldest runs that began before a moment: removing each of them forgets it.
    public func importRuns(startedBefore moment: Moment, limit: Int) -> [RunID] {
        Array(imports.runs.lazy.filter { $0.startedAt < moment }.map(\.id).prefix(max(0, limit)))
    }

    /// Writes a run, the lines it asks about, and those that need nobody any more.
    public mutating func put(_ entry: ImportEntry) throws(StateConflict) {
        guard imports.takes(entry.asked, of: entry.run.id) else { throw .outOfOrder }
        imports.put(entry.run)
        imports.append(entry.asked, to: entry.run.id)
        imports.drop(entry.settled)
    }

    /// Marks lines as settled by a person.
    public mutating func settle(_ lines: [AskedLine.Place]) { imports.settle(lines) }

    /// Puts back a line of a run that is there.
    mutating func put(_ line: AskedLine) throws(StateConflict) {
        let run = line.place.run
        guard imports.place(of: run) != nil else { throw .unknownRow }
        guard imports.takes([line], of: run) else { throw .outOfOrder }
        imports.append([line], to: run)
    }

    /// Forgets a run and the lines it asked about.
    public mutating func removeImportRun(_ id: RunID) { imports.remove(id) }
}
