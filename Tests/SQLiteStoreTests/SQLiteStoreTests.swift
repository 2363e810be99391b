#if SQLite
    import StoreContract
    import Testing

    @Test(
        "The SQLite store keeps the contract",
        arguments: StoreContract.cases(for: [
            .reopening, .sharing, .unruledWrites, .purging, .failing, .copying, .backingUp,
        ]))
    func sqliteStoreKeepsTheContract(_ contractCase: StoreCase) throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        try contractCase.run(on: try sqliteFixture(in: folder))
    }
#endif
