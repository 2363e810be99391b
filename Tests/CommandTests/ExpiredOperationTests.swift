import Domain
import FileStore
import Foundation
import Testing

/// Commands know no clock but the machine's: what is old here was recorded by the store itself.
@Suite("An operation whose content was purged")
struct ExpiredOperationTests {
    private let circ: Command
    private var store: String { "file:\(circ.folder.path)/old" }
    /// 2025-01-06 10:00 UTC.
    private let recordedAt = Moment(milliseconds: 1_736_157_600_000)

    /// A library in which long ago a source lent a copy and took it back, and a desk lent another just now.
    init() throws {
        circ = try Command()
        try recordLongAgo()
        let outcome = try run("borrow", "--copy", "A2", "--member", "1", "--operation", "NEW")
        try #require(outcome.exit == 0, "\(outcome.errors)")
    }

    private func recordLongAgo() throws {
        let store = try FileStore.create(directory: "\(circ.folder.path)/old", zone: "Europe/Zurich", at: recordedAt)
        let book = try store.addBook(BookDetails(title: "Invented tales"), at: recordedAt).id
        for barcode in ["A1", "A2"] { _ = try store.addCopy(Copy(barcode: try Barcode(barcode), book: book)) }
        guard case .write(let member) = try store.addMember(MemberDetails(card: "C1", name: "Ada"), at: recordedAt)
        else { throw CancellationError() }
        func key(_ operation: String) throws -> OperationKey {
            OperationKey(scope: try .source("drop"), id: try OperationID(operation))
        }
        let day = try #require(LibraryDay(year: 2025, month: 1, day: 6))
        _ = try store.commitBorrow(
            BorrowRequest(key: key("B1"), item: .copy(try Barcode("A1")), member: member.id),
            under: BorrowRule(now: recordedAt, firstDay: day))
        _ = try store.commitReturns(
            [ReturnRequest(key: key("R1"), item: .copy(try Barcode("A1")))], under: ReturnRule(now: recordedAt))
    }

    private func run(_ words: String...) throws -> Outcome { try circ.run(["--store", store] + words) }

    @Test("It shows as expired with all else empty, in a table and as JSON, and is never executed again")
    func shown() throws {
        #expect(try run("ledger", "purge").errors.contains("--confirm-clock"))
        let known = try run("ledger", "show", "R1", "--scope", "source:drop", "--json")
        #expect(known.output.contains(#""expired":false,"stated":{"kind":"return""#))
        let purged = try run("ledger", "purge", "--confirm-clock", "--json")
        #expect(purged.output.contains(#""purged":2,"kept":1,"before":""#), "\(purged)")

        let members =
            #""stated":null,"disposition":null,"due":null,"notes":[],"recordedAt":null,"run":null,"loan":null}"#
        for operation in ["B1", "R1"] {
            let shown = try run("ledger", "show", operation, "--scope", "source:drop", "--json")
            #expect(shown.exit == 0)
            let head =
                #"{"version":1,"kind":"operation","operation":"\#(operation)","scope":"source:drop","expired":true,"#
            #expect(shown.output == "\(head)\(members)\n")
        }
        let table = try run("ledger", "show", "B1", "--scope", "source:drop")
        #expect(
            table.output == "operation B1 of source:drop\n"
                + "  state  expired: it was executed, and what it stated and gave is no longer kept\n")

        let file = circ.folder.appending(path: "again.csv")
        try Data("operation_id,barcode,returned_at\nR1,A1,2025-01-06 11:00\n".utf8).write(to: file)
        let again = try Command("circ-import").run(["--store", store, "--source", "drop", "--json", file.path])
        #expect(again.exit == 1 && again.output.contains(#""verdict":"operationExpired""#), "\(again)")
    }
}
