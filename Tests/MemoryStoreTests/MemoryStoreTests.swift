import MemoryStore
import StoreContract
import Testing

@Test(
    "The store in memory keeps the contract", arguments: StoreContract.cases(for: [.unruledWrites, .purging, .failing]))
func memoryStoreKeepsTheContract(_ contractCase: StoreCase) throws {
    let store = MemoryStore(zone: StoreFixture.zone, createdAt: StoreFixture.createdAt)
    try contractCase.run(
        on: StoreFixture(
            open: { store }, putLoan: store.putPastTheRules, purge: store.purge, failWrite: store.failWrite))
}
