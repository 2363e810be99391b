/// Looks for an order of the calls of a concurrent history that explains all of their answers: one in which each call
/// takes effect at one moment between its beginning and its end (Wing and Gong, with a memory of what was tried).
///
/// The naive library says what the answers would be in an order. So a lost update, an effect that happened twice, or an
/// answer from the past is found, whoever caused it.
package struct Linearizability {
    private struct Point: Hashable {
        let done: UInt64
        let library: NaiveLibrary
    }

    private let calls: [Call]
    private let isEnd: (NaiveLibrary) -> Bool
    private var tried: Set<Point> = []

    /// Whether a history can be explained.
    ///
    /// - Parameters:
    ///   - calls: at most 64.
    ///   - library: what was there before.
    ///   - isEnd: whether what is there after the calls is this.
    package static func explains(
        _ calls: [Call], from library: NaiveLibrary, to isEnd: @escaping (NaiveLibrary) -> Bool
    ) -> Bool {
        precondition(calls.count <= 64)
        var search = Linearizability(calls: calls, isEnd: isEnd)
        return search.goesOn(from: Point(done: 0, library: library))
    }

    private init(calls: [Call], isEnd: @escaping (NaiveLibrary) -> Bool) {
        self.calls = calls
        self.isEnd = isEnd
    }

    private mutating func goesOn(from point: Point) -> Bool {
        let open = calls.indices.filter { point.done & 1 << $0 == 0 }
        guard let firstEnd = open.map({ calls[$0].ended }).min() else { return isEnd(point.library) }
        guard tried.insert(point).inserted else { return false }
        // No call may come before one that had ended when it began.
        for index in open where calls[index].began < firstEnd {
            var library = point.library
            let answers = library.take(calls[index].step, given: calls[index].answers)
            guard answers == calls[index].answers else { continue }
            if goesOn(from: Point(done: point.done | 1 << index, library: library)) { return true }
        }
        return false
    }
}
