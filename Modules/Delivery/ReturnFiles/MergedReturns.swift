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
    private var upcoming = UpcomingLoans()
    private let moment: (TimeStatement) -> Moment?
    private let lateEnd: (TimeStatement) -> Moment?

    /// Merges files, the first first where times are equal.
    ///
    /// - Parameters:
    ///   - files: the files, none of them read from yet, at most `mostFiles`.
    ///   - moment: the moment at which a written time is to be placed; nil if it is none.
    ///   - lateEnd: until when what was written may have happened; nil if that cannot be told.
    public init(
        _ files: [ReturnFile], moment: @escaping (TimeStatement) -> Moment?,
        lateEnd: @escaping (TimeStatement) -> Moment?
    ) {
        let count = max(1, files.count)
        sources = files.map {
            Source($0, lines: min(1000, Self.lookahead / count), bytes: ReturnFile.mostKept / count)
        }
        self.moment = moment
        self.lateEnd = lateEnd
    }

    private var mayStateLoans: Bool { sources.contains(where: \.file.mayStateLoans) }

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
        if mayStateLoans { loans.note(in: &lines, moment) }
        return lines
    }

    private mutating func merge(into lines: inout [ReturnLine], upTo count: Int) throws(InputFailure) {
        var order = self.order ?? []
        if self.order == nil { order = try beginning() }
        var kept = 0
        let looksAhead = mayStateLoans
        var isFull: Bool { lines.count >= count || kept >= ReturnFile.mostKept }
        while !isFull, let first = order.first {
            let other = order.dropFirst().first
            while !isFull, var line = sources[first].next, other.map({ isEarlier(first, $0) }) != false {
                kept += line.others.keptBytes
                if looksAhead { try noteUpcoming(in: &line) }
                lines.append(line)
                try sources[first].advance(moment)
            }
            order.removeFirst()
            if sources[first].next != nil { order.insert(first, at: place(of: first, in: order)) }
        }
        self.order = order
    }

    /// Notes at a return the loan that another file states a little later, by less than its clock may be off.
    private mutating func noteUpcoming(in line: inout ReturnLine) throws(InputFailure) {
        if let (copy, lent) = line.loan(moment) { return upcoming.pass(copy, lent, of: line.file) }
        guard case .returned(let stated) = line.content, case .copy(let copy) = stated.item,
            let end = lateEnd(stated.time)
        else { return }
        try upcoming.reach(end) { horizon, upcoming throws(InputFailure) in
            var isReached = true
            for index in sources.indices {
                let isDone = try sources[index].announce(upTo: horizon, moment) { upcoming.announce($0, $1, of: index) }
                isReached = isReached && isDone
            }
            return isReached
        }
        if let lent = upcoming.last(of: copy, by: end, besides: line.file) { line.note(lastLent: lent) }
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
        /// Where the next line is whose loan was not announced.
        private var announced = 0
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
            if position == lines.count { try readOn() }
            if let moment = next?.time.flatMap(moment) { time = moment }
        }

        /// Gives the loans that the next lines state, up to a moment; false if that lies further ahead than memory is for.
        mutating func announce(
            upTo end: Moment, _ moment: (TimeStatement) -> Moment?, give: (Barcode, Moment) -> Void
        ) throws(InputFailure) -> Bool {
            guard file.mayStateLoans else { return true }
            announced = max(announced, position)
            while true {
                if announced == lines.count {
                    guard lines.count - position <= lookahead.lines else { return false }
                    try readOn()
                    if announced == lines.count { return true }
                }
                let line = lines[announced]
                if let time = line.time.flatMap(moment), time > end { return true }
                if let (copy, lent) = line.loan(moment) { give(copy, lent) }
                announced += 1
            }
        }

        /// Reads further lines behind those that are left.
        private mutating func readOn() throws(InputFailure) {
            lines.removeFirst(position)
            announced = max(0, announced - position)
            position = 0
            try file.read(into: &lines, upTo: lines.count + lookahead.lines, keeping: lookahead.bytes)
        }
    }
}
