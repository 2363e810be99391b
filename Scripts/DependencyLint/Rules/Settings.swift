/// DL012: the settings of the package's Swift targets.
struct Settings {
    let project: Project

    /// Judges the settings, plugins and resources of every target, and the language of the manifest.
    func findings() -> [Finding] {
        let language = project.manifest.places.faults.map {
            Finding(
                .settings, at: $0, target: Manifest.file, subject: Manifest.file,
                "Package.swift says here what is not of the language of manifests.",
                why: "What this machine checks must be what every other one builds, whatever it is and wherever.",
                instead:
                    "Write constants, functions of one expression and enumerations of texts, of names that are its own."
            )
        }
        // Of a target that nobody described, DL009 tells all.
        return language
            + project.manifest.targets.filter { project.architecture.entry($0.name) != nil }.flatMap(judge)
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
        let resources = target.resources.map {
            finding($0, "\(target.name) has the resource \($0), for which SwiftPM writes code that imports Foundation.")
        }
        return extra + missing + resources
            + target.plugins.map { finding($0, "\(target.name) runs the plugin \($0).") }
    }
}
