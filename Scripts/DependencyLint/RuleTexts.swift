/// What `explain` and every finding say about a rule.
struct RuleText {
    /// The rule, as one sentence.
    let title: String
    /// Why it exists.
    let why: String
    /// What to do instead of breaking it.
    let instead: String
}

extension Rule {
    /// The rule in words.
    var text: RuleText {
        switch self {
        case .outward, .notAllowed, .notDeclared, .neverImported, .keptApart, .outside, .neverDeclared:
            directionText
        case .publicImport, .reexport, .symbolLeak, .systemModule, .pastTheInterface, .testSupport:
            interfaceText
        case .staleDiagram, .unknownInGuide, .incompleteGuide:
            guideText
        default:
            coverageText
        }
    }

    private var directionText: RuleText {
        switch self {
        case .outward:
            RuleText(
                title: "A target imports inwards only.",
                why: "What lies inside must not change when something outside it does.",
                instead: "Say what the inner target needs as a protocol in Ports, and keep that promise outside.")
        case .notAllowed:
            RuleText(
                title: "A target imports only the targets on its allow-list.",
                why: "Each edge of the graph is a decision; what nobody decided is refused.",
                instead:
                    "Do without it, or add it to the target's `uses` in the architecture file and say why in review.")
        case .notDeclared:
            RuleText(
                title: "What a file imports is a direct dependency of its target in Package.swift.",
                why: "SwiftPM lets an undeclared import pass in some builds and not in others.",
                instead: "Add the module to the target's dependencies in Package.swift, or drop the import.")
        case .neverImported:
            RuleText(
                title: "What a target declares, it imports.",
                why: "A dependency that nobody uses is a door left open, and costs build time.",
                instead: "Remove it from Package.swift and from the target's `uses`.")
        case .keptApart:
            RuleText(
                title: "Targets that are kept apart do not import each other.",
                why: "Stores and programs must be removable one by one.",
                instead: "Move what both need inwards, to a target that both may import.")
        case .neverDeclared:
            RuleText(
                title: "What the architecture permits is declared, and used.",
                why: "Slack in the allow-list lets a new edge in without a decision.",
                instead: "Remove the word, or declare the dependency and import it as it says.")
        default:
            RuleText(
                title: "A target imports an outside module only where the architecture gives a reason.",
                why: "Technology belongs at the edge, where it can be exchanged.",
                instead: "Ask a port for what the module would give, or give a reason under `outside`.")
        }
    }

    private var interfaceText: RuleText {
        switch self {
        case .publicImport:
            RuleText(
                title: "A module is imported publicly only where it may appear in the target's API.",
                why: "A public import hands the module on to everyone who imports this target.",
                instead: "Import it plainly, or name it under `api` if it belongs in the target's public signatures.")
        case .reexport:
            RuleText(
                title: "No target re-exports a module.",
                why: "A re-export gives an importer modules that it never declared.",
                instead: "Let each file import what it uses.")
        case .symbolLeak:
            RuleText(
                title: "No code reaches a symbol by its name.",
                why: "A symbol found by name is a dependency that no graph shows.",
                instead: "Import the module that owns the symbol, through a port if it lies further out.")
        case .systemModule:
            RuleText(
                title:
                    "A C module is used by its owners only, and its map and headers say little enough to be checked.",
                why: "One adapter speaks to one C library; everyone else speaks to a port.",
                instead:
                    "Ask the adapter that owns the module, through its port. A map has headers beside it, `link` and "
                    + "`export *`; a header includes <system headers> and has `static inline` functions without texts.")
        case .pastTheInterface:
            RuleText(
                title: "An import stays within the module's public interface; tests alone may use @testable.",
                why: "What is reached past the interface cannot be changed by the module that owns it.",
                instead: "Make the declaration public, with a comment, or do without it.")
        default:
            RuleText(
                title: "What helps tests brings no outer ring into the tests of an inner one.",
                why: "Inner tests that need outer code prove nothing about the inner ring alone.",
                instead: "Split the support target, or write the test's own fake.")
        }
    }

    private var coverageText: RuleText {
        switch self {
        case .unknownTarget:
            RuleText(
                title: "Every target of the package is described by the architecture, as what it is.",
                why: "A target that the lint does not know would be checked by nothing.",
                instead: "Describe the target in the architecture file.")
        case .uncovered:
            RuleText(
                title: "Every source file belongs to a target, and every target has sources.",
                why: "What no target covers is checked by nothing; SwiftPM drops an empty target silently.",
                instead: "Move the file into its target's folder, or remove it.")
        case .leavesFolder:
            RuleText(
                title: "A target's sources are the real files in its own folder.",
                why: "A link or a path elsewhere compiles one module's code into another.",
                instead: "Keep the file where its target is, and import the module instead.")
        case .settings:
            RuleText(
                title:
                    "Every target is built with exactly the settings that the architecture requires, and says so on every machine.",
                why: "Unsafe flags, plugins and aliases go round every other rule.",
                instead: "Remove the setting, or require it of every target in the architecture file.")
        case .unreadable:
            RuleText(
                title: "Every source and the manifest can be read, parsed and told apart by name.",
                why: "What cannot be read cannot be checked, so it does not pass.",
                instead: "Mend the file until the compiler accepts it.")
        case .configuration:
            RuleText(
                title: "The architecture file is well formed, agrees with itself, and names only what exists.",
                why: "A rule about a module that does not exist can never fail.",
                instead: "Correct the line.")
        case .staleException:
            RuleText(
                title: "An exception matches a finding, and ends on its day.",
                why: "An exception that nobody needs any more excuses the next mistake.",
                instead: "Remove the exception, or mend what it excuses.")
        default:
            RuleText(
                title:
                    "Every public declaration has a doc comment, its own or that of the port or the enumeration it is part of.",
                why:
                    "The comment is the contract that an importer of another team reads. A case is exempt, for its "
                    + "enumeration's comment tells what the cases are, and a copy beside each name would say it again.",
                instead: "Say in one sentence what it promises, then units, ranges and errors; or make it internal.")
        }
    }

    private var guideText: RuleText {
        switch self {
        case .staleDiagram:
            RuleText(
                title: "The diagram in ARCHITECTURE.md is the declared graph.",
                why: "A diagram that has drifted is believed all the same.",
                instead: "Run `Scripts/dependency-lint graph --write`.")
        case .unknownInGuide:
            RuleText(
                title:
                    "ARCHITECTURE.md names only files, folders and rules that exist; no other document names such a rule.",
                why: "A newcomer follows the names, and trusts nothing else once one leads nowhere.",
                instead: "Correct the name; what is no path of this repository needs no slash in backticks.")
        default:
            RuleText(
                title: "ARCHITECTURE.md maps every target, follows one return, and cites a rule for each invariant.",
                why: "What the guide leaves out is found by luck, and an invariant that nothing checks is a wish.",
                instead:
                    "Write the row or the section; cite a rule about sources, or under a heading of its own the file that keeps it."
            )
        }
    }
}
