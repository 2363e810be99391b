import MemoryStore
import StoreContract
import Testing

@Test(
    "The store in memory keeps the contract",
    arguments: StoreContract.cases(for: [.unruledWrites, .purging, .failing, .copying]))
func memoryStoreKeepsTheContract(_ contractCase: StoreCase) throws {
    let store = MemoryStore(zone: StoreFixture.zone, createdAt: StoreFixture.createdAt)
    let fixture = try StoreFixture { store }
    fixture.putLoan = store.putPastTheRules
    fixture.purge = store.purge
    fixture.failWrite = store.failWrite
    fixture.makeCopy = MemoryStore.init
    try contractCase.run(on: fixture)
}
