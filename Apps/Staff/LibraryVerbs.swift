import Bootstrap
import Console
import DTOs
import Domain
import Presenters
import UseCases

/// `init` and `policy`: what is decided about the library as a whole.
enum LibraryVerbs {
    static let commands = [
        Command(
            verb: Verb(
                "init", "Make a new library",
                options: [
                    Option("--zone", "ZONE", "its time zone, such as Europe/Zurich; else this machine's"),
                    Option("--group", "NAME", "let the accounts of this group use it too"),
                ], remarks: ["Whatever is there already is refused and left as it is."]),
            run: create),
        Command(verb: Verb("policy show", "Show how long loans last, and how many a member may have"), run: showPolicy),
        Command(
            verb: Verb(
                "policy set", "Change how long loans last, and how many a member may have",
                options: [
                    Option("--default-days", "N", "days of a loan whose length is not stated"),
                    Option("--max-days", "N", "the most days a loan may have, 1 to 365"),
                    Option("--retention-days", "N", "days for which receipts are kept, 7 or more"),
                    Option("--loan-limit", "N", "the most loans a member may have open at once, or 'none'"),
                ]), run: setPolicy),
    ]

    private static func create(_ desk: Desk) throws(CommandFailure) {
        let location = try desk.location()
        let assumed: [String]
        do {
            assumed = try Library.create(
                location, zone: desk.arguments.value("--zone"), group: desk.arguments.value("--group")
            ).assumed
        } catch { throw CommandFailure(StorageTrouble(error)) }
        desk.answer(CreatedStoreDTO(location: "\(location)", assumed: assumed)) {
            desk.output.line("made a library at \(location)")
            for sentence in assumed { desk.output.line("  assumed: \(sentence)") }
        }
    }

    private static func showPolicy(_ desk: Desk) throws(CommandFailure) {
        let policies = DecidePolicy(policies: try desk.reading().store)
        let policy = try desk.ask(orElse: "the policy cannot be shown") { () throws(HoldingsFailure) in
            try policies.show()
        }
        answer(policy, desk)
    }

    private static func setPolicy(_ desk: Desk) throws(CommandFailure) {
        let standard = try desk.number("--default-days", as: .defaultDays)
        let most = try desk.number("--max-days", as: .maximumDays)
        let kept = try desk.number("--retention-days", as: .retentionDays)
        let limit = try loanLimit(desk)
        let policies = DecidePolicy(policies: try desk.library().store)
        let policy = try desk.ask(orElse: "the policy is as it was") { () throws(HoldingsFailure) in
            try policies.set(
                defaultDays: standard, maximumDays: most, retentionDays: kept, loanLimit: limit, as: desk.principal)
        }
        answer(policy, desk)
    }

    private static func loanLimit(_ desk: Desk) throws(CommandFailure) -> DecidePolicy.LoanLimit? {
        if desk.arguments.value("--loan-limit") == "none" { return DecidePolicy.LoanLimit.none }
        return try desk.number("--loan-limit", as: .loanLimit).map { .loans($0) }
    }

    private static func answer(_ policy: LoanPolicy, _ desk: Desk) {
        desk.answer(PolicyDTO(policy)) {
            var facts = FactList()
            facts.add("default loan", "\(policy.defaultDays) days")
            facts.add("longest loan", "\(policy.maximumDays) days")
            facts.add("receipts kept", "\(policy.retentionDays) days")
            facts.add("loans at once", policy.loanLimit.map { "\($0) a member" } ?? "no limit")
            facts.print(to: desk.output)
        }
    }
}
