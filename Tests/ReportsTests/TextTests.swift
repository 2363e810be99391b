import Foundation
import Testing

@testable import Reports

@Suite("Text in reports")
struct TextTests {
    @Test(
        "A CSV cell that a spreadsheet could take for a formula has an apostrophe before it",
        arguments: [
            ("=1", "\"'=1\""), ("+1", "\"'+1\""), ("-1", "\"'-1\""), ("@a", "\"'@a\""), ("\u{FF1D}1", "\"'\u{FF1D}1\""),
            ("\u{FF0B}", "\"'\u{FF0B}\""), ("\u{FF0D}", "\"'\u{FF0D}\""), ("\u{FF20}", "\"'\u{FF20}\""),
            ("\t1", "\"'<U+0009>1\""), ("\r1", "\"'<U+000D>1\""), ("\n1", "\"'\n1\""), ("  =1", "\"'  =1\""),
            ("\u{A0}=1", "\"'\u{A0}=1\""), ("\u{FEFF}=1", "\"'\u{FEFF}=1\""), ("a=1", "\"a=1\""), ("0031", "0031"),
            ("a-b", "a-b"), ("a,b", "\"a,b\""), ("a\"b", "\"a\"\"b\""), ("'=1", "\"'=1\""), ("", ""),
            ("\u{1B}[1m", "\"<U+001B>[1m\""), ("a\u{202E}b", "\"a<U+202E>b\""), ("a\u{2028}", "\"a<U+2028>\""),
            // Where the list separator is a semicolon, a cell of a file whose separator is a comma is split at it.
            ("x;=1+1;", "\"x;'=1+1;\""), ("x; +1", "\"x;' +1\""), ("x;\"=1\"", "\"x;'\"\"=1\"\"\""),
            ("a\n=1", "\"a\n'=1\""), ("a;\nb;;-1", "\"a;\nb;;'-1\""), ("a;b", "\"a;b\""), (";=1", "\";'=1\""),
            ("a\t=1", "\"a<U+0009>=1\""),
        ])
    func cell(text: String, written: String) {
        var row = CSVRow()
        row.begin([text, nil])
        #expect(String(decoding: row.bytes, as: UTF8.self) == "\(written),\r\n")
    }

    @Test("A shell takes a command's words as they were")
    func words() throws {
        let words = [
            "plain-1/2.3:4", "", "a b", "it's", "''", "$HOME", "`x`", "\"q\"", "a\\b", "*", "~", "#x", "!x",
            "a;b|c&d<e>f(g)",
            "{a,b}", "ä€😀", "1|2026-07-22 10:15|issue|P 123",
        ]
        let command = try #require(ShellText.command(["printf", "%s\\n"] + words))
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", command]
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        #expect(String(decoding: output, as: UTF8.self) == words.map { "\($0)\n" }.joined())
    }

    @Test(
        "A word that nobody could read makes no command",
        arguments: ["a\nb", "a\u{1B}", "a\u{202E}b", "a\u{200B}b", "a\u{2028}", "\u{FEFF}a", "\u{E000}"])
    func illegible(word: String) {
        #expect(ShellText.command(["circ", word]) == nil)
    }

    @Test("A value that begins with a dash stands in one word with its option")
    func option() {
        #expect(ShellText.option("--copy", "-1") == ["--copy=-1"])
        #expect(ShellText.option("--copy", "1") == ["--copy", "1"])
    }

    // RFC 4648, section 10
    @Test(
        "Base64 is as its standard has it",
        arguments: [
            ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("foobar", "Zm9vYmFy"),
        ])
    func base64(text: String, encoded: String) {
        #expect(Base64.text(Array(text.utf8)) == encoded)
    }

    @Test("Markup in text is none, and what steers it is shown")
    func markup() {
        #expect(
            HTMLText.escaped("<a href=\"x\" b='&'>\u{202E}\u{1B}é")
                == "&lt;a href=&quot;x&quot; b=&#39;&amp;&#39;&gt;&lt;U+202E&gt;&lt;U+001B&gt;é")
    }
}
