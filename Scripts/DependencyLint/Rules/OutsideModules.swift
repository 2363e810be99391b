/// DL006: modules and packages that are not this package's own.
struct OutsideModules {
    let project: Project

    /// Judges every import of what is no target, and every dependency on another package.
    func findings() -> [Finding] {
        project.architecture.entries.flatMap(written) + manifestImports() + packages()
    }

    private func written(in entry: Entry) -> [Finding] {
        let name = entry.name.text
        let allowed = project.architecture.outside(of: entry).map(\.module.text)
        let ring = project.architecture.ring(of: entry)
        return project.files(of: name).flatMap(\.imports).compactMap { written in
            let module = written.module
            if module == name || allowed.contains(module) || project.architecture.entry(module) != nil { return nil }
            let room = ring.map { " (ring \($0.name.text))" } ?? ""
            let reason = isKnown(module) ? "which is not allowed there" : "a module that no entry knows"
            return Finding(
                .outside, at: written.place, target: name, subject: module,
                "\(name)\(room) imports \(module), \(reason).", why: ring?.why)
        }
    }

    private func isKnown(_ module: String) -> Bool {
        let architecture = project.architecture
        return (architecture.rings.flatMap(\.outside) + architecture.entries.flatMap(\.outside))
            .contains { $0.module.text == module }
    }

    private func manifestImports() -> [Finding] {
        project.manifest.places.imports.filter { $0.module != "PackageDescription" }.map {
            Finding(
                .outside, at: $0.place, target: Manifest.file, subject: $0.module,
                "Package.swift imports \($0.module); it describes the package and asks nothing else.",
                why: "A manifest that computes with other modules can declare another graph on another machine.",
                instead: "Write the manifest with PackageDescription alone.")
        }
    }

    private func packages() -> [Finding] {
        let declared = project.manifest.packages.map {
            Finding(
                .outside, at: Place(file: Manifest.file), target: Manifest.file, subject: $0,
                "Package.swift depends on the package \($0); this package has no outside packages.")
        }
        let products = project.manifest.targets.flatMap { target in
            target.dependencies.filter { $0.package != nil }.map { dependency in
                Finding(
                    dependency.hasAliases ? .settings : .outside,
                    at: project.manifest.places.word(dependency.name, in: target.name), target: target.name,
                    subject: dependency.name,
                    "\(target.name) depends on the product \(dependency.name) of \(dependency.package ?? "")"
                        + (dependency.hasAliases ? " under other module names." : "."))
            }
        }
        return declared + products
    }
}
