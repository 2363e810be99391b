import Console
import Testing

/// Gathers what is printed.
private func printed(columns: Int? = nil, isPainted: Bool = false, _ body: (Output) -> Void) -> String {
    var bytes: [UInt8] = []
    let output = Output(columns: columns, isPainted: isPainted) { part in
        bytes.append(contentsOf: part)
        return .success(part.count)
    }
    body(output)
    output.flush()
    return String(decoding: bytes, as: UTF8.self)
}

@Suite("Tables")
struct TableTests {
    private let columns: [Table.Column] = [.number("ID"), .text("TITLE", isFlexible: true), .text("STATE")]

    @Test("Columns are aligned by what a terminal shows, numbers to the right, with no spaces at the end")
    func aligned() {
        let text = printed { output in
            var table = Table(columns)
            table.print([[Cell(7), "日本語", "open"], [Cell(12), "Zoë", ""]], to: output)
        }
        #expect(text == "ID  TITLE   STATE\n 7  日本語  open\n12  Zoë\n")
    }

    @Test("The headings are printed once, and a later page only widens")
    func pages() {
        let text = printed { output in
            var table = Table(columns)
            table.print([], to: output)
            table.print([[Cell(1), "a long title", "open"]], to: output)
            table.print([[Cell(1000), "b", "open"]], to: output)
        }
        #expect(text == "ID  TITLE         STATE\n 1  a long title  open\n1000  b             open\n")
    }

    @Test("On a terminal flexible columns are cut until the table fits; elsewhere nothing is cut")
    func fitted() {
        let title = "An invented title that goes on and on"
        let print: (Output) -> Void = { output in
            var table = Table(columns)
            table.print([[Cell(1), Cell(title), "open"]], to: output)
        }
        #expect(printed(print).contains(title))
        let lines = printed(columns: 30, print).split(separator: "\n")
        #expect(lines.allSatisfy { TerminalText.width(String($0)) <= 30 })
        #expect(lines.last?.contains("An invented title …") == true)
    }

    @Test("A hostile title is shown harmless, and does not break the alignment")
    func hostile() {
        let text = printed { output in
            var table = Table(columns)
            table.print([[Cell(1), "x\u{1B}]0;y\u{7}\nz", "open"], [Cell(2), "b", "open"]], to: output)
        }
        #expect(!text.contains("\u{1B}"))
        let lines = text.split(separator: "\n")
        #expect(lines.count == 3)
        #expect(Set(lines.map { $0.count - ($0.hasSuffix("STATE") ? 1 : 0) }).count == 1)
    }

    @Test("Emphasis is painted only where it may be, and takes no columns")
    func painted() {
        let print: (Output) -> Void = { output in
            var table = Table([.text("A"), .text("B")])
            table.print([[Cell("x", .alarm), "y"], ["zz", "y"]], to: output)
        }
        #expect(printed(isPainted: true, print).contains("\u{1B}[31mx\u{1B}[0m   y\n"))
        #expect(printed(print) == "A   B\nx   y\nzz  y\n")
    }

    @Test("Facts are aligned, and those without a value left out")
    func facts() {
        let text = printed { output in
            var facts = FactList()
            facts.add("due", "Fri 2026-04-03")
            facts.add("author", text: nil)
            facts.add("member", text: "7 Zoë\u{7}")
            facts.print(to: output)
        }
        #expect(text == "  due     Fri 2026-04-03\n  member  7 Zoë<U+0007>\n")
    }
}
