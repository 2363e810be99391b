import Domain
import Ports
import StoreTrials
import Testing

extension StoreContract {
    static let batches = [
        // Koha 31395
        StoreCase("A batch answers each request in order, refusals among the rest") { desk in
            let book = try desk.book(copies: "A1", "A2", "A3")
            let member = try desk.member()
            for barcode in ["A1", "A2"] { try desk.borrow(.copy(barcode), by: member, barcode, now: day(0, 9)) }
            let answers = try desk.giveBack(
                [
                    desk.request(.copy("A2"), "R1"), desk.request(.copy("none"), "R2"),
                    desk.request(.copy("A3"), "R3"), desk.request(.loan(unknown()), "R4"),
                    desk.request(.copy("A1"), "R5"),
                ], now: day(0, 10))
            #expect(answers.map(\.refusal) == [nil, .unknownCopy, .notOnLoan, .missingLoan, nil])
            #expect(try answers[0].receipt().loan.copy.text == "A2")
            #expect(try answers[4].receipt().loan.copy.text == "A1")
            #expect(try desk.stock(book) == [3, 3])
            #expect(try desk.store.facts().operations == 4)
        },
        StoreCase("An empty batch answers nothing and changes nothing") { desk in
            let before = try Snapshot(of: desk.store)
            #expect(try desk.giveBack([], now: day(0, 9)).isEmpty)
            #expect(try Snapshot(of: desk.store) == before)
        },
        // Koha 9509
        StoreCase("Each request of a batch sees those before it: a second return of a copy is alreadyReturned") {
            desk in
            let book = try desk.book(copies: "A1")
            let loan = try desk.borrow(.copy("A1"), by: desk.member(), "B1", now: day(0, 9)).receipt().loan.id
            let answers = try desk.giveBack(
                [
                    desk.request(.copy("A1"), "R1", at: StatedTime(day(0, 10))),
                    desk.request(.copy("A1"), "R2", at: StatedTime(day(0, 10, 0, 1))),
                    desk.request(.loan(loan), "R3", at: StatedTime(day(0, 9, 30))),
                ], now: day(0, 11)
            ).map { try $0.receipt() }
            #expect(answers.map(\.disposition) == [.returned, .alreadyReturned, .alreadyReturned])
            #expect(Set(answers.map(\.loan)).count == 1)
            #expect(answers[2].loan.returned?.happenedAt == day(0, 10))
            #expect(try desk.stock(book) == [1, 1])
            #expect(try desk.store.facts().pendingNotices == 2)
        },
        StoreCase("A key repeated in a batch is replayed, or a conflict, as across calls") { desk in
            try desk.book(copies: "A1")
            try desk.borrow(.copy("A1"), by: desk.member(), "B1", now: day(0, 9))
            let run = RunID(stored: 5)
            let answers = try desk.giveBack(
                [
                    desk.request(.copy("A1"), "R1"), desk.request(.copy("A1"), "R1"),
                    desk.request(.copy("A1"), "R1", at: StatedTime(day(0, 10))), desk.request(.copy("none"), "R2"),
                    desk.request(.copy("A1"), "R2"), desk.request(.copy("none"), "R2"),
                ], run: run, now: day(0, 10))
            #expect(try answers[1].answer() == Answer(answers[0].receipt(), origin: .replayed(run)))
            #expect(answers[2].refusal == .operationConflict(.happenedAt))
            // A refusal leaves its key unknown.
            #expect(answers[3].refusal == .unknownCopy)
            #expect(try answers[4].answer().origin == .committed)
            #expect(answers[5].refusal == .operationConflict(.copy))
            #expect(try desk.store.facts().operations == 3)
        },
        StoreCase("A batch of a thousand ends as the same requests one by one") { desk in
            let (book, member) = (try desk.book(), try desk.member())
            for number in 0..<300 {
                try desk.add("A\(number)", to: book)
                if number % 10 != 0 { try desk.borrow(.copy("A\(number)"), by: member, "B\(number)", now: day(0, 9)) }
            }
            let requests = try (0..<1000).map { number in
                let at = number % 3 == 0 ? StatedTime(day(0, 10, Int64(number % 60))) : nil
                let item: ReturnRequest.Item =
                    number % 5 == 0 ? .loan(LoanID(stored: Int64(number % 290) + 1)) : try .copy("A\(number * 7 % 310)")
                return try desk.request(item, "R\(number * 13 % 900)", at: at)
            }
            let single = Desk(try desk.store.privateCopy())
            let together = try desk.giveBack(requests, now: day(0, 12))
            let oneByOne = try requests.flatMap { try single.giveBack([$0], now: day(0, 12)) }
            #expect(together == oneByOne)
            #expect(Set(together.map(\.refusal)).count > 3)
            #expect(try Snapshot(of: desk.store).loans == Snapshot(of: single.store).loans)
            #expect(try desk.store.facts().operations == single.store.facts().operations)
        },
    ]
}
