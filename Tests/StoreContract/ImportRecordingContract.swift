import Domain
import Ports
import Testing

extension StoreContract {
    static let imports = [
        StoreCase("A run is remembered as it was last written, and the latest run stands first") { desk in
            #expect(try desk.store.importRun(RunID(stored: 1)) == nil)
            #expect(try desk.store.importRuns(before: nil, limit: 9) == [])
            let first = run(10, files: ["a b.csv", "", "odd\nname, \"x\""])
            var second = run(20, source: "sorter")
            try desk.store.record(ImportEntry(run: second))
            try desk.store.record(ImportEntry(run: first))
            second.state = .finished
            second.endedAt = day(20, 10)
            second.counts.lines = 1000
            second.counts.attention = 7
            second.counts.askedIn = [first.id: 2, RunID(stored: 5): 1]
            second.counts.unremembered = 3
            second.counts.settledByPerson = 4
            second.counts.replayed = 5
            second.counts.duplicates = 2
            second.counts.verdicts = [.returned: 993, .unknownCopy: 4, .malformed: 3]
            try desk.store.record(ImportEntry(run: second))
            #expect(try desk.store.importRun(first.id) == first)
            #expect(try desk.store.importRun(second.id) == second)
            #expect(try desk.store.importRuns(before: nil, limit: 9) == [second, first])
            #expect(try desk.store.importRuns(before: nil, limit: 1) == [second])
            #expect(try desk.store.importRuns(before: second.id, limit: 1) == [first])
            #expect(try desk.store.importRuns(before: first.id, limit: 1) == [])
        },
        StoreCase("Lines that a run asks about are given in their order until they are settled, by whichever run") {
            desk in
            let (first, second) = (run(10), run(20))
            let lines = try everyLine(of: first)
            try desk.store.record(ImportEntry(run: first, asked: Array(lines[..<3])))
            try desk.store.record(ImportEntry(run: first, asked: Array(lines[3...])))
            #expect(try asked(desk, first) == lines)
            #expect(try desk.store.askedLines(of: first.id, after: 2, limit: 2) == Array(lines[1..<3]))
            #expect(try asked(desk, second) == [])
            let other = try line(of: second, 1, "1|line|00")
            // A line may be asked about and settled in one entry, and a place may be settled that is not there.
            let gone = try line(of: second, 2, "gone")
            try desk.store.record(
                ImportEntry(
                    run: second, asked: [other, gone],
                    settled: [lines[0].place, lines[4].place, gone.place, .init(run: RunID(stored: 5), number: 1)]))
            #expect(try asked(desk, first) == lines.filter { ![lines[0], lines[4]].contains($0) })
            #expect(try asked(desk, second) == [other])
            try desk.store.record(ImportEntry(run: first, settled: lines.map(\.place)))
            #expect(try asked(desk, first) == [])
            #expect(try desk.store.importRun(first.id) == first)
        },
        StoreCase("A line that a person settled stays in its place, marked, until it is dropped or its run forgotten") {
            desk in
            let (first, second) = (run(10), run(20))
            let lines = try everyLine(of: first)
            try desk.store.record(ImportEntry(run: first, asked: lines))
            try desk.store.record(ImportEntry(run: second, asked: [try line(of: second, 1, "b")]))
            let digest = try inspect(desk.store).digest
            // A place may be named twice, be of another run, or be of no line.
            let nowhere = [AskedLine.Place(run: RunID(stored: 5), number: 1), .init(run: first.id, number: 2)]
            try desk.store.settle([lines[2].place, lines[0].place, lines[2].place] + nowhere)
            #expect(try asked(desk, first) == settled(lines, [0, 2]))
            #expect(try asked(desk, second).map(\.isSettled) == [false])
            #expect(try inspect(desk.store).digest != digest)
            try desk.store.settle([lines[0].place])
            try desk.store.settle([])
            #expect(try asked(desk, first) == settled(lines, [0, 2]))
            try desk.store.record(ImportEntry(run: second, settled: [lines[2].place]))
            #expect(try asked(desk, first) == settled(lines, [0]).filter { $0.place != lines[2].place })
            #expect(try inspect(desk.store).check.findings == [])
            #expect(try desk.store.forgetRuns(startedBefore: day(11, 9), limit: 9) == 1)
            #expect(try asked(desk, first) == [])
        },
        StoreCase("What a person settled is settled in a copy in another store", needs: [.copying]) { fixture in
            let first = run(10)
            let lines = try everyLine(of: first)
            try fixture.store.record(ImportEntry(run: first, asked: lines))
            try fixture.store.settle([lines[1].place])
            let copy = try fixture.copy(skipping: 0)
            #expect(try asked(Desk(copy), first) == settled(lines, [1]))
            try copy.settle([lines[3].place])
            #expect(try asked(Desk(copy), first) == settled(lines, [1, 3]))
            #expect(try asked(fixture.desk, first) == settled(lines, [1]))
        },
        StoreCase("What a person settled is settled in a store that is opened again", needs: [.reopening]) { fixture in
            let first = run(10)
            let lines = try everyLine(of: first)
            try fixture.store.record(ImportEntry(run: first, asked: lines))
            try fixture.store.settle([lines[0].place, lines[4].place])
            try fixture.reopen()
            #expect(try asked(fixture.desk, first) == settled(lines, [0, 4]))
        },
        StoreCase("Settling that fails settles none of the lines", needs: [.failing]) { fixture in
            let first = run(10)
            let lines = try everyLine(of: first)
            try fixture.store.record(ImportEntry(run: first, asked: lines))
            var failed = 0
            while true {
                try fixture.failWrite?(failed + 1)
                do {
                    try fixture.store.settle(lines.map(\.place))
                    break
                } catch { failed += 1 }
                try fixture.failWrite?(nil)
                #expect(try asked(fixture.desk, first) == lines)
            }
            try fixture.failWrite?(nil)
            #expect(failed > 0)
            #expect(try asked(fixture.desk, first).allSatisfy(\.isSettled))
        },
        StoreCase("Runs that began before a moment are forgotten with their lines, the oldest first") { desk in
            let runs = [1, 2, 3, 4].map { run($0) }
            for run in runs {
                try desk.store.record(ImportEntry(run: run, asked: [try line(of: run, 1, "id \(run.id.value)")]))
            }
            #expect(try desk.store.forgetRuns(startedBefore: day(3, 9), limit: 1) == 1)
            #expect(try desk.store.importRuns(before: nil, limit: 9) == [runs[3], runs[2], runs[1]])
            #expect(try desk.store.forgetRuns(startedBefore: day(3, 9), limit: 9) == 1)
            #expect(try desk.store.forgetRuns(startedBefore: day(3, 9), limit: 9) == 0)
            #expect(try desk.store.importRuns(before: nil, limit: 9) == [runs[3], runs[2]])
            #expect(try asked(desk, runs[0]) == [])
            #expect(try asked(desk, runs[2]).count == 1)
        },
        StoreCase("The digest follows runs and their lines, and the check finds them sound") { desk in
            var seen: Set<LibraryDigest> = [try inspect(desk.store).digest]
            var run = run(10)
            let lines = try everyLine(of: run)
            try desk.store.record(ImportEntry(run: run))
            seen.insert(try inspect(desk.store).digest)
            run.counts.lines = 1
            try desk.store.record(ImportEntry(run: run))
            seen.insert(try inspect(desk.store).digest)
            for line in lines {
                try desk.store.record(ImportEntry(run: run, asked: [line]))
                seen.insert(try inspect(desk.store).digest)
            }
            #expect(seen.count == 3 + lines.count)
            #expect(try inspect(desk.store).check.findings == [])
            #expect(try inspect(try desk.store.privateCopy()).digest == inspect(desk.store).digest)
        },
        StoreCase("What a private copy records is its own") { desk in
            try desk.store.record(ImportEntry(run: run(10)))
            let copy = try desk.store.privateCopy()
            try copy.record(ImportEntry(run: run(20), asked: [try line(of: run(20), 1, "a")]))
            #expect(try copy.importRuns(before: nil, limit: 9).count == 2)
            #expect(try desk.store.importRuns(before: nil, limit: 9).count == 1)
        },
        StoreCase("A copy in another store has every run and line", needs: [.copying]) { fixture in
            let first = run(10)
            let lines = try everyLine(of: first)
            try fixture.store.record(ImportEntry(run: first, asked: lines, settled: [lines[1].place]))
            try fixture.store.record(ImportEntry(run: run(20)))
            let copy = try fixture.copy(skipping: 0)
            #expect(try copy.importRuns(before: nil, limit: 9) == [run(20), first])
            #expect(try asked(Desk(copy), first) == lines.filter { $0 != lines[1] })
            let more = try line(of: first, 99, "more")
            try copy.record(ImportEntry(run: first, asked: [more]))
            #expect(try asked(Desk(copy), first).last == more)
        },
        StoreCase("A store that is opened again has every run and line", needs: [.reopening]) { fixture in
            let first = run(10, files: ["ä\u{202E}.koc", "b"])
            let lines = try everyLine(of: first)
            try fixture.store.record(ImportEntry(run: first, asked: lines, settled: [lines[2].place]))
            try fixture.store.record(ImportEntry(run: run(5)))
            #expect(try fixture.store.forgetRuns(startedBefore: day(6, 9), limit: 9) == 1)
            try fixture.reopen()
            #expect(try fixture.store.importRuns(before: nil, limit: 9) == [first])
            #expect(try asked(fixture.desk, first) == lines.filter { $0 != lines[2] })
        },
        StoreCase("An entry that fails leaves nothing of it", needs: [.failing]) { fixture in
            let first = run(10)
            let lines = try everyLine(of: first)
            try fixture.store.record(ImportEntry(run: first, asked: lines))
            let before = try inspect(fixture.store).digest
            var second = run(20)
            second.state = .finished
            let entry = ImportEntry(
                run: second, asked: [try line(of: second, 1, "a"), try line(of: second, 2, "b")],
                settled: [lines[0].place])
            var failed = 0
            while true {
                try fixture.failWrite?(failed + 1)
                do {
                    try fixture.store.record(entry)
                    break
                } catch { failed += 1 }
                try fixture.failWrite?(nil)
                #expect(try inspect(fixture.store).digest == before)
            }
            try fixture.failWrite?(nil)
            #expect(failed > 0)
            #expect(try asked(fixture.desk, second).count == 2)
            #expect(try asked(fixture.desk, first).count == lines.count - 1)
        },
    ]
}

/// A run of so many days ago, counted from Monday 2026-07-20.
private func run(_ number: Int, source: String = "drop", files: [String] = ["returns.csv"]) -> RecordedRun {
    RecordedRun(
        id: RunID(stored: Int64(number)), scope: OperationScope(stored: "source:\(source)"), files: files,
        startedAt: day(Int64(number), 9), endedAt: day(Int64(number), 9))
}

private func line(of run: RecordedRun, _ number: Int, _ identity: String) throws -> AskedLine {
    AskedLine(
        place: .init(run: run.id, number: number), file: 0, line: number * 3, identity: try OperationID(identity),
        verdict: .malformed, item: nil, statedAt: nil, doubt: .words("it is cut"))
}

/// A line of each shape.
private func everyLine(of run: RecordedRun) throws -> [AskedLine] {
    let copy = ReturnRequest.Item.copy(try Barcode("P 1\u{202E}23"))
    let shapes: [(Verdict, ReturnRequest.Item?, String?, AskedLine.Doubt?)] = [
        (.malformed, nil, nil, .words("")),
        (.unsupportedAction, copy, "2026-07-22 10:15:30.417", .words("issue")),
        (.uncertainLoan, copy, "2026-07-22 10:15", .loans(LoanID(stored: 5), nil)),
        (.uncertainLoan, copy, "2026-07-22", .loans(nil, LoanID(stored: 6))),
        (.operationConflict, .loan(LoanID(stored: 7)), "2026-07-22 10:15Z", .field(.happenedAt)),
        (.ambiguousTime, copy, "2026-10-25 02:30", .readings(day(1, 1), day(1, 2))),
        (.unknownCopy, copy, "2026-07-22 10:15", nil),
    ]
    return try shapes.enumerated().map { index, shape in
        AskedLine(
            place: .init(run: run.id, number: index * 2 + 1), file: 0, line: 100 - index,
            identity: try OperationID("id \(index)"), verdict: shape.0, item: shape.1, statedAt: shape.2,
            doubt: shape.3)
    }
}

/// The lines, some of them settled by a person.
private func settled(_ lines: [AskedLine], _ places: Set<Int>) -> [AskedLine] {
    lines.enumerated().map { index, line in
        var line = line
        line.isSettled = places.contains(index)
        return line
    }
}

private func asked(_ desk: Desk, _ run: RecordedRun) throws -> [AskedLine] {
    try desk.store.askedLines(of: run.id, after: 0, limit: 1000)
}
