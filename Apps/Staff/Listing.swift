import Console
import DTOs
import UseCases

/// Prints rows page by page as they are read, until there are no more or nobody reads them.
struct Listing<Row, Document: JSONDocument> {
    /// The columns that people see.
    let columns: [Table.Column]
    /// What is said when there is no row.
    let nothing: String
    /// A row as people see it.
    let cells: (Row) -> [Cell]
    /// A row as programs see it.
    let document: (Row) -> Document

    /// Prints what `each` reads.
    func print(
        at desk: Desk, _ each: (_ page: ([Row]) -> Bool) throws(HoldingsFailure) -> Void
    ) throws(CommandFailure) {
        var table = Table(columns)
        var json = JSONWriter()
        var isEmpty = true
        try desk.ask(orElse: "the list is incomplete") { () throws(HoldingsFailure) in
            try each { rows in
                isEmpty = isEmpty && rows.isEmpty
                if desk.isJSON {
                    for row in rows { json.document(document(row)) }
                    desk.output.write(json.bytes)
                    desk.output.flush()
                    json.removeAll()
                } else {
                    table.print(rows.map(cells), to: desk.output)
                }
                return desk.output.isUsable
            }
        }
        if isEmpty, !desk.isJSON { desk.remark(nothing) }
    }
}
