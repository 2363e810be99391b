/// Asks every rule, and lets exceptions excuse what they name.
struct Check {
    let project: Project
    /// The day that exceptions are compared with, as YYYY-MM-DD.
    let today: String

    /// What is wrong, in the order of file, line and column.
    func findings() -> [Finding] {
        let found =
            Edges(project: project).findings() + UnusedEdges(project: project).findings()
            + OutsideModules(project: project).findings() + Access(project: project).findings()
            + Coverage(project: project).findings() + Settings(project: project).findings()
            + SystemModules(project: project).findings() + TestSupport(project: project).findings()
            + Unreadable(project: project).findings() + Comments(project: project).findings()
            + GuideRules(project: project).findings()
        let exceptions = project.architecture.exceptions
        let left = found.filter { finding in !exceptions.contains { $0.excuses(finding) } }
        let stale = exceptions.compactMap { verdict(on: $0, found) }
        return (left + stale).sorted()
    }

    private func verdict(on exception: Exception, _ found: [Finding]) -> Finding? {
        let (target, subject) = (exception.target.text, exception.subject.text)
        let what = "The exception from \(exception.rule.rawValue) for \(target) and \(subject)"
        func finding(_ message: String) -> Finding {
            Finding(.staleException, at: exception.place, target: target, subject: subject, message)
        }
        guard found.contains(where: exception.excuses) else { return finding("\(what) matches no finding.") }
        if exception.until >= today { return nil }
        return finding("\(what), owned by \(exception.owner), ended on \(exception.until).")
    }
}

extension Exception {
    /// Whether it names exactly this finding.
    func excuses(_ finding: Finding) -> Bool {
        rule == finding.rule && target.text == finding.target && subject.text == finding.subject
    }
}
