import Domain
import Ports
import Testing
import UseCases

private struct TwoBooks: ShelfKeeping {
    func shelf() -> Shelf { Shelf(size: 2) }
}

@Test("Two books are counted")
func two() { #expect(CountBooks(keeper: TwoBooks()).run() == 2) }
