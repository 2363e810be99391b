/// A source with a `§` before everything that the lint must name there, and nothing else.
struct MarkedSource {
    let marked: String

    /// The source without its marks.
    var text: String { marked.replacing("§", with: "") }

    /// The marks as `line:column`.
    var marks: [String] {
        marked.split(separator: "\n", omittingEmptySubsequences: false).enumerated().flatMap { number, line in
            var column = 1
            return line.split(separator: "§", omittingEmptySubsequences: false).dropLast().map { part in
                column += part.utf8.count
                return "\(number + 1):\(column)"
            }
        }
    }

    /// Checks each source as one more of the fixture's `Words`: one rule tells exactly what is marked.
    static func check(_ sources: [String], rule: Rule, _ sandbox: Sandbox) throws {
        for source in sources.map(MarkedSource.init) {
            sandbox.write("Modules/Delivery/Words/Marked.swift", source.text)
            let found = sandbox.findings()
            sandbox.restore()
            guard found.allSatisfy({ $0.rule == rule && $0.place.file == "Modules/Delivery/Words/Marked.swift" }),
                found.map({ "\($0.place.line):\($0.place.column)" }) == source.marks
            else { throw Failed("In “\(source.marked)” it found \(found.map(\.short)).") }
        }
    }
}
