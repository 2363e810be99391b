/// The intended graph, as the architecture file states it.
struct Architecture {
    /// Where the file lies, from the root of the repository.
    static let file = "Scripts/DependencyLint/architecture.txt"

    var rings: [Ring] = []
    var entries: [Entry] = []
    var apart: [Apart] = []
    var traits: [Trait] = []
    /// The settings that every Swift target has, and the only ones it may have, such as `swiftLanguageMode 6`.
    var settings: [Word] = []
    /// Folders whose Swift files are data: no target compiles them.
    var data: [Word] = []
    var exceptions: [Exception] = []

    /// The target of that name, if the architecture describes it.
    func entry(_ name: String) -> Entry? {
        entries.first { $0.name.text == name }
    }

    /// The ring that a target lies in; a system module and a tool lie in none.
    func ring(of entry: Entry) -> Ring? {
        entry.ring.flatMap { name in rings.first { $0.name.text == name.text } }
    }

    /// The outside modules that a target may import: its ring's and its own.
    func outside(of entry: Entry) -> [Outside] {
        (ring(of: entry)?.outside ?? []) + entry.outside
    }

    /// The group that keeps two targets apart, if there is one.
    func groupKeepingApart(_ one: String, _ other: String) -> Apart? {
        guard one != other else { return nil }
        return apart.first { group in
            let names = group.members.map(\.text)
            return names.contains(one) && names.contains(other)
        }
    }
}

/// A word of the architecture file, and where it stands.
struct Word {
    let text: String
    let place: Place
}

/// A ring of the house.
struct Ring {
    let name: Word
    /// Why the ring may reach no more than it does.
    let why: String
    /// The rings that its targets may import.
    let inwards: [Word]
    let outside: [Outside]

    /// Whether a target of this ring may import one of another ring.
    func reaches(_ other: Ring) -> Bool {
        inwards.contains { $0.text == other.name.text }
    }
}

/// An outside module that may be imported, and why.
struct Outside {
    let module: Word
    let reason: String
}

/// What a target is, and so what may be asked of it.
enum TargetKind: String {
    case library, program, tests, support, system, tool

    /// The type that SwiftPM gives such a target; a tool is none of the package's.
    var declaredType: String? {
        switch self {
        case .library, .support: "regular"
        case .program: "executable"
        case .tests: "test"
        case .system: "system"
        case .tool: nil
        }
    }

    /// Whether others import it, so that its public declarations need comments.
    var hasInterface: Bool {
        self == .library || self == .support
    }
}

/// One target as it is intended.
struct Entry {
    let kind: TargetKind
    let name: Word
    let folder: Word
    var ring: Word?
    /// The targets that it may import, each one directly.
    var uses: [Word] = []
    /// Those of its modules that may appear in its public signatures.
    var api: [Word] = []
    var outside: [Outside] = []
    /// The targets that may import it, when it is a system module.
    var owners: [Word] = []

    /// Whether the allow-list names a target.
    func mayUse(_ name: String) -> Bool {
        uses.contains { $0.text == name }
    }
}

/// Targets that never import each other.
struct Apart {
    let name: Word
    let members: [Word]
    let why: String
}

/// A trait of the package on which dependencies may hang.
struct Trait {
    let name: Word
    /// The targets that it may give to those that depend on them.
    let gives: [Word]
    let why: String
}

/// A finding that is excused until a day, for a reason that someone owns.
struct Exception {
    let rule: Rule
    let place: Place
    let target: Word
    let subject: Word
    let reason: String
    let owner: String
    /// The last day on which it holds, as YYYY-MM-DD.
    let until: String
}
