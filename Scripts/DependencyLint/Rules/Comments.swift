/// DL020: public declarations have a doc comment.
///
/// A member that fulfils a requirement of one of the package's own protocols is documented there: the port's comment is the
/// contract, and a copy of it beside each store would drift.
struct Comments {
    let project: Project

    /// Judges every public declaration of the targets that others import.
    func findings() -> [Finding] {
        let files = project.files
        let requirements = Set(files.flatMap(\.requirements))
        let conformances = Dictionary(grouping: files.flatMap(\.conformances), by: \.type)
        return files.flatMap { file in
            file.undocumented.compactMap { member in
                let protocols = Self.protocols(of: member.type, conformances)
                if protocols.contains(where: { requirements.contains(Requirement(type: $0, name: member.name)) }) {
                    return nil
                }
                return Finding(
                    .undocumented, at: member.place, target: file.owner.target, subject: member.name,
                    "\(member.name) is public and has no doc comment.")
            }
        }
    }

    /// All protocols that a type conforms to, over protocols that refine others and aliases that combine them.
    private static func protocols(of type: String, _ conformances: [String: [Conformance]]) -> Set<String> {
        var known: Set<String> = []
        var waiting = [type]
        while let next = waiting.popLast() {
            for name in (conformances[next] ?? []).flatMap(\.protocols) where known.insert(name).inserted {
                waiting.append(name)
            }
        }
        return known
    }
}
