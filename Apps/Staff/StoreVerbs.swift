import Bootstrap
import Console
import DTOs
import UseCases

/// `store`: where the library is kept.
enum StoreVerbs {
    static let commands = [
        Command(verb: Verb("store info", "Show what the store is and holds"), run: showStore)
    ]

    private static func showStore(_ desk: Desk) throws(CommandFailure) {
        let location = try desk.location()
        let describe = DescribeStore(store: try desk.reading().store)
        let store = try desk.ask(orElse: "the store cannot be shown") { () throws(HoldingsFailure) in
            try describe(as: desk.principal)
        }
        desk.answer(StoreDTO(store, location: "\(location)")) {
            var facts = FactList()
            facts.add("store", text: "\(location)")
            facts.add("technology", text: store.technology)
            facts.add("promises", text: store.durability)
            facts.add("layout", text: "version \(store.schema)")
            facts.add("time zone", text: store.zone)
            facts.add("made", text: desk.times.time(store.createdAt))
            if store.standing != "open" { facts.add("changes", text: "none: \(store.standing)") }
            if store.isOutboxPaused { facts.add("notices", "paused: the store it was copied from sends them") }
            for (name, count) in store.counts { facts.add(words(of: name), Cell(count)) }
            facts.print(to: desk.output)
        }
    }

    /// The name of a count, such as `openLoans`, as words.
    private static func words(of name: String) -> String {
        name.reduce(into: "") { $0 += $1.isUppercase ? " \($1.lowercased())" : String($1) }
    }
}
