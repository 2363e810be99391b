import Domain
import Ports
import Testing

extension StoreContract {
    static let copies = [
        StoreCase("A copy is added to a book in the catalogue, and its barcode is never another's") { desk in
            let (book, other) = (try desk.book(copies: "A1"), try desk.book())
            func add(_ barcode: String, to book: BookID) throws -> HoldingsRefusal? {
                let ruling = try desk.store.addCopy(Copy(barcode: Barcode(barcode), book: book))
                return ruling.refusal
            }
            #expect(try add("A1", to: unknown()) == .unknownBook)
            #expect(try add("A1", to: other) == .barcodeInUse)
            _ = try desk.store.withdrawCopy(Barcode("A1"))
            #expect(try add("A1", to: book) == .barcodeInUse)
            _ = try desk.store.changeBook(book, by: .remove)
            #expect(try add("A1", to: other) == .barcodeInUse)
            #expect(try add("A2", to: book) == .unknownBook)
            #expect(try add("A2", to: other) == nil)
            #expect(try desk.store.facts().copies == 2)
        },
        StoreCase("A copy is read with its newest loan, open or ended") { desk in
            try desk.book(copies: "A1", branch: "North")
            let (member, barcode) = (try desk.member(), try Barcode("A1"))
            let copy = Copy(barcode: barcode, book: BookID(stored: 1), branch: try Branch("North"))
            #expect(try desk.store.copy(barcode) == CopyStanding(copy: copy, newest: nil))
            let first = try desk.borrow(.copy("A1"), by: member, "B1", now: day(0, 9)).receipt().loan
            #expect(try desk.store.copy(barcode) == CopyStanding(copy: copy, newest: first))
            let ended = try desk.giveBack(.copy("A1"), "R1", now: day(0, 10)).receipt().loan
            #expect(try desk.store.copy(barcode) == CopyStanding(copy: copy, newest: ended))
            let second = try desk.borrow(.copy("A1"), by: member, "B2", now: day(0, 11)).receipt().loan
            #expect(try desk.store.copy(barcode)?.newest == second)
            #expect(try desk.store.copy(Barcode("A2")) == nil)
        },
        StoreCase("A copy is withdrawn once and for all, on loan or not, and stays in the lists") { desk in
            let (book, member) = (try desk.book(copies: "A1", "A2", branch: "North"), try desk.member())
            try desk.borrow(.copy("A1"), by: member, "B1", now: day(0, 9))
            for _ in 0..<2 {
                let kept = try desk.store.withdrawCopy(Barcode("A1")).row
                #expect(
                    kept == Copy(barcode: try Barcode("A1"), book: book, branch: try Branch("North"), isWithdrawn: true)
                )
            }
            #expect(try desk.store.copy(Barcode("A1"))?.openLoan != nil)
            #expect(try desk.stock(book) == [1, 1])
            #expect(try desk.store.copies(of: book, after: nil, limit: 9).map(\.copy.isWithdrawn) == [true, false])
            #expect(try desk.store.withdrawCopy(Barcode("none")).refusal == .unknownCopy)
        },
        StoreCase("Copies come in pages by barcode, byte by byte, of one book or of all") { desk in
            let (book, other) = (try desk.book(), try desk.book())
            let sorted = ["0", "00", "007", "1", "10", "9", "A", "Z", "a", "b", "\u{E1}", "\u{1F4D5}"]
            for (number, barcode) in sorted.enumerated().reversed() {
                try desk.add(barcode, to: number % 3 == 0 ? other : book)
            }
            let ofOther = sorted.enumerated().filter { $0.offset % 3 == 0 }.map(\.element)
            func page(_ of: BookID?, _ after: String?, _ limit: Int) throws -> [String] {
                let page = try desk.store.copies(of: of, after: after.map { try Barcode($0) }, limit: limit)
                return page.map(\.copy.barcode.text)
            }
            #expect(try page(nil, nil, 99) == sorted)
            #expect(try page(nil, "007", 3) == ["1", "10", "9"])
            #expect(try page(nil, "008", 2) == ["1", "10"])
            #expect(try page(nil, "\u{1F4D5}", 2) == [])
            #expect(try page(other, nil, 99) == ofOther)
            #expect(try page(other, ofOther[1], 1) == [ofOther[2]])
            #expect(try page(other, "00", 1) == [ofOther[1]])
            #expect(try page(unknown(), nil, 9) == [])
            #expect(try page(nil, nil, 0) == [])
        },
        StoreCase("Thousands of copies in no order come in order, each once") { desk in
            let book = try desk.book()
            let barcodes = (0..<3000).map { "\(($0 * 7919) % 3000)" }
            for barcode in barcodes { try desk.add(barcode, to: book) }
            var read: [String] = []
            while true {
                let after = try read.last.map { try Barcode($0) }
                let page = try desk.store.copies(of: nil, after: after, limit: 137)
                if page.isEmpty { break }
                read += page.map(\.copy.barcode.text)
            }
            #expect(read == barcodes.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
        },
    ]
}
