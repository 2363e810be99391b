/// A statement of the architecture file that starts a line, with the indented lines below it.
struct Block {
    let keyword: Word
    let arguments: [Word]
    var properties: [Property] = []

    /// The properties of one name, in the order of the file.
    func all(_ name: String) -> [Property] {
        properties.filter { $0.keyword.text == name }
    }
}

/// An indented line: a name and the words after it.
struct Property {
    let keyword: Word
    let words: [Word]

    /// The words as a sentence, from the word at an index on.
    func sentence(from index: Int = 0) -> String {
        words.dropFirst(index).map(\.text).joined(separator: " ")
    }
}

extension Block {
    /// Splits the file into blocks.
    ///
    /// Blank lines and lines that start with `#` say nothing.
    static func read(_ text: String, file: String) throws(Stop) -> [Block] {
        var blocks: [Block] = []
        for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            let words = split(line, line: index + 1, file: file)
            guard let first = words.first, !first.text.hasPrefix("#") else { continue }
            let rest = Array(words.dropFirst())
            if first.place.column == 1 {
                blocks.append(Block(keyword: first, arguments: rest))
            } else if blocks.isEmpty {
                throw Stop(
                    findings: [Finding(.configuration, at: first.place, "An indented line with no statement above it.")]
                )
            } else {
                blocks[blocks.count - 1].properties.append(Property(keyword: first, words: rest))
            }
        }
        return blocks
    }

    private static func split(_ line: Substring, line number: Int, file: String) -> [Word] {
        line.split { $0 == " " || $0 == "\t" }.map { word in
            let column = line.utf8.distance(from: line.startIndex, to: word.startIndex) + 1
            return Word(text: String(word), place: Place(file: file, line: number, column: column))
        }
    }
}
