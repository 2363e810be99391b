public import Domain
public import UseCases

/// The lines of a run's files, merged by time, then by the order of the files, then by line, in constant memory.
///
/// The lines of one file keep their order; one without a time stays behind the line before it.
public struct MergedReturns {
    /// So many files may be merged: each takes a block of memory.
    public static let mostFiles = 400
    /// So many lines are looked at ahead of all files together, so that many files take no more memory than some; of their
    /// columns as much is kept as of the lines that are given.
    private static let lookahead = 20_000

    private var sources: [Source]
    /// The numbers of the files that have lines left, in the order of their next ones; nil before the first are read.
    private var order: [Int]?
    private var loans = StatedLoans()
    private let moment: (TimeStatement) -> Moment?

    /// Merges files, the first first where times are equal.
    ///
    /// - Parameters:
    ///   - files: the files, none of them read from yet, at most `mostFiles`.
    ///   - moment: the moment at which a written time is to be placed; nil if it is none.
    public init(_ files: [ReturnFile], moment: @escaping (TimeStatement) -> Moment?) {
        let count = max(1, files.count)
        sources = files.map {
            Source($0, lines: min(1000, Self.lookahead / count), bytes: ReturnFile.mostKept / count)
        }
        self.moment = moment
    }

    /// How many bytes were read.
    public var bytesRead: Int { sources.reduce(0) { $0 + $1.file.bytesRead } }

    /// The next lines, at most so many, and fewer where their columns are wide; none at the end.
    public mutating func next(upTo count: Int) throws(InputFailure) -> [ReturnLine] {
        var lines: [ReturnLine] = []
        lines.reserveCapacity(count)
        if sources.count == 1 {
            try sources[0].file.read(into: &lines, upTo: count)
        } else {
            try merge(into: &lines, upTo: count)
        }
        if sources.contains(where: \.file.mayStateLoans) { loans.note(in: &lines, moment) }
        return lines
    }

    private mutating func merge(into lines: inout [ReturnLine], upTo count: Int) throws(InputFailure) {
        var order = self.order ?? []
        if self.order == nil { order = try beginning() }
        var kept = 0
        var isFull: Bool { lines.count >= count || kept >= ReturnFile.mostKept }
        while !isFull, let first = order.first {
            let other = order.dropFirst().first
            while !isFull, let line = sources[first].next, other.map({ isEarlier(first, $0) }) != false {
                kept += line.others.keptBytes
                lines.append(line)
                try sources[first].advance(moment)
            }
            order.removeFirst()
            if sources[first].next != nil { order.insert(first, at: place(of: first, in: order)) }
        }
        self.order = order
    }

    /// Reads the first lines of each file.
    private mutating func beginning() throws(InputFailure) -> [Int] {
        for index in sources.indices { try sources[index].prepare(moment) }
        return sources.indices.filter { sources[$0].next != nil }.sorted(by: isEarlier)
    }

    private func isEarlier(_ one: Int, _ other: Int) -> Bool {
        (sources[one].time, one) < (sources[other].time, other)
    }

    /// Where a file belongs among others that are in order.
    private func place(of index: Int, in order: [Int]) -> Int {
        var (low, high) = (0, order.count)
        while low < high {
            let middle = (low + high) / 2
            if isEarlier(order[middle], index) { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// A file with its next lines.
    private struct Source {
        var file: ReturnFile
        /// So many lines are read at once, and so many bytes of their columns are kept.
        private let lookahead: (lines: Int, bytes: Int)
        private var lines: [ReturnLine] = []
        private var position = 0
        /// The time of the next line, or of the one before it if it has none.
        private(set) var time = Moment(milliseconds: .min)

        init(_ file: ReturnFile, lines: Int, bytes: Int) {
            self.file = file
            lookahead = (lines, bytes)
        }

        var next: ReturnLine? { position < lines.count ? lines[position] : nil }

        mutating func advance(_ moment: (TimeStatement) -> Moment?) throws(InputFailure) {
            position += 1
            try prepare(moment)
        }

        /// Reads on if nothing is left, and takes the time of what comes next.
        mutating func prepare(_ moment: (TimeStatement) -> Moment?) throws(InputFailure) {
            if position == lines.count {
                lines.removeAll(keepingCapacity: true)
                position = 0
                try file.read(into: &lines, upTo: lookahead.lines, keeping: lookahead.bytes)
            }
            if let moment = next?.time.flatMap(moment) { time = moment }
        }
    }
}
