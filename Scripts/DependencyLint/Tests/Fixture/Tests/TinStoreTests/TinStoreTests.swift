import CTin
import StoreContract
import Testing
import TinStore

@Test("A tin holds something")
func tin() { #expect(tin_size() == 3) }
