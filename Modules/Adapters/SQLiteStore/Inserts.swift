#if SQLite
    import Domain
    import Ports

    /// Writing new rows.
    extension Connection {
        func insert(_ book: Book) throws(StoreFailure) {
            let details = book.details
            try statement("INSERT INTO book (\(Rows.bookColumns)) VALUES (?, ?, ?, ?, ?, ?, ?)").run(
                .integer(book.id.value), .text(details.title), details.author.map { .text($0) },
                details.isbn.map { .text($0) }, .integer(book.createdAt.milliseconds), .integer(Int64(book.revision)),
                book.isRemoved ? 1 : 0)
        }

        func insert(_ copy: Copy) throws(StoreFailure) {
            try statement("INSERT INTO copy (\(Rows.copyColumns)) VALUES (?, ?, ?, ?)").run(
                .text(copy.barcode.text), .integer(copy.book.value), copy.branch.map { .text($0.description) },
                copy.isWithdrawn ? 1 : 0)
        }

        func insert(_ member: Member) throws(StoreFailure) {
            let details = member.details
            try statement("INSERT INTO member (\(Rows.memberColumns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?)").run(
                .integer(member.id.value), .text(details.card.description), .text(details.name),
                details.email.map { .text($0) }, details.phone.map { .text($0) }, member.isActive ? 1 : 0,
                .integer(member.createdAt.milliseconds), .integer(Int64(member.revision)))
        }

        func insert(_ loan: Loan) throws(StoreFailure) {
            try statement(
                "INSERT INTO loan_start (id, copy, book, member, began_at, began_recorded_at, due_day) "
                    + "VALUES (?, ?, ?, ?, ?, ?, ?)"
            ).run(
                .integer(loan.id.value), .text(loan.copy.text), .integer(loan.book.value),
                .integer(loan.member.value), .integer(loan.began.happenedAt.milliseconds),
                .integer(loan.began.recordedAt.milliseconds), .integer(Int64(loan.due.number)))
            if loan.returned != nil { try end(CollectionOfOne(loan)) }
        }
    }

    extension Ledger {
        /// Writes an operation, or only its key.
        func insert(_ record: LedgerRecord) throws(StoreFailure) {
            let scope = try numberOrNew(of: record.key.scope)
            if let content = record.content { return try insert(content, under: record.key.id, scope: scope) }
            try connection.statement("INSERT INTO ledger (scope, operation) VALUES (?, ?)")
                .run(.integer(scope), .text(record.key.id.text))
        }
    }
#endif
