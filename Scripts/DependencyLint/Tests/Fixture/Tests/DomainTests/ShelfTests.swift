import Domain
import Testing

@Test("A shelf has its size")
func size() { #expect(Shelf(size: 2).size == 2) }
