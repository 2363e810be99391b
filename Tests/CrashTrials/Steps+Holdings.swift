import Domain
import FileStore
import Ports

/// Steps that change what the library has, and whom it lends to.
extension StepMaker {
    func addBook() -> Step {
        let (details, now) = (BookDetails(storedTitle: "Book \(steps)", author: "A", isbn: nil), now)
        return Step("book") { (store) throws(StoreFailure) in
            Outcome(text: "\(try store.addBook(details, at: now))")
        }
    }

    func addCopy(_ chooser: inout Chooser) -> Step {
        let copy = Copy(
            barcode: Barcode(stored: "C\(chooser.pick(12))"), book: BookID(stored: Int64(1 + chooser.pick(3))),
            branch: chooser.once(in: 2) ? Branch(stored: "North") : nil)
        return Step("copy") { (store) throws(StoreFailure) in Outcome(text: "\(try store.addCopy(copy))") }
    }

    func addMember() -> Step {
        let (now, details) = (now, MemberDetails(storedCard: "M\(steps)", name: "N", email: "a@b", phone: nil))
        return Step("member") { (store) throws(StoreFailure) in
            Outcome(text: "\(try store.addMember(details, at: now))")
        }
    }

    func changeBook(_ chooser: inout Chooser) -> Step {
        let details = BookDetails(storedTitle: "Edited \(steps)", author: nil, isbn: nil)
        let change: BookChange =
            chooser.once(in: 4) ? .remove : .edit(details, revision: 1 + chooser.pick(2))
        let book = BookID(stored: Int64(1 + chooser.pick(3)))
        return Step("change of a book") { (store) throws(StoreFailure) in
            Outcome(text: "\(try store.changeBook(book, by: change))")
        }
    }

    func changeMember(_ chooser: inout Chooser) -> Step {
        let details = MemberDetails(storedCard: "M\(chooser.pick(12))", name: "O", email: nil, phone: "1")
        let changes: [MemberChange] = [
            .activate, .deactivate, .remove(despiteLoans: true), .edit(details, revision: 1),
        ]
        let (change, member) = (changes[chooser.pick(4)], MemberID(stored: Int64(1 + chooser.pick(3))))
        return Step("change of a member") { (store) throws(StoreFailure) in
            Outcome(text: "\(try store.changeMember(member, by: change))")
        }
    }

    func withdraw(_ chooser: inout Chooser) -> Step {
        let barcode = Barcode(stored: "C\(chooser.pick(12))")
        return Step("withdrawal") { (store) throws(StoreFailure) in
            Outcome(text: "\(try store.withdrawCopy(barcode))")
        }
    }

    func changePolicy(_ chooser: inout Chooser) -> Step {
        let policy = LoanPolicy(
            storedDefault: 1 + chooser.pick(14), maximum: 14, retention: 180, loanLimit: [nil, 1, 4][chooser.pick(3)])
        return Step("policy") { (store) throws(StoreFailure) in
            Outcome(text: "\(try store.changePolicy { _ in .success(policy) })")
        }
    }
}
