import Bootstrap
import Console
import DTOs
import Domain
import UseCases

/// `member`: the people who borrow.
enum MemberVerbs {
    private static let id = Operand("ID", "the member's number")

    static let commands = [
        Command(
            verb: Verb(
                "member add", "Enter a member", operands: [Operand("NAME", "the member's name")],
                options: [
                    Option("--card", "CARD", "the number on the card", .required),
                    Option("--email", "EMAIL", "where notices go"),
                    Option("--phone", "PHONE", "a telephone number"),
                ]), run: add),
        Command(
            verb: Verb(
                "member list", "List members",
                operands: [
                    Operand(
                        "WORD", "words that must occur in name, card, e-mail or telephone", .optional, isRepeated: true)
                ]),
            run: list),
        Command(
            verb: Verb(
                "member show", "Show a member", operands: [Operand("ID", "the member's number", .oneOf("member"))],
                options: [Option("--card", "CARD", "the number on the card", .oneOf("member"))]), run: show),
        Command(
            verb: Verb(
                "member edit", "Change what is known of a member", operands: [id],
                options: [
                    Option("--revision", "R", "the revision that 'member show' showed", .required),
                    Option("--name", "NAME", "another name"),
                    Option("--card", "CARD", "another card"),
                    Option("--email", "EMAIL", "another e-mail address; empty for none"),
                    Option("--phone", "PHONE", "another telephone number; empty for none"),
                ], remarks: ["If somebody changed the member since that revision, nothing is changed."]), run: edit),
        Command(
            verb: Verb(
                "member deactivate", "Let a member borrow no more", operands: [id],
                remarks: ["Returns work as before."]), run: deactivate),
        Command(verb: Verb("member activate", "Let a member borrow again", operands: [id]), run: activate),
        Command(
            verb: Verb(
                "member remove", "Forget a member", operands: [id],
                options: [Option(flag: "--despite-loans", "even if loans are still open")],
                remarks: ["Loans keep the member's bare number, and a return works as before."]), run: remove),
    ]

    private static func add(_ desk: Desk) throws(CommandFailure) {
        let stated = desk.arguments
        let library = try desk.library()
        let add = AddMember(members: library.store, clock: library.clock)
        let member = try desk.ask(orElse: "the member was not added") { () throws(HoldingsFailure) in
            try add(
                name: stated.operand("NAME") ?? "", card: stated.value("--card") ?? "",
                email: stated.value("--email"), phone: stated.value("--phone"), as: desk.principal)
        }
        answer("added", member, desk)
    }

    private static func list(_ desk: Desk) throws(CommandFailure) {
        let text = SearchText(desk.arguments.operands("WORD").joined(separator: " "))
        let listing = Listing(
            columns: [
                .number("ID"), .text("CARD"), .text("NAME", isFlexible: true), .text("STATE"),
                .text("E-MAIL", isFlexible: true), .text("PHONE"),
            ],
            nothing: "no member found",
            cells: { (member: Member) in
                [
                    Cell(member.id.value), Cell(member.details.card.description), Cell(member.details.name),
                    Cell(state(of: member)), Cell(member.details.email ?? ""), Cell(member.details.phone ?? ""),
                ]
            }, document: MemberDTO.init(_:))
        let members = FindMembers(members: try desk.reading().store)
        try listing.print(at: desk) { page throws(HoldingsFailure) in
            try members.each(finding: text, as: desk.principal, page)
        }
    }

    private static func show(_ desk: Desk) throws(CommandFailure) {
        let stated = desk.arguments
        let id = try stated.operand("ID").map { text throws(CommandFailure) in
            try desk.identifier(text, as: .member)
        }
        let members = FindMembers(members: try desk.reading().store)
        let member = try desk.ask(orElse: "the member cannot be shown") { () throws(HoldingsFailure) in
            if let id { return try members(id, as: desk.principal) }
            return try members(card: stated.value("--card") ?? "", as: desk.principal)
        }
        desk.answer(MemberDTO(member)) {
            desk.output.line("member \(member.id): \(member.details.name)")
            var facts = FactList()
            facts.add("card", text: member.details.card.description)
            facts.add("e-mail", text: member.details.email)
            facts.add("phone", text: member.details.phone)
            facts.add("state", text: state(of: member))
            facts.add("entered", text: desk.times.time(member.createdAt))
            facts.add("revision", Cell(member.revision))
            facts.print(to: desk.output)
        }
    }

    private static func edit(_ desk: Desk) throws(CommandFailure) {
        let stated = desk.arguments
        let change = MemberEdit(
            name: stated.value("--name"), card: stated.value("--card"), email: stated.value("--email"),
            phone: stated.value("--phone"))
        let id = try desk.identifier(stated.operand("ID"), as: .member)
        let revision = try desk.number("--revision", as: .revision) ?? 0
        let members = ChangeMember(members: try desk.library().store)
        let member = try desk.ask(orElse: unchanged) { () throws(HoldingsFailure) in
            try members.edit(id, revision: revision, change, as: desk.principal)
        }
        answer("changed", member, desk)
    }

    private static func deactivate(_ desk: Desk) throws(CommandFailure) {
        try change(by: .deactivate, "deactivated", desk)
    }

    private static func activate(_ desk: Desk) throws(CommandFailure) {
        try change(by: .activate, "activated", desk)
    }

    private static func remove(_ desk: Desk) throws(CommandFailure) {
        try change(by: .remove(despiteLoans: desk.arguments.flag("--despite-loans")), "removed", desk)
    }

    private static let unchanged = "the member is as before"

    private static func change(by change: MemberChange, _ done: String, _ desk: Desk) throws(CommandFailure) {
        let id = try desk.identifier(desk.arguments.operand("ID"), as: .member)
        let members = ChangeMember(members: try desk.library().store)
        let member = try desk.ask(orElse: unchanged) { () throws(HoldingsFailure) in
            try members.change(id, by: change, as: desk.principal)
        }
        if case .remove = change {
            desk.answer(MemberDTO(member)) { desk.output.line("removed member \(member.id): \(member.details.name)") }
        } else {
            answer(done, member, desk)
        }
    }

    private static func answer(_ done: String, _ member: Member, _ desk: Desk) {
        desk.answer(MemberDTO(member)) {
            desk.output.line("\(done) member \(member.id): \(member.details.name) (revision \(member.revision))")
        }
    }

    private static func state(of member: Member) -> String { member.isActive ? "active" : "inactive" }
}
