import Domain
import Ports
import Testing

extension StoreContract {
    static let members = [
        StoreCase("A member is entered under the next number, active, at revision 1, and found by card") { desk in
            let full = try MemberDetails(card: "007", name: "Zo\u{EB} O'N", email: "z@example.org", phone: "1")
            let bare = try MemberDetails(card: "7", name: "N")
            for (number, details) in [full, bare].enumerated() {
                let id = MemberID(stored: Int64(number) + 1)
                let member = Member(id: id, details: details, isActive: true, createdAt: day(0, 9), revision: 1)
                #expect(try desk.store.addMember(details, at: day(0, 9)) == .write(member))
                #expect(try desk.store.member(id) == member)
                #expect(try desk.store.member(card: details.card) == member)
            }
            #expect(try desk.store.member(unknown()) == nil)
            #expect(try desk.store.member(card: CardNumber("07")) == nil)
        },
        StoreCase("A card is one member's at a time, and free once given up") { desk in
            let (first, second) = (try desk.member(card: "C1"), try desk.member(card: "C2"))
            let same = try MemberDetails(card: "C1", name: "N")
            #expect(try desk.store.addMember(same, at: day(0, 9)).refusal == .cardInUse(first))
            #expect(try desk.store.changeMember(second, by: .edit(same, revision: 1)).refusal == .cardInUse(first))
            #expect(try desk.store.changeMember(first, by: .edit(same, revision: 1)).row != nil)
            let other = try MemberDetails(card: "C9", name: "N")
            #expect(try desk.store.changeMember(first, by: .edit(other, revision: 2)).row != nil)
            #expect(try desk.store.member(card: same.card) == nil)
            #expect(try desk.store.changeMember(second, by: .edit(same, revision: 1)).row != nil)
            #expect(try desk.store.member(card: same.card)?.id == second)
            #expect(try desk.member(card: "C2").value == 3)
        },
        StoreCase("A member's edit names its revision, and each change counts one") { desk in
            let member = try desk.member()
            let details = try MemberDetails(card: "C1", name: "Other")
            #expect(try desk.store.changeMember(member, by: .edit(details, revision: 1)).row != nil)
            #expect(
                try desk.store.changeMember(member, by: .edit(details, revision: 1)).refusal
                    == .staleRevision(current: 2))
            _ = try desk.store.changeMember(member, by: .deactivate)
            #expect(
                try desk.store.member(member)
                    == Member(id: member, details: details, isActive: false, createdAt: day(0, 8), revision: 3))
            _ = try desk.store.changeMember(member, by: .activate)
            #expect(try desk.store.member(member)?.isActive == true)
            for change in [
                MemberChange.activate, .deactivate, .remove(despiteLoans: true), .edit(details, revision: 1),
            ] {
                #expect(try desk.store.changeMember(unknown(), by: change).refusal == .unknownMember)
            }
        },
        StoreCase("A member with an open loan is removed only if that is said, and the loan keeps the number") { desk in
            try desk.book(copies: "A1", "A2", "A3")
            let (member, other) = (try desk.member(card: "C1"), try desk.member(card: "C2"))
            try desk.borrow(.copy("A1"), by: other, "B1", now: day(0, 9))
            try desk.borrow(.copy("A3"), by: member, "B0", now: day(0, 9))
            try desk.giveBack(.copy("A3"), "R0", now: day(0, 9))
            let loan = try desk.borrow(.copy("A2"), by: member, "B2", now: day(0, 9)).receipt().loan
            #expect(
                try desk.store.changeMember(member, by: .remove(despiteLoans: false)).refusal == .memberHasLoan(loan.id)
            )
            #expect(try desk.store.member(member) != nil)
            #expect(try desk.store.changeMember(member, by: .remove(despiteLoans: true)).row != nil)
            #expect(try desk.store.member(member) == nil)
            #expect(try desk.store.member(card: CardNumber("C1")) == nil)
            #expect(try desk.loan(loan.id) == loan)
            #expect(try desk.store.facts().members == 1)
            #expect(try desk.borrow(.copy("A1"), by: member, "B3", now: day(0, 9)).refusal == .unknownMember)
        },
        StoreCase("The number of a removed member is never another's, also when it was the last") { desk in
            let member = try desk.member(card: "C1")
            _ = try desk.store.changeMember(member, by: .remove(despiteLoans: false))
            #expect(try desk.member(card: "C1") == member.next)
        },
        StoreCase("Members come in pages by number, removed ones left out") { desk in
            let members = try (1...6).map { try desk.member(card: "C\($0)") }
            for number in [1, 4, 6] {
                _ = try desk.store.changeMember(members[number - 1], by: .remove(despiteLoans: false))
            }
            func page(_ after: MemberID?, _ limit: Int) throws -> [Int64] {
                let page = try desk.store.members(after: after, limit: limit)
                return page.map(\.id.value)
            }
            #expect(try page(nil, 2) == [2, 3])
            #expect(try page(members[2], 2) == [5])
            #expect(try page(members[4], 2) == [])
            #expect(try page(nil, 0) == [])
        },
    ]
}
