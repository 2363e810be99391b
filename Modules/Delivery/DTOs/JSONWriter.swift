public import Domain

/// Writes JSON (RFC 8259) as bytes, compact and in the order it is told.
///
/// Text is written as UTF-8. Beyond what the RFC demands, every character that could steer a terminal is escaped too, so
/// that a document is safe wherever it is shown: DEL, the C1 controls, line separators and bidirectional controls.
public struct JSONWriter: Sendable {
    /// What was written so far.
    public private(set) var bytes: [UInt8] = []
    private var needsComma = false

    /// A writer with nothing written.
    public init() {}

    /// The bytes of one document.
    public static func bytes(of document: some JSONDocument) -> [UInt8] {
        var json = JSONWriter()
        json.document(document)
        return json.bytes
    }

    /// Forgets what was written and keeps the room for it.
    public mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        needsComma = false
    }

    /// Writes a whole document of a kind as one line: an object with `version` and `kind` before its own members.
    ///
    /// The version changes when a member changes its meaning or goes away; new members may come at any time.
    public mutating func document(_ document: some JSONDocument) {
        object { json in
            json.member("version", JSONFormat.version)
            json.member("kind", document.kind)
            document.writeMembers(into: &json)
        }
        needsComma = false
        bytes.append(0x0A)
    }

    /// Writes an object as the next value.
    public mutating func object(_ members: (inout JSONWriter) -> Void) {
        open(0x7B)
        members(&self)
        close(0x7D)
    }

    /// Writes a member with an object, or null if there is none.
    public mutating func member(_ name: StaticString, object shape: (some JSONShape)?) {
        key(name)
        if let shape { object { shape.writeMembers(into: &$0) } } else { null() }
    }

    /// Writes a member with text, or null.
    public mutating func member(_ name: StaticString, _ text: String?) {
        key(name)
        if let text { string(text) } else { null() }
    }

    /// Writes a member with a number, or null.
    public mutating func member(_ name: StaticString, _ number: (some BinaryInteger)?) {
        key(name)
        if let number { append(String(number)) } else { null() }
    }

    /// Writes a member with a number, under a name from data.
    public mutating func member(named name: String, _ number: Int) {
        separate()
        string(name)
        bytes.append(0x3A)
        append(String(number))
    }

    /// Writes a member with text, under a name from data.
    public mutating func member(named name: String, text: String) {
        separate()
        string(name)
        bytes.append(0x3A)
        needsComma = false
        string(text)
    }

    /// Writes a member with a truth value, or null.
    public mutating func member(_ name: StaticString, _ truth: Bool?) {
        key(name)
        if let truth { append(truth ? "true" : "false") } else { null() }
    }

    /// Writes a member with a list of texts.
    public mutating func member(_ name: StaticString, _ texts: [String]) {
        key(name)
        open(0x5B)
        for text in texts {
            separate()
            string(text)
        }
        close(0x5D)
    }

    /// Writes a member with a day, `YYYY-MM-DD`, or null.
    public mutating func member(_ name: StaticString, _ day: LibraryDay?) {
        member(name, day?.description)
    }

    /// Writes a member with a time in UTC to the millisecond, `YYYY-MM-DDTHH:MM:SS.mmmZ` (RFC 3339), or null.
    ///
    /// It is null too outside the years 1 to 9999.
    public mutating func member(_ name: StaticString, _ moment: Moment?) {
        key(name)
        guard let time = moment.flatMap({ LocalTime(at: $0, offset: 0) }) else { return null() }
        bytes.append(0x22)
        let (year, month, day) = time.day.date
        digits(year, 4, then: 0x2D)
        digits(month, 2, then: 0x2D)
        digits(day, 2, then: 0x54)
        digits(time.millisecondOfDay / 3_600_000, 2, then: 0x3A)
        digits(time.millisecondOfDay / 60_000 % 60, 2, then: 0x3A)
        digits(time.millisecondOfDay / 1000 % 60, 2, then: 0x2E)
        digits(time.millisecondOfDay % 1000, 3, then: 0x5A)
        bytes.append(0x22)
        needsComma = true
    }

    /// A moment as text in the same form; nil outside the years 1 to 9999.
    public static func text(of moment: Moment) -> String? {
        var json = JSONWriter()
        json.member("", moment)
        let bytes = json.bytes.dropFirst(3)
        return bytes.first == 0x22 ? String(decoding: bytes.dropFirst().dropLast(), as: UTF8.self) : nil
    }

    private mutating func key(_ name: StaticString) {
        separate()
        bytes.append(0x22)
        name.withUTF8Buffer { bytes.append(contentsOf: $0) }
        bytes.append(0x22)
        bytes.append(0x3A)
        needsComma = false
    }

    private mutating func separate() {
        if needsComma { bytes.append(0x2C) }
        needsComma = true
    }

    private mutating func open(_ bracket: UInt8) {
        separate()
        bytes.append(bracket)
        needsComma = false
    }

    private mutating func close(_ bracket: UInt8) {
        bytes.append(bracket)
        needsComma = true
    }

    private mutating func null() {
        append("null")
    }

    private mutating func append(_ plain: String) {
        bytes.append(contentsOf: plain.utf8)
        needsComma = true
    }

    private mutating func digits(_ number: Int, _ count: Int, then mark: UInt8) {
        var divisor = 1
        for _ in 1..<count { divisor *= 10 }
        while divisor > 0 {
            bytes.append(0x30 + UInt8(number / divisor % 10))
            divisor /= 10
        }
        bytes.append(mark)
    }

    private mutating func string(_ text: String) {
        JSONText.append(text, to: &bytes)
        needsComma = true
    }
}
