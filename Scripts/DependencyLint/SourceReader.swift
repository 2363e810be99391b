import Dispatch
import Foundation
import SwiftSyntax
import Synchronization

/// Reads the Swift files of every target, on all cores.
struct SourceReader {
    let architecture: Architecture
    let tree: FileTree

    private struct Job {
        let path: String
        let owner: SourceOwner
    }

    private struct Read {
        let file: SourceFile
        let source: Data
        let isNew: Bool
    }

    /// The files in the order of their paths; what the memory knows already is not parsed.
    func read(_ memory: inout SourceMemory) -> [SourceFile] {
        let jobs = architecture.entries.flatMap { entry in
            let owner = SourceOwner(target: entry.name.text, needsComments: entry.kind.hasInterface)
            return tree.below(entry.folder.text)
                .filter { $0.hasSuffix(".swift") && tree.kinds[$0] == .file }
                .map { Job(path: $0, owner: owner) }
        }
        let known = memory
        let results = Mutex<[Read]>([])
        DispatchQueue.concurrentPerform(iterations: jobs.count) { index in
            let read = read(jobs[index], memory: known)
            results.withLock { $0.append(read) }
        }
        let reads = results.withLock { $0.sorted { $0.file.path < $1.file.path } }
        if reads.contains(where: \.isNew) { memory.replace(by: reads.map { ($0.file, $0.source) }) }
        return reads.map(\.file)
    }

    private func read(_ job: Job, memory: SourceMemory) -> Read {
        guard let source = tree.contents(job.path) else {
            let fault = Mention(text: "The file cannot be read.", place: Place(file: job.path))
            let file = SourceFile(path: job.path, owner: job.owner, faults: [fault])
            return Read(file: file, source: Data(), isNew: false)
        }
        if let known = memory.file(job.path, source: source, owner: job.owner) {
            return Read(file: known, source: source, isNew: false)
        }
        let parsed = ParsedSource(source, path: job.path)
        let comments = CommentReader(locations: parsed.locations)
        if job.owner.needsComments { comments.walk(parsed.tree) }
        let file = SourceFile(
            path: job.path, owner: job.owner, imports: parsed.imports, leaks: parsed.leaks,
            undocumented: comments.undocumented, requirements: comments.requirements,
            conformances: comments.conformances, faults: parsed.faults)
        return Read(file: file, source: source, isNew: true)
    }
}
