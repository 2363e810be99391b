import Bootstrap
import Console
import DTOs
import Domain
import UseCases

/// `store check`, `copy`, `backup`, `restore` and `upgrade`: the store as a whole.
enum StoreMoveVerbs {
    private static let group = Option("--group", "NAME", "let the accounts of this group use the new store too")

    static let commands = [
        Command(
            verb: Verb(
                "store check", "Check every invariant of the store, and digest what it holds",
                remarks: [
                    "It checks a private copy, so the desk need not wait. Two stores with the same digest hold the same."
                ]), run: check),
        Command(
            verb: Verb(
                "store copy", "Copy the library to a new store",
                operands: [
                    Operand("FROM", "the store's URL, such as sqlite:PATH"),
                    Operand("TO", "the new store's URL; nothing may be there"),
                ],
                options: [
                    Option(
                        flag: "--retire", "from then on the old store refuses changes and says where the library is"),
                    group,
                ],
                remarks: [
                    "Changes of the old store wait until the copy is complete and found to be equal. Without --retire the "
                        + "copy sends no notices, for the old store does. With --retire the new store takes no changes "
                        + "before the old one is closed to them, so no two are ever open; if it is cut short, the same "
                        + "command goes on.",
                    "A store on read-only media is copied, but not retired.",
                ]), run: copy),
        Command(
            verb: Verb(
                "store backup", "Make a backup while the desk goes on",
                operands: [
                    Operand("PATH", "where it is made, or a URL of the same kind of store; nothing may be there")
                ],
                remarks: [
                    "A backup takes no changes. It is checked before it has its name, and none is made of a store that is "
                        + "damaged or whose library has moved."
                ]), run: backUp),
        Command(
            verb: Verb(
                "store restore", "Make a new store of a backup",
                operands: [Operand("BACKUP", "the backup's path or URL")],
                options: [
                    Option("--to", "URL", "the new store's URL; nothing may be there", .required),
                    Option(
                        "--skip-loans", "N",
                        "numbers of loans to leave out, for receipts on paper may bear them; else \(RestoreLibrary.skippedLoans)"
                    ),
                    group,
                ],
                remarks: [
                    "The backup is checked first, and one that is not sound is refused; so is a store that is no backup, for "
                        + "two of one library would be open."
                ]), run: restore),
        Command(
            verb: Verb(
                "store upgrade", "Bring a store of an earlier release to this release's layout",
                options: [
                    Option(
                        "--backup", "PATH", "where the backup is made; else beside the store, under its layout's number"
                    )
                ],
                remarks: [
                    "A backup of the store as it is comes first; then all is changed at once, or nothing. The earlier "
                        + "release cannot use the store afterwards, but can restore the backup."
                ]), run: upgrade),
    ]

    private static func check(_ desk: Desk) throws(CommandFailure) {
        let check = CheckLibrary(store: try desk.reading().store)
        let report = try desk.ask(orElse: "the store was not checked") { () throws(HoldingsFailure) in
            try check(as: desk.principal)
        }
        try show(report, desk, what: "the store")
    }

    /// Shows what a check found, a line each, and fails if it found anything.
    private static func show(
        _ report: CheckLibrary.Report, _ desk: Desk, what: String
    ) throws(CommandFailure) {
        for finding in report.findings {
            desk.answer(FindingDTO(finding)) {
                desk.output.line("\(finding.invariant.rawValue): \(finding.description)")
            }
        }
        desk.answer(CheckDTO(report)) {
            if report.isSound { desk.output.line("\(what) is sound") }
            var facts = FactList()
            facts.add("rows", (report.digest?.rows).map { Cell($0) })
            facts.add("digest", text: report.digest?.description)
            facts.print(to: desk.output)
        }
        guard report.isSound else {
            throw CommandFailure(
                "\(what) is not sound: \(report.count) finding\(report.count == 1 ? "" : "s"); make a copy of its files, "
                    + "and restore a backup", code: "storeNotSound", exit: .refused)
        }
    }

    private static func copy(_ desk: Desk) throws(CommandFailure) {
        let stated = desk.arguments
        let from: StoreLocation
        do {
            from = try StoreLocation(url: stated.operand("FROM") ?? "")
        } catch { throw CommandFailure(StorageTrouble(error)) }
        let new = try newStore(stated.operand("TO"), desk)
        let retires = stated.flag("--retire")
        let library = try desk.library(at: from, for: retires ? .changing : .copying)
        let copy = CopyLibrary(from: library.store, at: "\(from.absolute)", to: new)
        try desk.ask(orElse: "nothing was copied") { () throws(HoldingsFailure) in
            try copy(retires: retires, as: desk.principal)
        }
        desk.answer(MovedStoreDTO(from: "\(from)", to: new.location, isRetired: retires)) {
            desk.output.line("copied \(from) to \(new.location)")
            desk.output.line(
                retires
                    ? "  the old store takes no changes any more and says where the library is"
                    : "  the old store goes on; the copy sends no notices")
        }
    }

    private static func backUp(_ desk: Desk) throws(CommandFailure) {
        let path = try backupPath(desk.arguments.operand("PATH") ?? "", desk)
        do { try StoreLocation(backup: path).checkLocal() } catch { throw CommandFailure(StorageTrouble(error)) }
        let backUp = BackUpLibrary(store: try desk.reading().store)
        try desk.ask(orElse: "no backup was made") { () throws(HoldingsFailure) in
            try backUp(to: path, as: desk.principal)
        }
        desk.answer(BackupDTO(path: path)) {
            desk.output.line("made a backup at \(path)")
        }
    }

    private static func restore(_ desk: Desk) throws(CommandFailure) {
        let stated = desk.arguments
        let backup: StoreLocation
        do {
            backup = try StoreLocation(backup: stated.operand("BACKUP") ?? "")
        } catch { throw CommandFailure(StorageTrouble(error)) }
        let skipping = try desk.number("--skip-loans", as: .loans) ?? RestoreLibrary.skippedLoans
        let new = try newStore(stated.value("--to"), desk)
        let restore = RestoreLibrary(backup: try library(ofBackup: backup, desk).store, to: new)
        let outcome = try desk.ask(orElse: "nothing was restored") { () throws(HoldingsFailure) in
            try restore(skipping: skipping, as: desk.principal)
        }
        switch outcome {
        case .unsound(let report):
            try show(report, desk, what: "the backup")
        case .restored(let nextLoan):
            desk.answer(RestoredStoreDTO(location: new.location, nextLoan: nextLoan)) {
                desk.output.line("restored the backup to \(new.location)")
                desk.output.line("  the next loan has number \(nextLoan)")
            }
        }
    }

    private static func upgrade(_ desk: Desk) throws(CommandFailure) {
        let location = try desk.location()
        let stated = desk.arguments.value("--backup")
        let backup: String?
        if let stated { backup = try backupPath(stated, desk) } else { backup = nil }
        let upgrade = UpgradeLibrary(store: OldStore(location))
        let done = try desk.ask(orElse: "the store was not upgraded") { () throws(HoldingsFailure) in
            try upgrade(backup: backup, as: desk.principal)
        }
        desk.answer(UpgradedStoreDTO(done, location: "\(location)")) {
            guard let backup = done.backup else {
                return desk.output.line("\(location) has this release's layout already, version \(done.to)")
            }
            desk.output.line("upgraded \(location) from layout \(done.from) to \(done.to)")
            desk.output.line("  the backup of it as it was is at \(backup)")
        }
    }

    private static func backupPath(_ text: String, _ desk: Desk) throws(CommandFailure) -> String {
        let location = try desk.location()
        do { return try location.pathOfBackup(text) } catch { throw CommandFailure(StorageTrouble(error)) }
    }

    private static func library(ofBackup location: StoreLocation, _ desk: Desk) throws(CommandFailure) -> Library {
        do throws(CommandFailure) {
            return try desk.library(at: location, for: .reading)
        } catch {
            guard error.code == "storeMissing" else { throw error }
            throw CommandFailure(
                "there is no backup at \(location); name one that 'circ store backup' made", code: error.code,
                exit: .noInput)
        }
    }

    private static func newStore(_ url: String?, _ desk: Desk) throws(CommandFailure) -> NewStore {
        do {
            return try NewStore(try StoreLocation(url: url ?? ""), group: desk.arguments.value("--group"))
        } catch { throw CommandFailure(StorageTrouble(error)) }
    }
}
