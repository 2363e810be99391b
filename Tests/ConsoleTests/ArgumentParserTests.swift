import Console
import Testing

private let program = Program(
    "desk", "Tests the parser",
    verbs: [
        Verb(
            "item add", "Add an item", operands: [Operand("TITLE", "its title")],
            options: [
                Option("--by", "NAME", "who made it", .required), Option(flag: "--rare", "it is rare"),
                Option("--tag", "TAG", "a tag", isRepeated: true),
            ]),
        Verb("item list", "List items", operands: [Operand("WORD", "words", .optional, isRepeated: true)]),
        Verb(
            "lend", "Lend an item", operands: [Operand("ITEM", "its number", .oneOf("what"))],
            options: [
                Option("--copy", "BARCODE", "this copy", .oneOf("what")), Option("--days", "N", "how long"),
            ], remarks: ["Once for each operation."]),
    ], common: [.json])

private func arguments(_ line: String...) throws -> Arguments {
    guard case .run(let arguments) = try program.read(line) else { throw UsageError("no verb was called") }
    return arguments
}

private func message(_ line: String...) -> String? {
    do {
        _ = try program.read(line)
        return nil
    } catch { return error.message }
}

@Suite("Reading a command line")
struct ArgumentParserTests {
    @Test("Options may stand before, between and after operands, with a space or an equals sign")
    func optionsAnywhere() throws {
        let stated = try arguments("--json", "item", "add", "--by=Ada", "A title", "--tag", "x", "--tag=y=z")
        #expect(stated.verb.words == ["item", "add"])
        #expect(stated.operand("TITLE") == "A title")
        #expect(stated.value("--by") == "Ada")
        #expect(stated.all("--tag") == ["x", "y=z"])
        #expect(stated.flag("--json"))
        #expect(!stated.flag("--rare"))
    }

    @Test("An empty value is a value")
    func emptyValue() throws {
        #expect(try arguments("item", "add", "t", "--by=").value("--by") == "")
        #expect(try arguments("item", "add", "", "--by", "").operand("TITLE") == "")
    }

    @Test("After two dashes nothing is an option")
    func dashesEndOptions() throws {
        let stated = try arguments("item", "add", "--by", "x", "--", "--rare")
        #expect(stated.operand("TITLE") == "--rare")
        #expect(!stated.flag("--rare"))
    }

    @Test("A dash alone and a negative number are values, not options")
    func dashAndNegativeNumber() throws {
        #expect(try arguments("lend", "-5").operand("ITEM") == "-5")
        #expect(try arguments("lend", "1", "--days", "-3").value("--days") == "-3")
        #expect(try arguments("item", "list", "-", "b").operands("WORD") == ["-", "b"])
    }

    @Test(
        "What is wrong is said in one line that names the verb's help",
        arguments: [
            (["item", "add", "t"], "--by is missing; see 'desk item add --help'"),
            (["item", "add", "--by", "x"], "TITLE is missing; see 'desk item add --help'"),
            (["item", "add", "t", "--by", "x", "u"], "unexpected argument 'u'; see 'desk item add --help'"),
            (["item", "add", "t", "--by", "x", "--by", "y"], "--by is stated twice; see 'desk item add --help'"),
            (["item", "add", "t", "--by"], "--by needs a value: --by NAME; see 'desk item add --help'"),
            (["item", "add", "t", "--by", "--rare"], "--by needs a value: --by NAME; see 'desk item add --help'"),
            (["item", "add", "t", "--rare=1"], "--rare takes no value; see 'desk item add --help'"),
            (["item", "list", "--rare"], "unknown option '--rare'; see 'desk item list --help'"),
            (
                ["item", "list", "-x"],
                "unknown option '-x', and '--' must stand before a value that begins with a dash; "
                    + "see 'desk item list --help'"
            ),
            (["lend"], "state ITEM or --copy BARCODE; see 'desk lend --help'"),
            (["lend", "1", "--copy", "2"], "state only one of ITEM and --copy; see 'desk lend --help'"),
            (["item"], "'item' needs one more word: add, list; see 'desk --help'"),
            ([], "a verb is missing: item, lend; see 'desk --help'"),
            (["item", "burn"], "unknown verb 'item burn'; item has add, list; see 'desk --help'"),
            (["burn"], "unknown verb 'burn'; desk has item, lend; see 'desk --help'"),
        ] as [([String], String)])
    func faults(line: [String], expected: String) {
        #expect(throws: UsageError(expected)) { try program.read(line) }
    }

    @Test("What is quoted in a message cannot steer the terminal")
    func quotedSafely() {
        #expect(message("\u{1B}[2J") == "unknown verb '<U+001B>[2J'; desk has item, lend; see 'desk --help'")
    }

    @Test("Help is found before or after the verb, whatever is missing")
    func helpAnywhere() throws {
        let lend = try program.read(["lend", "--help"])
        #expect(try program.read(["--help", "lend"]) == lend)
        #expect(try program.read(["lend", "--days", "3", "-h"]) == lend)
        #expect(try program.read(["--help"]) != lend)
        #expect(try program.read(["item", "list", "--version"]) == .version)
    }

    @Test("Help comes from the declaration")
    func helpText() throws {
        guard case .help(let text) = try program.read(["lend", "--help"]) else {
            Issue.record("no help")
            return
        }
        #expect(
            text == """
                usage: desk lend ITEM|--copy BARCODE [--days N]

                Lend an item.

                Once for each operation.

                  ITEM            its number
                  --copy BARCODE  this copy
                  --days N        how long

                everywhere:
                  --json          print JSON for programs, one document a line
                  --help          print this
                  --version       print the version
                """)
    }

    @Test("Help of a group shows its verbs alone")
    func groupHelp() throws {
        guard case .help(let text) = try program.read(["item", "--help"]) else {
            Issue.record("no help")
            return
        }
        #expect(text.contains("usage: desk item VERB …\n"))
        #expect(text.contains("  item add  "))
        #expect(!text.contains("lend"))
    }

    @Test("A program that does one thing needs no verb")
    func oneThing() throws {
        let copier = Program(
            "copier", "Copies",
            verbs: [Verb("", "Copy files", operands: [Operand("FILE", "a file", isRepeated: true)])], common: [])
        guard case .run(let stated) = try copier.read(["a", "-", "b"]) else {
            Issue.record("nothing to run")
            return
        }
        #expect(stated.operands("FILE") == ["a", "-", "b"])
        #expect(throws: UsageError("FILE is missing; see 'copier --help'")) { try copier.read([]) }
    }
}
