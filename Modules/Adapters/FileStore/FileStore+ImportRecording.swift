public import Domain
import LibraryState
public import Ports

extension FileStore {
    public func record(_ entry: ImportEntry) throws(StoreFailure) {
        try write { contents throws(StoreFailure) in try contents.make(.importEntry(entry)) }
    }

    public func importRun(_ id: RunID) throws(StoreFailure) -> RecordedRun? {
        try read { $0.importRun(id) }
    }

    public func importRuns(before: RunID?, limit: Int) throws(StoreFailure) -> [RecordedRun] {
        try read { $0.importRuns(before: before, limit: limit) }
    }

    public func askedLines(of run: RunID, after: Int, limit: Int) throws(StoreFailure) -> [AskedLine] {
        try read { $0.askedLines(of: run, after: after, limit: limit) }
    }

    public func settle(_ lines: [AskedLine.Place]) throws(StoreFailure) {
        try write { contents throws(StoreFailure) in try contents.make(.linesSettled(lines)) }
    }

    public func forgetRuns(startedBefore: Moment, limit: Int) throws(StoreFailure) -> Int {
        try write { contents throws(StoreFailure) in
            let old = contents.library.importRuns(startedBefore: startedBefore, limit: limit)
            for run in old { try contents.make(.importForgotten(run)) }
            return old.count
        }
    }
}
