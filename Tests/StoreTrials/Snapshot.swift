package import Domain
package import Ports

/// All that a store shows, to be compared.
package struct Snapshot: Hashable {
    package let books: [BookStock]
    package let copies: [CopyStanding]
    package let members: [Member]
    package let loans: [Loan]
    package let policy: LoanPolicy
    package let zone: String
    package let facts: StoreFacts

    /// Reads a store in pages of a size.
    package init(of store: any LibraryStore, pageSize: Int = 100) throws {
        books = try Self.all { try store.books(after: $0?.book.id, limit: pageSize) }
        copies = try Self.all { try store.copies(of: nil, after: $0?.copy.barcode, limit: pageSize) }
        members = try Self.all { try store.members(after: $0?.id, limit: pageSize) }
        loans = try Self.all { try store.loans(matching: LoanFilter(), after: $0?.id, limit: pageSize) }
        policy = try store.policy()
        zone = try store.zone()
        facts = try store.facts()
    }

    private static func all<Item>(_ page: (Item?) throws -> [Item]) throws -> [Item] {
        var items: [Item] = []
        while true {
            let next = try page(items.last)
            if next.isEmpty { return items }
            items += next
        }
    }
}
