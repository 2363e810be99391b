/// A rule of the lint.
///
/// Its raw value is the id that messages, exceptions and documents cite; an id is never reused.
enum Rule: String, CaseIterable, Comparable {
    case outward = "DL001"
    case notAllowed = "DL002"
    case notDeclared = "DL003"
    case neverImported = "DL004"
    case keptApart = "DL005"
    case outside = "DL006"
    case publicImport = "DL007"
    case reexport = "DL008"
    case unknownTarget = "DL009"
    case uncovered = "DL010"
    case leavesFolder = "DL011"
    case settings = "DL012"
    case symbolLeak = "DL013"
    case systemModule = "DL014"
    case pastTheInterface = "DL015"
    case testSupport = "DL016"
    case unreadable = "DL017"
    case configuration = "DL018"
    case staleException = "DL019"
    case undocumented = "DL020"
    case neverDeclared = "DL021"
    case staleDiagram = "DL022"
    case unknownInGuide = "DL023"
    case incompleteGuide = "DL024"

    /// 1 for a violation, 2 for a configuration that cannot be trusted, 3 for what could not be analysed.
    var exitCode: Int32 {
        switch self {
        case .unreadable: 3
        case .configuration: 2
        default: 1
        }
    }

    /// Whether an exception may excuse it: what makes the lint itself unreliable is never excused, nor a guide that misleads.
    var isExcusable: Bool {
        switch self {
        case .unreadable, .configuration, .staleException, .staleDiagram, .unknownInGuide, .incompleteGuide: false
        default: true
        }
    }

    static func < (left: Rule, right: Rule) -> Bool {
        left.rawValue < right.rawValue
    }
}
