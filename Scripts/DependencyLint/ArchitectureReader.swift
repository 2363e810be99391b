/// Reads the architecture file strictly: what it does not understand is an error, never ignored.
struct ArchitectureReader {
    private var architecture = Architecture()
    private var faults: [Finding] = []

    /// The architecture of a repository.
    static func read(_ tree: FileTree) throws(Stop) -> Architecture {
        let place = Place(file: Architecture.file)
        guard let data = tree.contents(Architecture.file) else {
            let finding = Finding(
                .configuration, at: place, "The architecture file cannot be read.",
                instead: "Name the root of a repository that has this file, with --root.")
            throw Stop(findings: [finding])
        }
        guard let text = String(validating: data, as: UTF8.self) else {
            throw Stop(findings: [Finding(.configuration, at: place, "The architecture file is not UTF-8.")])
        }
        var reader = ArchitectureReader()
        for block in try Block.read(text, file: Architecture.file) { reader.read(block) }
        // What one line lost, others miss: the cause is told alone.
        if reader.faults.isEmpty { reader.faults = reader.architecture.contradictions() }
        guard reader.faults.isEmpty else { throw Stop(findings: reader.faults) }
        return reader.architecture
    }

    private mutating func read(_ block: Block) {
        switch block.keyword.text {
        case "ring": readRing(block)
        case "apart": readApart(block)
        case "trait": readTrait(block)
        case "settings": readSettings(block)
        case "data": readData(block)
        case "exception": readException(block)
        default:
            guard let kind = TargetKind(rawValue: block.keyword.text) else {
                return fault(block.keyword, "“\(block.keyword.text)” is no statement of this file.")
            }
            readTarget(block, kind)
        }
    }

    private mutating func readRing(_ block: Block) {
        guard let name = oneArgument(block), allow(["why", "inwards", "outside"], in: block),
            let why = sentence("why", in: block)
        else { return }
        let inwards = words("inwards", in: block)
        let ring = Ring(name: name, why: why, inwards: inwards, outside: outside(in: block))
        architecture.rings.append(ring)
    }

    private mutating func readTarget(_ block: Block, _ kind: TargetKind) {
        let isSystem = kind == .system
        let names = isSystem ? ["folder", "owners"] : ["ring", "folder", "uses", "api", "outside"]
        guard let name = oneArgument(block), allow(names, in: block), let folder = oneWord("folder", in: block) else {
            return
        }
        let parts = folder.text.split(separator: "/", omittingEmptySubsequences: false)
        if parts.contains(where: { $0.first ?? "." == "." }) {
            return fault(folder, "A folder is a path from the root, with no empty, hidden or “..” part.")
        }
        var entry = Entry(kind: kind, name: name, folder: folder)
        if isSystem {
            entry.owners = words("owners", in: block)
            if entry.owners.isEmpty { fault(name, "A system module needs `owners`.") }
        } else if kind != .tool {
            guard let ring = oneWord("ring", in: block) else { return }
            entry.ring = ring
        }
        entry.uses = words("uses", in: block)
        entry.api = words("api", in: block)
        entry.outside = outside(in: block)
        architecture.entries.append(entry)
    }

    private mutating func readApart(_ block: Block) {
        guard let name = oneArgument(block), allow(["members", "why"], in: block), let why = sentence("why", in: block)
        else { return }
        architecture.apart.append(Apart(name: name, members: words("members", in: block), why: why))
    }

    private mutating func readTrait(_ block: Block) {
        guard let name = oneArgument(block), allow(["gives", "why"], in: block), let why = sentence("why", in: block)
        else { return }
        architecture.traits.append(Trait(name: name, gives: words("gives", in: block), why: why))
    }

    private mutating func readSettings(_ block: Block) {
        if let extra = block.arguments.first { fault(extra, "`settings` takes no argument.") }
        for property in block.properties {
            let text = ([property.keyword.text] + property.words.map(\.text)).joined(separator: " ")
            architecture.settings.append(Word(text: text, place: property.keyword.place))
        }
    }

    private mutating func readData(_ block: Block) {
        guard let folder = oneArgument(block), allow(["why"], in: block), sentence("why", in: block) != nil else {
            return
        }
        architecture.data.append(folder)
    }

    private mutating func readException(_ block: Block) {
        guard let id = oneArgument(block), allow(["target", "subject", "reason", "owner", "until"], in: block),
            let target = oneWord("target", in: block), let subject = oneWord("subject", in: block),
            let reason = sentence("reason", in: block), let owner = sentence("owner", in: block),
            let until = oneWord("until", in: block)
        else { return }
        guard let rule = Rule(rawValue: id.text), rule.isExcusable else {
            return fault(id, "“\(id.text)” is no rule that may be excused.")
        }
        if let vague = [target, subject].first(where: { $0.text.contains { "*?[".contains($0) } }) {
            return fault(vague, "An exception names one target and one subject exactly.")
        }
        guard CivilDay.isValid(until.text) else {
            return fault(until, "An exception ends on a day written as YYYY-MM-DD.")
        }
        let exception = Exception(
            rule: rule, place: id.place, target: target, subject: subject, reason: reason, owner: owner,
            until: until.text)
        architecture.exceptions.append(exception)
    }
}

extension ArchitectureReader {
    private mutating func fault(_ word: Word, _ message: String) {
        faults.append(Finding(.configuration, at: word.place, subject: word.text, message))
    }

    private mutating func oneArgument(_ block: Block) -> Word? {
        if block.arguments.count == 1 { return block.arguments[0] }
        fault(block.keyword, "`\(block.keyword.text)` takes one name.")
        return nil
    }

    /// Refuses properties of other names, and a second one of a name that is said once.
    private mutating func allow(_ names: [String], in block: Block) -> Bool {
        let before = faults.count
        var seen: Set<String> = []
        for property in block.properties {
            let name = property.keyword.text
            if !names.contains(name) {
                fault(property.keyword, "“\(name)” is no property of `\(block.keyword.text)`.")
            } else if name != "outside", !seen.insert(name).inserted {
                fault(property.keyword, "`\(name)` is said twice.")
            }
        }
        return faults.count == before
    }

    private mutating func sentence(_ name: String, in block: Block) -> String? {
        if let property = block.all(name).first, !property.words.isEmpty { return property.sentence() }
        fault(block.keyword, "`\(block.keyword.text)` needs `\(name)`.")
        return nil
    }

    private mutating func oneWord(_ name: String, in block: Block) -> Word? {
        if let property = block.all(name).first, property.words.count == 1 { return property.words[0] }
        fault(block.keyword, "`\(block.keyword.text)` needs `\(name)`, one word.")
        return nil
    }

    private mutating func words(_ name: String, in block: Block) -> [Word] {
        guard let property = block.all(name).first else { return [] }
        if property.words.isEmpty { fault(property.keyword, "`\(name)` names nothing; leave it out.") }
        return property.words
    }

    private mutating func outside(in block: Block) -> [Outside] {
        var result: [Outside] = []
        for property in block.all("outside") {
            guard let module = property.words.first, property.words.count > 1 else {
                fault(property.keyword, "`outside` takes a module and the reason for it.")
                continue
            }
            result.append(Outside(module: module, reason: property.sentence(from: 1)))
        }
        return result
    }
}
