import DTOs
import Domain
import Testing

/// A document with one text.
private struct Text: JSONDocument {
    let kind = "text"
    let text: String?

    func writeMembers(into json: inout JSONWriter) {
        json.member("text", text)
    }
}

private func written(_ document: some JSONDocument) -> String {
    var json = JSONWriter()
    json.document(document)
    return String(decoding: json.bytes, as: UTF8.self)
}

@Suite("JSON for programs")
struct JSONTests {
    @Test("A document is one line that says its version and kind first")
    func document() {
        #expect(written(Text(text: nil)) == "{\"version\":1,\"kind\":\"text\",\"text\":null}\n")
    }

    @Test(
        "Text is escaped as RFC 8259 asks, and so that no terminal is steered",
        arguments: [
            ("a\"b\\c", #"a\"b\\c"#), ("\n\r\t", #"\n\r\t"#), ("\u{0}\u{1F}", #"\u0000\u001f"#),
            ("\u{7F}\u{9B}", #"\u007f\u009b"#), ("\u{202E}x\u{2028}", #"\u202ex\u2028"#), ("Zoë 日本 📚 /", "Zoë 日本 📚 /"),
        ])
    func escaping(text: String, escaped: String) {
        #expect(written(Text(text: text)) == "{\"version\":1,\"kind\":\"text\",\"text\":\"\(escaped)\"}\n")
    }

    @Test("Numbers, truths, lists, days, times and shapes inside stand as JSON has them")
    func members() {
        var json = JSONWriter()
        json.object { json in
            json.member("number", Int64.min)
            json.member("none", nil as Int?)
            json.member("truth", true)
            json.member("list", ["a", "\""])
            json.member("empty", [])
            json.member("day", LibraryDay(year: 2026, month: 4, day: 3))
            json.member("time", Moment(milliseconds: -1))
            json.member("endless", Moment(milliseconds: .max))
            json.member("inside", object: Text(text: "x"))
            json.member("nothing", object: nil as Text?)
            json.member(named: "data\"", 3)
        }
        #expect(
            String(decoding: json.bytes, as: UTF8.self)
                == #"{"number":-9223372036854775808,"none":null,"truth":true,"list":["a","\""],"empty":[],"#
                + #""day":"2026-04-03","time":"1969-12-31T23:59:59.999Z","endless":null,"inside":{"text":"x"},"#
                + #""nothing":null,"data\"":3}"#)
    }

    @Test("A writer can be used again")
    func again() {
        var json = JSONWriter()
        json.document(Text(text: "a"))
        json.document(Text(text: "b"))
        #expect(json.bytes.filter { $0 == 0x0A }.count == 2)
        json.removeAll()
        json.document(Text(text: "a"))
        #expect(String(decoding: json.bytes, as: UTF8.self) == written(Text(text: "a")))
    }

    @Test("A failure has its stable code, its words and its exit code")
    func failure() {
        let shape = ErrorDTO(code: "unavailableBook", message: "out", exitCode: 1, loan: 12, operation: "B1")
        #expect(
            written(shape)
                == #"{"version":1,"kind":"error","code":"unavailableBook","message":"out","exitCode":1,"field":null,"#
                + #""loan":12,"operation":"B1","outcomeUnknown":false}"# + "\n")
    }
}
