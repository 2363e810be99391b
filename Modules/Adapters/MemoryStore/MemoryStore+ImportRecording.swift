public import Domain
import LibraryState
public import Ports

extension MemoryStore {
    public func record(_ entry: ImportEntry) throws(StoreFailure) {
        try step { contents throws(StoreFailure) in
            try contents.write { library throws(StateConflict) in try library.put(entry) }
        }
    }

    public func importRun(_ id: RunID) throws(StoreFailure) -> RecordedRun? {
        read { $0.importRun(id) }
    }

    public func importRuns(before: RunID?, limit: Int) throws(StoreFailure) -> [RecordedRun] {
        read { $0.importRuns(before: before, limit: limit) }
    }

    public func askedLines(of run: RunID, after: Int, limit: Int) throws(StoreFailure) -> [AskedLine] {
        read { $0.askedLines(of: run, after: after, limit: limit) }
    }

    public func settle(_ lines: [AskedLine.Place]) throws(StoreFailure) {
        try step { contents throws(StoreFailure) in try contents.write { library in library.settle(lines) } }
    }

    public func forgetRuns(startedBefore: Moment, limit: Int) throws(StoreFailure) -> Int {
        try step { contents throws(StoreFailure) in
            let old = contents.library.importRuns(startedBefore: startedBefore, limit: limit)
            if !old.isEmpty { try contents.write { library in for run in old { library.removeImportRun(run) } } }
            return old.count
        }
    }
}
