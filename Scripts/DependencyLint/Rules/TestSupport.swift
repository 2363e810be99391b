/// DL016: what tests use besides the libraries that they test brings no outer ring into the tests of an inner one.
struct TestSupport {
    let project: Project

    /// Judges every dependency of a test target that is no library: support, and programs.
    func findings() -> [Finding] {
        project.architecture.entries.filter { $0.kind == .tests }.flatMap { tests in
            supports(of: tests).flatMap { judge(tests, $0) }
        }
    }

    private func supports(of tests: Entry) -> [Entry] {
        project.dependencies(of: tests.name.text).compactMap(project.architecture.entry)
            .filter { ![.library, .system].contains($0.kind) && tests.mayUse($0.name.text) }
    }

    private func judge(_ tests: Entry, _ support: Entry) -> [Finding] {
        let (name, helper) = (tests.name.text, support.name.text)
        let used = project.dependencies(of: name).compactMap(project.architecture.entry)
        let rings = used.filter { $0.kind == .library }.compactMap(project.architecture.ring)
        return project.architecture.entries.filter { $0.kind.hasInterface }.compactMap { reached in
            // Support that brings other support is as good as what that brings in turn.
            guard reached.name.text != helper, reached.kind != .support,
                let path = project.path(from: helper, to: reached.name.text, allowed: true),
                let ring = project.architecture.ring(of: reached),
                !rings.contains(where: { $0.name.text == ring.name.text || $0.reaches(ring) })
            else { return nil }
            return Finding(
                .testSupport, at: project.manifest.places.word(helper, in: name), target: name,
                subject: reached.name.text,
                "\(helper) brings \(reached.name.text) (ring \(ring.name.text)) into \(name), which tests an inner ring.",
                path: [name] + path)
        }
    }
}
