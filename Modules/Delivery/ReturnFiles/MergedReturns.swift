public import Domain
public import UseCases

/// The lines of a run's files, merged by time, then by the order of the files, then by line, in constant memory.
///
/// The lines of one file keep their order; one without a time stays behind the line before it.
public struct MergedReturns {
    /// So many lines of each file are looked at ahead.
    private static let lookahead = 1000

    private var sources: [Source]
    private let moment: (TimeStatement) -> Moment?

    /// Merges files, the first first where times are equal.
    ///
    /// - Parameters:
    ///   - files: the files, none of them read from yet.
    ///   - moment: the moment at which a written time is to be placed; nil if it is none.
    public init(_ files: [ReturnFile], moment: @escaping (TimeStatement) -> Moment?) {
        sources = files.map(Source.init)
        self.moment = moment
    }

    /// How many bytes were read.
    public var bytesRead: Int { sources.reduce(0) { $0 + $1.file.bytesRead } }

    /// The next lines, at most so many; none at the end.
    public mutating func next(upTo count: Int) throws(InputFailure) -> [ReturnLine] {
        var lines: [ReturnLine] = []
        if sources.count == 1 {
            try sources[0].file.read(into: &lines, upTo: count)
            return lines
        }
        for index in sources.indices { try sources[index].prepare(moment) }
        while lines.count < count, let first = earliest(except: nil) {
            let limit = earliest(except: first).map { (sources[$0].time, $0) }
            while lines.count < count, let line = sources[first].next,
                limit.map({ (sources[first].time, first) < $0 }) != false
            {
                lines.append(line)
                try sources[first].advance(moment)
            }
        }
        return lines
    }

    private func earliest(except excluded: Int?) -> Int? {
        sources.indices.filter { $0 != excluded && sources[$0].next != nil }.min { sources[$0].time < sources[$1].time }
    }

    /// A file with its next lines.
    private struct Source {
        var file: ReturnFile
        private var lines: [ReturnLine] = []
        private var position = 0
        /// The time of the next line, or of the one before it if it has none.
        private(set) var time = Moment(milliseconds: .min)

        init(_ file: ReturnFile) {
            self.file = file
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
                try file.read(into: &lines, upTo: MergedReturns.lookahead)
            }
            if case .returned(let stated) = next?.content, let moment = moment(stated.time) { time = moment }
        }
    }
}
