import Domain
import Testing

@Suite("Stated texts and numbers")
struct TextLimitsTests {
    @Test("An operation ID has 1 to 64 bytes, no control character, and is taken exactly as it is")
    func operation() throws {
        let long = String(repeating: "x", count: 64)
        for text in ["a", " a ", "é", long] { #expect(try OperationID(text).text.utf8.elementsEqual(text.utf8)) }
        #expect(throws: InvalidRequest(.operation, .missing)) { try OperationID("") }
        #expect(throws: InvalidRequest(.operation, .tooLong(maximumBytes: 64))) { try OperationID(long + "x") }
        #expect(throws: InvalidRequest(.operation, .controlCharacter)) { try OperationID("a\nb") }
        #expect(throws: InvalidRequest(.operation, .controlCharacter)) { try OperationID("a\u{0}") }
        #expect(throws: InvalidRequest(.operation, .notUTF8)) { try OperationID(bytes: [0xFF].span) }
        #expect(try OperationID("\u{E9}") != OperationID("e\u{301}"))
    }

    @Test("A control character is found wherever it stands, and nothing else is taken for one")
    func controlCharacters() throws {
        let controls = ["\u{0}", "\u{1F}", "\u{7F}", "\u{80}", "\u{9F}"]
        for before in 0..<18 {
            for after in [0, 1, 9] {
                let (start, end) = (String(repeating: "~", count: before), String(repeating: " ", count: after))
                for control in controls {
                    #expect(throws: InvalidRequest(.operation, .controlCharacter), "\(before), \(after)") {
                        try OperationID(start + control + end)
                    }
                }
                for other in [" ", "~", "\u{A0}", "\u{C0}", "\u{20AC}", "\u{1F600}"] {
                    #expect(try OperationID(start + other + end).text == start + other + end)
                }
            }
        }
    }

    @Test("A generated operation ID sorts by its time, fits, and differs within a millisecond")
    func generated() throws {
        let ids = [(day(0, 9), 5), (day(0, 9, 0, 1), 3), (day(400, 9), 0)].map { time, random in
            OperationID(generatedAt: time, random: random)
        }
        #expect(ids == ids.sorted())
        #expect(OperationID(generatedAt: day(0, 9), random: 1) != ids[0])
        #expect(try OperationID(ids[2].text) == ids[2])
        #expect(
            OperationID(generatedAt: Moment(milliseconds: -1), random: .max).text == "000000000000-ffffffffffffffff")
    }

    @Test("A scope names an account or a source, and the two never meet")
    func scope() throws {
        #expect(try OperationScope.staff("ada").description == "staff:ada")
        #expect(try OperationScope.staff("x") != OperationScope.source("x"))
        #expect(throws: InvalidRequest(.account, .missing)) { try OperationScope.staff("") }
        #expect(throws: InvalidRequest(.scope, .controlCharacter)) { try OperationScope.source("a\u{1B}") }
        #expect(throws: InvalidRequest(.scope, .tooLong(maximumBytes: 64))) {
            try OperationScope.source(String(repeating: "x", count: 65))
        }
    }

    @Test("A number that names something is positive")
    func identifiers() throws {
        #expect(BookID(0) == nil && BookID(-1) == nil && BookID(.min) == nil)
        #expect(BookID(1)?.next == BookID(2))
        #expect(throws: InvalidRequest(.loan, .notPositive)) { try LoanID(stated: 0, as: .loan) }
        #expect(try LoanID(stated: .max, as: .loan).description == "9223372036854775807")
    }

    @Test("A title is never empty, has at most 512 bytes and no control character")
    func title() throws {
        #expect(try BookDetails(title: "  A title\u{2003}").title == "A title")
        #expect(try BookDetails(title: String(repeating: "é", count: 256)).title.utf8.count == 512)
        #expect(throws: InvalidRequest(.title, .missing)) { try BookDetails(title: "") }
        #expect(throws: InvalidRequest(.title, .missing)) { try BookDetails(title: " \t\n\u{A0}") }
        #expect(throws: InvalidRequest(.title, .controlCharacter)) { try BookDetails(title: "a\u{1B}[31mb") }
        #expect(throws: InvalidRequest(.title, .controlCharacter)) { try BookDetails(title: "a\u{9B}b") }
        #expect(throws: InvalidRequest(.title, .tooLong(maximumBytes: 512))) {
            try BookDetails(title: String(repeating: "é", count: 256) + "x")
        }
    }

    @Test("A blank author or ISBN is none")
    func blank() throws {
        let details = try BookDetails(title: "T", author: " ", isbn: "")
        #expect(details.author == nil && details.isbn == nil)
        #expect(throws: InvalidRequest(.author, .controlCharacter)) { try BookDetails(title: "T", author: "a\u{7}") }
    }

    @Test(
        "An ISBN loses its hyphens and spaces",
        arguments: [
            ("978-3-16-148410-0", "9783161484100"), ("0-306-40615-2", "0306406152"), ("0 8044 2957 x", "080442957X"),
            ("9783161484100", "9783161484100"), (" 0306406152 ", "0306406152"),
        ])
    func isbn(_ stated: String, _ kept: String) throws {
        #expect(try BookDetails(title: "T", isbn: stated).isbn == kept)
    }

    @Test(
        "What has not the length, the digits or the check digit of an ISBN is none",
        arguments: [
            "9783161484101", "0306406153", "030640615", "97831614841000", "X306406152", "978316148410X", "08044X957X",
            "abcdefghij", "-", "٣٠٦٤٠٦١٥٢٢", "0306406152\u{301}",
        ])
    func noISBN(_ stated: String) {
        #expect(throws: InvalidRequest(.isbn, .malformed)) { try BookDetails(title: "T", isbn: stated) }
    }

    @Test("A member has a card of at most 64 bytes and a name")
    func member() throws {
        let details = try MemberDetails(card: " 007 ", name: " Zoë ", email: "z@example.org", phone: " ")
        #expect(details.card.description == "007")
        #expect(details.name == "Zoë" && details.email == "z@example.org" && details.phone == nil)
        #expect(throws: InvalidRequest(.card, .missing)) { try MemberDetails(card: " ", name: "N") }
        #expect(throws: InvalidRequest(.name, .missing)) { try MemberDetails(card: "1", name: "") }
        #expect(throws: InvalidRequest(.card, .tooLong(maximumBytes: 64))) {
            try MemberDetails(card: String(repeating: "1", count: 65), name: "N")
        }
    }

    @Test(
        "An address has one @ with something on each side and no space",
        arguments: ["a", "@b", "a@", "a@b@c", "a b@c", "@"])
    func email(_ stated: String) {
        #expect(throws: InvalidRequest(.email, .malformed)) { try MemberDetails(card: "1", name: "N", email: stated) }
    }

    @Test("A branch is compared byte for byte")
    func branch() throws {
        #expect(try Branch(" North ") == Branch("North"))
        #expect(try Branch("\u{E9}") != Branch("e\u{301}"))
        #expect(throws: InvalidRequest(.branch, .missing)) { try Branch(" ") }
    }

    @Test("A loan has 1 to 365 days, whatever the policy", arguments: [Int.min, -1, 0, 366, .max])
    func days(_ days: Int) throws {
        #expect(throws: InvalidRequest(.days, .outOfRange(lowest: 1, highest: 365))) {
            try BorrowRequest(key: key(), item: .book(number(1)), member: number(1), days: days)
        }
        for days in [1, 365] {
            #expect(try BorrowRequest(key: key(), item: .book(number(1)), member: number(1), days: days).days == days)
        }
    }

    @Test("A tolerance has 0 to 24 hours")
    func tolerance() throws {
        for tolerance: Int64 in [0, 86_400_000] {
            #expect(try ReturnRule(now: day(0, 9), tolerance: tolerance).tolerance == tolerance)
        }
        for tolerance: Int64 in [-1, 86_400_001, .min, .max] {
            #expect(throws: InvalidRequest(.tolerance, .outOfRange(lowest: 0, highest: 1440))) {
                try ReturnRule(now: day(0, 9), tolerance: tolerance)
            }
        }
    }

    @Test(
        "A policy is refused for its first field out of range, and a new library's is 14, 14 and 180 days without a limit"
    )
    func policy() throws {
        #expect(LoanPolicy.initial == (try LoanPolicy(defaultDays: 14, maximumDays: 14, retentionDays: 180)))
        #expect(try LoanPolicy(defaultDays: 365, maximumDays: 365, retentionDays: 7).maximumDays == 365)
        let refused: [(Int, Int, Int, InvalidRequest)] = [
            (0, 366, 0, InvalidRequest(.maximumDays, .outOfRange(lowest: 1, highest: 365))),
            (1, 0, 180, InvalidRequest(.maximumDays, .outOfRange(lowest: 1, highest: 365))),
            (0, 14, 0, InvalidRequest(.defaultDays, .outOfRange(lowest: 1, highest: 14))),
            (8, 7, 180, InvalidRequest(.defaultDays, .outOfRange(lowest: 1, highest: 7))),
            (7, 7, 6, InvalidRequest(.retentionDays, .outOfRange(lowest: 7, highest: 36_500))),
            (7, 7, 36_501, InvalidRequest(.retentionDays, .outOfRange(lowest: 7, highest: 36_500))),
        ]
        for limit in [0, -1, 1001, .max] {
            #expect(throws: InvalidRequest(.loanLimit, .outOfRange(lowest: 1, highest: 1000))) {
                try LoanPolicy(defaultDays: 7, maximumDays: 7, retentionDays: 7, loanLimit: limit)
            }
        }
        for limit in [nil, 1, 1000] {
            let policy = try LoanPolicy(defaultDays: 7, maximumDays: 7, retentionDays: 7, loanLimit: limit)
            #expect(policy.loanLimit == limit)
        }
        for (days, maximum, retention, why) in refused {
            #expect(throws: why) {
                try LoanPolicy(defaultDays: days, maximumDays: maximum, retentionDays: retention)
            }
        }
    }
}
