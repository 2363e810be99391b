#if SQLite
    import Domain
    import Ports

    /// The loans that a batch may speak of, as they are after the requests so far.
    struct LoanTable {
        /// Loans read at the start, in the order of their numbers.
        private var read: [Loan] = []
        private var isEnded: [Bool] = []
        /// Loans met later.
        private var met: [LoanID: Loan] = [:]
        private var endedLater: Set<LoanID> = []

        /// No loans.
        init() {}

        /// The loans with some numbers.
        init(_ wanted: [LoanID], from connection: Connection) throws(StoreFailure) {
            read.reserveCapacity(wanted.count)
            try connection.readLoans(wanted.sorted(), into: &read)
            isEnded = Array(repeating: false, count: read.count)
        }

        /// The number of the loan at a place if it is open, else 0: from the beginning and the end of where it is kept.
        func idWhereOpen(_ place: Int) -> Int64 { read[place].isOpen ? read[place].id.value : 0 }

        /// The loan at a place.
        subscript(place: Int) -> Loan { read[place] }

        /// Whether the loan at a place was open when it was read.
        func wasOpen(_ place: Int) -> Bool { isEnded[place] || read[place].isOpen }

        subscript(id: LoanID) -> Loan? {
            if let place = place(of: id) { return read[place] }
            return met.isEmpty ? nil : met[id]
        }

        mutating func add(_ loan: Loan) {
            met[loan.id] = loan
        }

        /// Notes that a loan ended, which most likely is at a place.
        mutating func end(_ loan: Loan, likelyAt likely: Int?) {
            if let likely, read[likely].id == loan.id {
                read[likely] = loan
                isEnded[likely] = true
            } else if let place = place(of: loan.id) {
                read[place] = loan
                isEnded[place] = true
            } else {
                met[loan.id] = loan
                endedLater.insert(loan.id)
            }
        }

        /// The loans read at the start that ended in this batch, in the order of their numbers; not copied, they are many.
        var ended: some Collection<Loan> { read.indices.lazy.filter { isEnded[$0] }.map { read[$0] } }

        /// The loans met later that ended in this batch.
        var endedOthers: [Loan] { met.values.filter { endedLater.contains($0.id) } }

        /// Where a loan that was read at the start is.
        func place(of id: LoanID) -> Int? {
            var (low, high) = (0, read.count)
            while low < high {
                let middle = (low + high) / 2
                if read[middle].id < id { low = middle + 1 } else { high = middle }
            }
            return low < read.count && read[low].id == id ? low : nil
        }

        /// Where a loan is, at a place or behind it, or -1; moves the place there.
        func place(of id: LoanID, from place: inout Int) -> Int32 {
            while place < read.count, read[place].id < id { place += 1 }
            return place < read.count && read[place].id == id ? Int32(place) : -1
        }
    }

    /// The copies that a batch names, in the order of their barcodes.
    struct CopyTable {
        private var copies: [Copy] = []
        /// The newest loan of each copy, where it has one.
        private(set) var newestLoans: [LoanID?] = []
        /// Where they are in the table of loans; -1 for none.
        private var newest: [Int32] = []

        /// No copies.
        init() {}

        /// The copies with barcodes that come in their order, perhaps more than once.
        init(_ barcodes: some Collection<Barcode>, from connection: Connection) throws(StoreFailure) {
            copies.reserveCapacity(barcodes.count)
            newestLoans.reserveCapacity(barcodes.count)
            try connection.readCopies(barcodes) { copy, newest in
                copies.append(copy)
                newestLoans.append(newest)
            }
        }

        subscript(place: Int) -> Copy { copies[place] }

        /// Where the loan is in the table of loans that was the newest of the copy at a place when the batch began.
        func newestPlace(_ place: Int) -> Int? { newest[place] < 0 ? nil : Int(newest[place]) }

        /// Learns where the newest loans are in the table of loans.
        mutating func placeNewest(in loans: LoanTable) {
            newest = newestLoans.map { loan in loan.flatMap { loans.place(of: $0) }.map { Int32($0) } ?? -1 }
            newestLoans = []
        }

        /// Where a copy is, at a place or behind it, or -1; moves the place there.
        func place(of barcode: Barcode, from place: inout Int) -> Int32 {
            while place < copies.count, copies[place].barcode < barcode { place += 1 }
            return place < copies.count && copies[place].barcode == barcode ? Int32(place) : -1
        }
    }

    /// What the ledger knew of the requests of a batch before it.
    struct EntryTable {
        private var entries: [Ledger.Entry] = []
        /// Where each request's entry is; -1 if it has none.
        private var places: [Int32]

        /// Nothing is known of so many requests.
        init(count: Int) {
            places = Array(repeating: -1, count: count)
        }

        subscript(request: Int) -> Ledger.Entry? { places[request] < 0 ? nil : entries[Int(places[request])] }

        /// The loans that are named.
        var loans: some Sequence<LoanID> {
            entries.lazy.compactMap { if case .content(let known) = $0 { known.result.loan } else { nil } }
        }

        /// Reads the entries of some requests, which have keys of one scope and are in their order.
        mutating func read(
            of indices: ArraySlice<Int32>, _ requests: [ReturnRequest], scope: Int64, from connection: Connection
        ) throws(StoreFailure) {
            var next = indices
            entries.reserveCapacity(entries.count + indices.count)
            try connection.readEntries(indices.lazy.map { requests[Int($0)].key.id }, scope: scope) { id, entry in
                next = next.drop { requests[Int($0)].key.id < id }
                while let index = next.first, requests[Int(index)].key.id == id {
                    places[Int(index)] = Int32(entries.count)
                    next.removeFirst()
                }
                entries.append(entry)
            }
        }
    }

    extension Connection {
        /// Reads the loans with numbers that come in their order, perhaps more than once.
        fileprivate func readLoans(_ numbers: [LoanID], into loans: inout [Loan]) throws(StoreFailure) {
            try readSeveral(.loans, numbers) { (select, number, place) throws(StoreFailure) in
                try select.bind(number.value, place)
            } take: { select in
                loans.append(Rows.loan(select))
            }
        }

        /// Reads the copies with barcodes that come in their order, perhaps more than once, each with the number of its
        /// newest loan.
        ///
        /// The loans themselves lie elsewhere, in an order of their own: to read them here would take four times as long.
        fileprivate func readCopies(
            _ barcodes: some Sequence<Barcode>, take: (Copy, _ newest: LoanID?) -> Void
        ) throws(StoreFailure) {
            try readSeveral(.copies, barcodes) { (select, barcode, place) throws(StoreFailure) in
                try select.bind(barcode.text, place)
            } take: { select in
                take(Rows.copy(select), select.optionalInteger(Rows.copyWidth).map(LoanID.init(stored:)))
            }
        }

        /// Reads what the ledger knows of operations of a scope that come in their order, perhaps more than once.
        fileprivate func readEntries(
            _ ids: some Sequence<OperationID>, scope: Int64, take: (OperationID, Ledger.Entry) -> Void
        ) throws(StoreFailure) {
            try statement(.ledgerEntries).bind(scope, Int32(Query.several) + 1)
            try readSeveral(.ledgerEntries, ids) { (select, id, place) throws(StoreFailure) in
                try select.bind(id.text, place)
            } take: { (select) throws(StoreFailure) in
                let content = try Rows.content(select, path: path)
                take(OperationID(stored: select.text(Rows.ledgerWidth)), content.map { .content($0) } ?? .expired)
            }
        }

        /// Reads the rows of keys that come in their order, each once, several keys a statement.
        private func readSeveral<Key: Equatable>(
            _ query: Query, _ keys: some Sequence<Key>,
            bind: (Statement, Key, _ place: Int32) throws(StoreFailure) -> Void,
            take: (Statement) throws(StoreFailure) -> Void
        ) throws(StoreFailure) {
            let select = try statement(query)
            let most = Int32(Query.several)
            var bound: Int32 = 0
            var last: Key?
            func step() throws(StoreFailure) {
                while try select.step() { try take(select) }
                select.rewind()
                bound = 0
            }
            defer { select.reset() }
            for key in keys where key != last {
                last = key
                bound += 1
                try bind(select, key, bound)
                if bound == most { try step() }
            }
            guard bound > 0 else { return }
            // No key is NULL.
            for place in bound..<most { try select.bind(nil, place + 1) }
            try step()
        }
    }
#endif
