/// DL012: the settings of the package's Swift targets.
struct Settings {
    let project: Project

    /// Judges the settings and plugins of every target, and what the manifest asks of its surroundings.
    func findings() -> [Finding] {
        let surroundings = project.manifest.places.surroundings.map {
            Finding(
                .settings, at: $0, target: Manifest.file, subject: "surroundings",
                "Package.swift says something else on another machine.",
                why: "What this machine checks must be what every other one builds.",
                instead: "Write it without Context and #if; a trait or a condition of a dependency is read everywhere.")
        }
        return surroundings + project.manifest.targets.flatMap(judge)
    }

    private func judge(_ target: DeclaredTarget) -> [Finding] {
        func finding(_ subject: String, _ message: String) -> Finding {
            Finding(
                .settings, at: project.manifest.places.target(target.name), target: target.name, subject: subject,
                message)
        }
        let required = target.type == "system" ? [] : project.architecture.settings.map(\.text)
        let extra = target.settings.filter { !required.contains($0) }.map {
            finding($0, "\(target.name) is built with “\($0)”.")
        }
        let missing = required.filter { !target.settings.contains($0) }.map {
            finding($0, "\(target.name) is built without “\($0)”.")
        }
        return extra + missing + target.plugins.map { finding($0, "\(target.name) runs the plugin \($0).") }
    }
}
