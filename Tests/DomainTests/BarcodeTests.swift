import Domain
import Testing

@Suite("A barcode")
struct BarcodeTests {
    // Koha 4084, 9263, 37326; UICHKIN-93, 424; LP#2087873
    @Test(
        "White space and one pair of quotes around it are dropped, and everything inside is kept",
        arguments: [
            ("0031000000654", "0031000000654"), (" 0031 ", "0031"), ("\t0031\t", "0031"), ("\u{A0}0031\u{A0}", "0031"),
            (" \t\u{A0}\u{A0} 0031 \u{A0}\t", "0031"), ("\"0031\"", "0031"), (" \"0031\" ", "0031"),
            ("\" 0031\u{A0}\"", "0031"), ("\"\"0031\"\"", "\"0031\""), ("P 123", "P 123"), ("P\u{A0}123", "P\u{A0}123"),
            ("ab\"cd", "ab\"cd"), ("\"abc", "\"abc"), ("abc\"", "abc\""), ("\"", "\""), ("é", "é"),
            ("\u{A1}", "\u{A1}"),
            ("\u{2003}x", "\u{2003}x"),
        ])
    func normalised(_ stated: String, _ kept: String) throws {
        let barcode = try Barcode(stated)
        #expect(barcode.text.utf8.elementsEqual(kept.utf8))
        #expect(barcode == Barcode(stored: kept))
    }

    // FOLIO SIP2-249, SIP2-252
    @Test(
        "No character has a meaning", arguments: ["AB/12\"*", "' OR 1=1 --", "%", "_", "*", "=1+1", "0", "00", "007"])
    func literal(_ text: String) throws {
        #expect(try Barcode(text).text == text)
    }

    @Test("It is compared byte for byte: case, leading zeros and spelling count")
    func equality() throws {
        let texts = ["7", "07", "007", "a", "A", "\u{E1}", "a\u{301}", "P 1", "P  1"]
        #expect(Set(try texts.map { try Barcode($0) }).count == texts.count)
        #expect("\u{E1}" == "a\u{301}")
    }

    @Test("Its order is that of its bytes")
    func order() throws {
        let sorted = [
            "", "0", "00", "007", "10", "9", "A", "Z", "a", "aaaaaaaa", "aaaaaaaab", "aaaaaaab", "\u{E1}", "\u{1F4D5}",
        ]
        .dropFirst().map { Barcode(stored: $0) }
        var random = SystemRandomNumberGenerator()
        #expect(sorted.shuffled(using: &random).sorted() == Array(sorted))
        for (left, right) in zip(sorted, sorted.dropFirst()) { #expect(left < right && !(right < left)) }
    }

    @Test("It has 1 to 64 bytes after trimming")
    func length() throws {
        #expect(try Barcode(String(repeating: "x", count: 64)).text.utf8.count == 64)
        #expect(try Barcode("  " + String(repeating: "é", count: 32) + "  ").text.utf8.count == 64)
        for text in [String(repeating: "x", count: 65), String(repeating: "é", count: 32) + "x"] {
            #expect(throws: InvalidRequest(.copy, .tooLong(maximumBytes: 64))) { try Barcode(text) }
        }
        for text in ["", " ", "\t\u{A0}", "\"\"", "\" \""] {
            #expect(throws: InvalidRequest(.copy, .missing)) { try Barcode(text) }
        }
    }

    @Test("It has no control character", arguments: ["a\u{0}b", "a\tb", "a\nb", "\r", "\u{7F}", "a\u{85}b", "\u{9F}x"])
    func control(_ text: String) {
        #expect(throws: InvalidRequest(.copy, .controlCharacter)) { try Barcode(text) }
    }

    @Test(
        "A number that a spreadsheet made of it is refused, not guessed at",
        arguments: ["3.1E+13", "3,1E+13", "3.10000000654E+10", "3E+13", "3.1e+13", "\"3.1E+13\""])
    func spreadsheet(_ text: String) {
        #expect(throws: InvalidRequest(.copy, .spreadsheetDamage)) { try Barcode(text) }
    }

    @Test(
        "What only looks like such a number is a barcode",
        arguments: [
            "3.1E", "3.1E+", "E+13", "3.1E-13", "3E13", "31000000654", "3.1", "3.1E+1x", "x3.1E+13", "3.1EE+13",
        ])
    func noSpreadsheet(_ text: String) throws {
        #expect(try Barcode(text).text == text)
    }

    @Test(
        "It must be UTF-8", arguments: [[0xFF], [0x41, 0xC3], [0xED, 0xA0, 0x80], [0xC0, 0x80], [0x41, 0xE9, 0x42]])
    func encoding(_ bytes: [UInt8]) {
        #expect(throws: InvalidRequest(.copy, .notUTF8)) { try Barcode(bytes: bytes.span) }
    }
}
