import Testing

@testable import UseCases

@Suite("How many lines an import commits together")
struct ChunkPacingTests {
    /// A store that takes so long for a chunk, and so long again for each line.
    private func chunks(
        _ pacing: inout ChunkPacing, count: Int, overhead: Duration = .milliseconds(20), perLine: Duration
    ) -> [(lines: Int, time: Duration)] {
        (0..<count).map { _ in
            let lines = pacing.lines
            let time = overhead + perLine * lines
            pacing.committed(lines, in: time)
            return (lines, time)
        }
    }

    @Test(
        "Beside others a chunk comes to take the target, and not more, be a line quick or slow",
        arguments: [2, 20, 200, 1000, 5000])
    func settles(microseconds: Int) {
        var pacing = ChunkPacing(isAlone: false)
        let all = chunks(&pacing, count: 40, perLine: .microseconds(microseconds))
        #expect(all[0].lines == 1000)
        for chunk in all.dropFirst(20) {
            #expect(chunk.time <= ChunkPacing.target * 1.01)
            #expect(chunk.time >= ChunkPacing.target * 0.8)
        }
    }

    @Test(
        "Where the syncs alone take longer, a chunk has 500 lines, or so few that they take no longer than the syncs",
        arguments: [(10, 500), (500, 500), (1000, 300), (3000, 100)])
    func slowSyncs(microseconds: Int, lines: Int) {
        var pacing = ChunkPacing(isAlone: false)
        let all = chunks(&pacing, count: 40, overhead: .milliseconds(300), perLine: .microseconds(microseconds))
        for chunk in all.dropFirst(20) { #expect(abs(chunk.lines - lines) <= 1) }
    }

    @Test("Chunks that come to be as large as one before say nothing of what a line takes")
    func alike() {
        var pacing = ChunkPacing(isAlone: false)
        for lines in [1000] + Array(stride(from: 500, through: 1100, by: 100)) {
            pacing.committed(lines, in: .seconds(lines < 1000 ? 9 : 10))
        }
        #expect(pacing.lines == 500)
    }

    @Test(
        "Chunks that had to wait for others are made up for, be a line then as quick as before or slower",
        arguments: [20, 1000], [[9], [9, 9], [9, 0.2, 9], [0.2, 0.2, 0.2]] as [[Double]])
    func waited(microseconds: Int, seconds: [Double]) {
        var pacing = ChunkPacing(isAlone: false)
        _ = chunks(&pacing, count: 20, perLine: .microseconds(20))
        for seconds in seconds { pacing.committed(pacing.lines, in: .seconds(seconds)) }
        let all = chunks(&pacing, count: 30, perLine: .microseconds(microseconds))
        for chunk in all.dropFirst(10) {
            #expect(chunk.time <= ChunkPacing.target * 1.01)
            #expect(chunk.time >= ChunkPacing.target * 0.8)
        }
    }

    @Test("A chunk that took too long makes the next one shorter by as much, and quick ones let it grow again by twos")
    func recovers() {
        var pacing = ChunkPacing(isAlone: false)
        pacing.committed(8000, in: ChunkPacing.target * 8)
        #expect(pacing.lines == 1000)
        pacing.committed(1000, in: .milliseconds(1))
        #expect(pacing.lines == 2000)
        pacing.committed(2000, in: .zero)
        #expect(pacing.lines == 4000)
    }

    @Test("However slow the store is, a chunk makes some way; however quick, it has an end that memory sets")
    func bounds() {
        var pacing = ChunkPacing(isAlone: false)
        pacing.committed(1000, in: .seconds(3600))
        #expect(pacing.lines == 500)
        for _ in 0..<30 { pacing.committed(pacing.lines, in: .microseconds(1)) }
        #expect(pacing.lines == ChunkPacing.most)
    }

    @Test("Beside others 5 milliseconds pass between two chunks, whatever was done in them; alone none need to")
    func rest() {
        let pacing = ChunkPacing(isAlone: false)
        #expect(pacing.rest(after: .zero) == .milliseconds(5))
        #expect(pacing.rest(after: .milliseconds(2)) == .milliseconds(3))
        #expect(pacing.rest(after: .milliseconds(5)) == .zero)
        #expect(pacing.rest(after: .seconds(9)) == .zero)
        #expect(ChunkPacing(isAlone: true).rest(after: .zero) == .zero)
    }

    @Test("Alone, chunks soon are as large as memory allows, however long they take")
    func alone() {
        var pacing = ChunkPacing(isAlone: true)
        let all = chunks(&pacing, count: 5, perLine: .milliseconds(1))
        #expect(all.map(\.lines) == [1000, 8000, 64_000, ChunkPacing.most, ChunkPacing.most])
    }
}
