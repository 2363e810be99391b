import Console
import Testing

@Suite("Text on a terminal")
struct TerminalTextTests {
    @Test(
        "Whatever could steer a terminal or reorder text is shown by its number",
        arguments: [
            ("\u{1B}[31mred", "<U+001B>[31mred"), ("a\u{0}b", "a<U+0000>b"),
            ("a\nb\tc\r", "a<U+000A>b<U+0009>c<U+000D>"),
            ("\u{7F}", "<U+007F>"), ("\u{9B}2J", "<U+009B>2J"), ("\u{202E}txt", "<U+202E>txt"),
            ("\u{2066}a\u{2069}", "<U+2066>a<U+2069>"), ("\u{200F}\u{61C}", "<U+200F><U+061C>"),
            ("\u{2028}\u{2029}", "<U+2028><U+2029>"), ("e\u{301}\u{202D}", "e\u{301}<U+202D>"),
        ])
    func steering(text: String, shown: String) {
        #expect(TerminalText.safe(text) == shown)
    }

    @Test("Letters of any script and emoji stay as they are", arguments: ["Zoë", "日本語", "Ελλάδα", "שלום", "📚"])
    func letters(text: String) {
        #expect(TerminalText.safe(text) == text)
    }

    @Test(
        "Width counts columns, not characters or bytes",
        arguments: [
            ("", 0), ("abc", 3), ("Zoë", 3), ("Zoe\u{308}", 3), ("日本", 4), ("ﬁn", 2), ("한국", 4), ("📚x", 3),
            ("❤\u{FE0F}", 2),
            ("\u{301}", 0), ("ＡＢ", 4), ("👩‍👩‍👧", 2),
        ])
    func width(text: String, columns: Int) {
        #expect(TerminalText.width(text) == columns)
    }

    @Test("Text that is too wide ends in an ellipsis and never exceeds its columns")
    func fitted() {
        #expect(TerminalText.fitted("abcdef", to: 6) == "abcdef")
        #expect(TerminalText.fitted("abcdefg", to: 6) == "abcde…")
        #expect(TerminalText.fitted("日本語", to: 4) == "日…")
        #expect(TerminalText.fitted("日本語", to: 5) == "日本…")
    }
}
