import BoxStore
import StoreContract
import Testing

@Test("The box keeps the contract")
func box() { contract(openBox()) }
