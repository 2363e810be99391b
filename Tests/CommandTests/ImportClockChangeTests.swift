import Foundation
import Testing

@Suite("An import of times that clock changes leave open")
struct ImportClockChangeTests {
    private let rows = ["B1,2025-10-26 02:30", "B2,2025-03-30 02:30"]

    private func library() throws -> ImportLibrary {
        let library = try ImportLibrary()
        for barcode in ["B1", "B2", "B3"] { try library.add(barcode, lentAt: "2025-03-01 10:00") }
        return library
    }

    @Test("A local time that occurs twice, or never, is asked about with both readings, and --ambiguous settles it")
    func clockChanges() throws {
        let library = try library()
        let path = try library.csv("returns", rows)
        let asked = try library.importing("--json", path)
        #expect(asked.verdicts == ["ambiguousTime": 1, "nonexistentTime": 1])
        let line = try #require(asked.documents.first { $0["verdict"] as? String == "ambiguousTime" })
        #expect(line["earlierReading"] as? String == "2025-10-26T00:30:00.000Z")
        #expect(line["laterReading"] as? String == "2025-10-26T01:30:00.000Z")
        let skipped = try #require(asked.documents.first { $0["verdict"] as? String == "nonexistentTime" })
        #expect(skipped["earlierReading"] as? String == "2025-03-30T00:30:00.000Z")
        #expect(skipped["laterReading"] as? String == "2025-03-30T01:30:00.000Z")
        #expect(
            skipped["commands"] as? [String] == [
                "circ return --copy B2 --at 2025-03-30T00:30Z", "circ return --copy B2 --at 2025-03-30T01:30Z",
            ])
        #expect(try library.importing("--json", "--ambiguous", "later", path).verdicts == ["returned": 2])
        #expect(try library.openCopies() == ["B3"])
        // The other choice is another time under the same identity.
        let other = try library.importing("--ambiguous", "earlier", path)
        #expect(other.output.contains("--zone, --clock-offset and --ambiguous of the first time"))
    }

    private func open(_ library: ImportLibrary, _ store: String) throws -> [[[String: Any]]] {
        let runs = try library.done("--store", store, "import", "runs", "--json").documents
        return try runs.compactMap { $0["run"] as? String }.map { run in
            try library.done("--store", store, "import", "show", run, "--json").documents
                .filter { $0["kind"] as? String == "askedLine" }
        }
    }

    @Test(
        "What --ambiguous settled once is asked about no more in a grown file without it",
        arguments: ["earlier", "later"], ["sqlite", "file"])
    func grown(choice: String, technology: String) throws {
        let library = try library()
        let store = "\(technology):\(library.folder.path)/\(technology == "sqlite" ? "library.sqlite" : "copy")"
        if technology == "file" { try library.done("store", "copy", "sqlite:\(library.store.path)", store) }
        func importing(_ arguments: String...) throws -> ImportLibrary.Answer {
            try library.run("circ-import", ["--store", store, "--source", "drop", "--json"] + arguments)
        }
        let path = try library.csv("returns", rows)
        #expect(try importing(path).count("attention") == 2)
        #expect(try open(library, store).map(\.count) == [2])
        let settled = try importing("--ambiguous", choice, path)
        #expect(settled.code == 0 && settled.verdicts == ["returned": 2])
        #expect(try open(library, store).map(\.count) == [0, 0])

        let grown = try library.csv("returns", rows + ["B3,2025-10-27 10:00"])
        #expect(try importing("--dry-run", grown).count("replayed") == 2)
        let again = try importing(grown)
        #expect(again.code == 0)
        #expect(again.verdicts == ["returned": 3])
        #expect(["replayed", "attention", "settledByPerson"].map(again.count) == [2, 0, 0])
        #expect(try open(library, store).map(\.count) == [0, 0, 0])
        // A line beside them whose time is as open is asked about, and can be settled by hand.
        let asking = try importing(try library.csv("returns", rows + ["B3,2025-10-26 02:40"]))
        #expect(asking.code == 1)
        #expect(asking.verdicts == ["returned": 2, "ambiguousTime": 1])
        #expect(try open(library, store).map(\.count) == [1, 0, 0, 0])
        try library.done("--store", store, "import", "settle", "last")
        let last = try importing(try library.csv("returns", rows + ["B3,2025-10-26 02:40"]))
        #expect(last.code == 0)
        #expect(["replayed", "settledByPerson"].map(last.count) == [2, 1])
    }
}
