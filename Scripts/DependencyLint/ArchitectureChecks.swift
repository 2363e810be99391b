extension Architecture {
    /// Where the file contradicts itself or names what it does not describe.
    func contradictions() -> [Finding] {
        doubled() + unknownNames() + edgesAgainstRings() + apiOutsideUses() + overlaps()
    }

    private func fault(_ word: Word, _ message: String) -> Finding {
        Finding(.configuration, at: word.place, subject: word.text, message)
    }

    private func doubled() -> [Finding] {
        var lists: [[Word]] = [
            rings.map(\.name), entries.map(\.name), entries.map(\.folder), apart.map(\.name), traits.map(\.name),
            settings, data,
            exceptions.map { Word(text: "\($0.rule.rawValue) \($0.target.text) \($0.subject.text)", place: $0.place) },
        ]
        lists += rings.flatMap { [$0.inwards, $0.outside.map(\.module)] }
        lists += entries.flatMap { [$0.uses, $0.api, $0.owners, outside(of: $0).map(\.module)] }
        lists += apart.map(\.members) + traits.map(\.gives)
        return lists.flatMap { words in
            var seen: Set<String> = []
            return words.filter { !seen.insert($0.text).inserted }.map { fault($0, "“\($0.text)” is said twice.") }
        }
    }

    private func unknownNames() -> [Finding] {
        var findings: [Finding] = []
        for (index, ring) in rings.enumerated() {
            let known = rings[...index].map(\.name.text)
            findings += ring.inwards.filter { !known.contains($0.text) }.map {
                fault($0, "“\($0.text)” is no ring above this one; rings are listed from the innermost outwards.")
            }
        }
        let ringNames = rings.map(\.name.text)
        findings += entries.compactMap(\.ring).filter { !ringNames.contains($0.text) }.map {
            fault($0, "There is no ring “\($0.text)”.")
        }
        var targets: [Word] = entries.flatMap { $0.uses + $0.owners }
        targets += apart.flatMap(\.members)
        targets += traits.flatMap(\.gives)
        targets += exceptions.map(\.target)
        findings += targets.filter { entry($0.text) == nil && $0.text != Manifest.file }.map {
            fault($0, "There is no target “\($0.text)”.")
        }
        let outside = rings.flatMap(\.outside) + entries.flatMap(\.outside)
        findings += outside.map(\.module).filter { entry($0.text) != nil }.map {
            fault($0, "“\($0.text)” is a target of this package; name it under `uses`.")
        }
        return findings
    }

    /// The allow-list itself keeps the direction, so that no single line can bend it.
    private func edgesAgainstRings() -> [Finding] {
        entries.flatMap { entry in
            entry.uses.compactMap { word -> Finding? in
                guard let used = self.entry(word.text) else { return nil }
                return objection(entry, using: used).map { fault(word, $0) }
            }
        }
    }

    /// Why one target can never use another, whatever the allow-list says; nil if it could.
    func objection(_ entry: Entry, using used: Entry) -> String? {
        let (name, other) = (entry.name.text, used.name.text)
        if name == other { return "\(name) cannot use itself." }
        if let group = groupKeepingApart(name, other) {
            return "“\(group.name.text)” keeps \(name) and \(other) apart."
        }
        if used.kind == .system {
            return used.owners.contains { $0.text == name } ? nil : "\(name) is no owner of the system module \(other)."
        }
        guard let from = ring(of: entry), let into = ring(of: used), !from.reaches(into) else { return nil }
        return "Ring \(from.name.text) does not reach ring \(into.name.text), so \(name) may not use \(other)."
    }

    private func apiOutsideUses() -> [Finding] {
        entries.flatMap { entry in
            let allowed = entry.uses.map(\.text) + outside(of: entry).map(\.module.text)
            return entry.api.filter { !allowed.contains($0.text) }.map {
                fault($0, "“\($0.text)” is in the API of \(entry.name.text) but it may not import it.")
            }
        }
    }

    private func overlaps() -> [Finding] {
        let folders = entries.map(\.folder)
        let compiled = entries.filter { $0.kind != .tool }.map(\.folder)
        let hidden = data.filter { data in
            compiled.contains { data.text == $0.text || data.text.hasPrefix($0.text + "/") }
        }
        return hidden.map { fault($0, "The package compiles what lies here, so it is no data.") }
            + folders.flatMap { inner in
                folders.filter { inner.text.hasPrefix($0.text + "/") }.map {
                    fault(inner, "The folder lies inside \($0.text), which is another target's.")
                }
            }
    }
}
