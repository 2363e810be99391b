import Domain
import Testing

@Suite("The rules of the holdings")
struct HoldingsRuleTests {
    private let details = BookDetails(storedTitle: "Other", author: nil, isbn: nil)

    @Test("An edit of a book names its revision and counts one on")
    func edit() {
        let edit = BookChange.edit(details, revision: 3)
        let edited = Book(id: number(1), details: details, createdAt: day(0, 0), revision: 4)
        #expect(edit.ruling(book: book(revision: 3), openLoan: number(9)) == .write(edited))
        for revision in [1, 2, 4] {
            #expect(
                edit.ruling(book: book(revision: revision), openLoan: nil)
                    == .refuse(.staleRevision(current: revision)))
        }
    }

    // LP#603775
    @Test("A book is removed only while none of its copies is on loan, and once")
    func remove() {
        #expect(BookChange.remove.ruling(book: book(), openLoan: number(9)) == .refuse(.bookOnLoan(number(9))))
        #expect(BookChange.remove.ruling(book: book(), openLoan: nil) == .write(book(revision: 2, isRemoved: true)))
        for change in [BookChange.remove, .edit(details, revision: 1)] {
            for gone in [nil, book(isRemoved: true)] {
                #expect(change.ruling(book: gone, openLoan: number(9)) == .refuse(.unknownBook))
            }
        }
    }

    @Test("A copy needs its book and a barcode that never was another's")
    func add() {
        #expect(CopyRule.add(copy(), book: book(), existing: nil) == .write(copy()))
        #expect(CopyRule.add(copy(), book: nil, existing: copy()) == .refuse(.unknownBook))
        #expect(CopyRule.add(copy(), book: book(isRemoved: true), existing: nil) == .refuse(.unknownBook))
        #expect(CopyRule.add(copy(), book: book(), existing: copy(isWithdrawn: true)) == .refuse(.barcodeInUse))
    }

    @Test("A copy is withdrawn as often as one likes and keeps all else")
    func withdraw() {
        let withdrawn = copy(branch: "North", isWithdrawn: true)
        #expect(CopyRule.withdraw(copy(branch: "North")) == .write(withdrawn))
        #expect(CopyRule.withdraw(withdrawn) == .write(withdrawn))
        #expect(CopyRule.withdraw(nil) == .refuse(.unknownCopy))
    }

    @Test("A member's edit names its revision and a card that is nobody else's")
    func editMember() {
        let edit = MemberChange.edit(member(card: "C2").details, revision: 1)
        let edited = MemberChange.Outcome.kept(member(card: "C2", revision: 2))
        #expect(edit.ruling(member: member(), cardHolder: nil, openLoan: number(9)) == .write(edited))
        #expect(edit.ruling(member: member(), cardHolder: number(1), openLoan: nil) == .write(edited))
        #expect(edit.ruling(member: member(), cardHolder: number(2), openLoan: nil) == .refuse(.cardInUse(number(2))))
        #expect(
            edit.ruling(member: member(revision: 2), cardHolder: number(2), openLoan: nil)
                == .refuse(.staleRevision(current: 2)))
        #expect(MemberChange.add(member(), cardHolder: nil) == .write(member()))
        #expect(MemberChange.add(member(), cardHolder: number(2)) == .refuse(.cardInUse(number(2))))
    }

    @Test("A member is activated, deactivated, and removed with open loans only if that is said")
    func changeMember() {
        let idle = member(isActive: false)
        #expect(
            MemberChange.deactivate.ruling(member: member(), cardHolder: nil, openLoan: number(9))
                == .write(.kept(member(isActive: false, revision: 2))))
        #expect(
            MemberChange.activate.ruling(member: idle, cardHolder: nil, openLoan: nil)
                == .write(.kept(member(revision: 2))))
        #expect(
            MemberChange.remove(despiteLoans: false).ruling(member: idle, cardHolder: nil, openLoan: number(9))
                == .refuse(.memberHasLoan(number(9))))
        for (despite, open) in [(false, nil), (true, number(9))] as [(Bool, LoanID?)] {
            #expect(
                MemberChange.remove(despiteLoans: despite).ruling(member: idle, cardHolder: nil, openLoan: open)
                    == .write(.removed(idle)))
        }
        for change in [MemberChange.activate, .deactivate, .remove(despiteLoans: true)] {
            #expect(change.ruling(member: nil, cardHolder: nil, openLoan: nil) == .refuse(.unknownMember))
        }
    }

    @Test("A copy's last event is the end of its newest loan, or else its beginning")
    func standing() {
        #expect(CopyStanding(copy: copy(), newest: nil).lastEvent == nil)
        #expect(CopyStanding(copy: copy(), newest: loan()).lastEvent == day(0, 9))
        #expect(CopyStanding(copy: copy(), newest: loan(returned: day(0, 11))).lastEvent == day(0, 11))
        #expect(CopyStanding(copy: copy(), newest: loan()).openLoan == loan())
        #expect(!CopyStanding(copy: copy(), newest: loan()).isAvailable)
        #expect(CopyStanding(copy: copy(), newest: loan(returned: day(0, 11))).isAvailable)
        #expect(!CopyStanding(copy: copy(isWithdrawn: true), newest: nil).isAvailable)
    }

    @Test("A search finds what has every word, in any case, in any field")
    func search() {
        let details = BookDetails(storedTitle: "Der Prozeß", author: "Franz Kafka", isbn: "9783161484100")
        let book = Book(id: number(1), details: details, createdAt: day(0, 0))
        for text in ["", " ", "prozeß", "KAFKA der", "  franz\t978", "roz"] {
            #expect(SearchText(text).finds(book), "\(text)")
        }
        for text in ["prozess kafka x", "derprozeß", "kafkafranz", "kafka978"] {
            #expect(!SearchText(text).finds(book), "\(text)")
        }
        let member = Member(
            id: number(1),
            details: MemberDetails(storedCard: "C-77", name: "Zoë", email: "z@example.org", phone: "044"),
            createdAt: day(0, 0))
        for text in ["zoË", "c-77", "EXAMPLE", "044"] { #expect(SearchText(text).finds(member), "\(text)") }
        #expect(!SearchText("nobody").finds(member))
    }
}
