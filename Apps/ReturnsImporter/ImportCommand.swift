import Console
import ReturnFiles

/// The declaration of the command line.
enum ImportCommand {
    static let source = Option(
        "--source", "NAME", "the machine or desk that wrote the files; its lines' IDs are its own", .required)
    static let format = Option(
        "--format", "FORMAT", "auto (by content), or one of \(KnownFormats.names.joined(separator: ", "))")
    static let zone = Option("--zone", "ZONE", "the time zone of the files' local times; else the library's")
    static let returnedAt = Option("--returned-at", "TIME", "when lines that state no time came back")
    static let clockOffset = Option(
        "--clock-offset", "SECONDS",
        "added to every time, but to no day that a person picked; the machine's clock was slow")
    static let clockTolerance = Option("--clock-tolerance", "MINUTES", "how far the clock may be off; else 5")
    static let ambiguous = Option(
        "--ambiguous", "WHICH", "earlier or later, where clocks show a local time twice or skip it")
    static let map = Option(
        "--map", "COLUMN=HEADER", "what the header calls a column: barcode=\"Item Barcode\"", isRepeated: true)
    static let dryRun = Option(flag: "--dry-run", "tell what would happen, and change nothing")
    static let exclusive = Option(
        flag: "--exclusive", "take the store for itself: faster, and desks are told meanwhile that it is busy")
    static let report = Option(
        "--report", "FILE", "write what came of the lines: FILE.html for people, .csv for spreadsheets, else JSON Lines"
    )
    static let progress = Option("--progress", "WHEN", "auto (on a terminal) or never")
    static let files = Operand("FILE", "a file of returns; - for standard input", isRepeated: true)

    static let program = Program(
        "circ-import", "Reconcile files of returns with the library's loans",
        verbs: [
            Verb(
                "", "Apply the returns that files state, each exactly once", operands: [files],
                options: [
                    source, format, zone, returnedAt, clockOffset, clockTolerance, ambiguous, map, dryRun,
                    exclusive, report, progress,
                ],
                remarks: [
                    "Importing a file again changes nothing; a file that has grown applies its new lines. After a kill or a crash, run the same command again.",
                    "On SQLite desks may work beside an import: it commits for a fraction of a second at a time. Without desks, use --exclusive. A file store is for one process at a time: an import holds it to its end, and desks are told meanwhile that it is busy.",
                    "An HTML report shows the lines that need a person, with what to do. A line that an earlier import asked about is told apart from new ones; 'circ import runs' lists the imports.",
                    "With --json it prints a document for each line that needs a person, then a summary. docs/json.md describes each document; a report in JSON Lines has every line. In CSV an apostrophe stands before what a spreadsheet would take for a formula.",
                    "What --ambiguous settled once stays so: later imports need it for new lines alone.",
                    "Loans of offline days are never applied: reports have a 'circ borrow' command for each whose card and time are clear, which may be run again.",
                    "The first Ctrl-C ends the check of the files, or else finishes what is being written and says how to go on; the second ends at once.",
                    "A file that is refused is refused before anything is applied. Several files are merged by time.",
                    "It ends with 0 if every line is settled, 1 if some need a person, 65 for bad data, 66 if a file is not there, and 75 if it was stopped.",
                ])
        ],
        common: [.store, .json, .verbose])
}
