import StoreContract
import Testing

@Test(
    "The file store keeps the contract",
    arguments: StoreContract.cases(for: [.reopening, .unruledWrites, .purging, .failing, .copying, .backingUp]))
func fileStoreKeepsTheContract(_ contractCase: StoreCase) throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    try contractCase.run(on: try fileFixture(in: folder))
}
