import Bootstrap
import Domain
import Presenters
import UseCases

/// Reads the titles and names that stand beside numbers; one that cannot be read is left out.
final class Names {
    private static let most = 10_000

    private let books: FindBooks
    private let members: FindMembers
    private let principal: Principal
    private var titles: [BookID: String?] = [:]
    private var names: [MemberID: String?] = [:]

    init(_ library: Library, as principal: Principal) {
        books = FindBooks(books: library.store)
        members = FindMembers(members: library.store)
        self.principal = principal
    }

    func title(of book: BookID) -> String? {
        if let known = titles[book] { return known }
        if titles.count >= Self.most { titles.removeAll(keepingCapacity: true) }
        let title = (try? books.title(of: book)) ?? nil
        titles[book] = .some(title)
        return title
    }

    func name(of member: MemberID) -> String? {
        if let known = names[member] { return known }
        if names.count >= Self.most { names.removeAll(keepingCapacity: true) }
        let name = try? members(member.value, as: principal).details.name
        names[member] = .some(name)
        return name
    }

    /// The number of a book with its title.
    func book(_ book: BookID) -> String { title(of: book).map { "\(book) \($0)" } ?? "\(book)" }

    /// The number of a member with the name.
    func member(_ member: MemberID) -> String { name(of: member).map { "\(member) \($0)" } ?? "\(member)" }

    /// What stands beside a receipt.
    func surroundings(of loan: Loan) -> Surroundings {
        Surroundings(title: title(of: loan.book), memberName: name(of: loan.member))
    }
}
