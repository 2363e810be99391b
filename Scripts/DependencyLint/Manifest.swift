import Foundation

/// The declared graph: the package's targets as SwiftPM understands them.
struct Manifest {
    static let file = "Package.swift"

    let targets: [DeclaredTarget]
    /// The identities of the packages that this one depends on.
    let packages: [String]
    let places: ManifestPlaces

    /// The target of that name, if the manifest declares it.
    func target(_ name: String) -> DeclaredTarget? {
        targets.first { $0.name == name }
    }
}

/// One target as Package.swift declares it.
struct DeclaredTarget {
    let name: String
    let type: String
    let path: String?
    let dependencies: [DeclaredDependency]
    /// Build settings in words, such as `enableUpcomingFeature ExistentialAny`.
    let settings: [String]
    let plugins: [String]
    let sources: [String]?
    let exclude: [String]
    let resources: [String]
}

/// What a target depends on.
struct DeclaredDependency {
    let name: String
    /// The package that the product comes from; nil for a target of this package.
    let package: String?
    /// Whether the dependency renames modules on the way.
    let hasAliases: Bool
    /// On what it depends that the dependency is there; nil when it always is.
    let condition: DependencyCondition?
}

/// On what it depends that a dependency is there.
enum DependencyCondition: Equatable {
    /// One trait of the package is enabled.
    case trait(String)
    case other
}

extension Manifest {
    /// Understands what `swift package dump-package` wrote; anything of an unknown shape is refused.
    init(dump json: JSON, places: ManifestPlaces) throws(Stop) {
        var targets: [DeclaredTarget] = []
        for target in json["targets"]?.elements ?? [] { targets.append(try DeclaredTarget(target)) }
        guard !targets.isEmpty else { throw Manifest.stop("The package declares no target.") }
        self.targets = targets
        self.packages = (json["dependencies"]?.elements ?? []).map { package in
            guard case .object(let fields) = package, let first = fields.values.first else { return "unknown" }
            let identity = if case .array(let one) = first { one.first?["identity"] } else { first["identity"] }
            return identity?.text ?? "unknown"
        }
        self.places = places
    }

    /// A manifest that cannot be understood leaves nothing to check.
    static func stop(_ message: String) -> Stop {
        Stop(findings: [Finding(.unreadable, at: Place(file: file), message)])
    }
}

extension DeclaredTarget {
    private static let knownKeys: Set<String> = [
        "name", "type", "path", "dependencies", "settings", "exclude", "sources", "resources", "packageAccess",
        "pkgConfig", "providers", "pluginUsages", "pluginCapability", "publicHeadersPath", "url", "checksum",
    ]

    fileprivate init(_ json: JSON) throws(Stop) {
        guard case .object(let fields) = json, let name = json["name"]?.text, let type = json["type"]?.text else {
            throw Manifest.stop("A target has no name or no type.")
        }
        if let key = fields.keys.filter({ !Self.knownKeys.contains($0) }).min() {
            throw Manifest.stop("Target \(name) has “\(key)”, which this lint does not know.")
        }
        var dependencies: [DeclaredDependency] = []
        for dependency in json["dependencies"]?.elements ?? [] {
            dependencies.append(try DeclaredDependency(dependency, target: name))
        }
        self.init(
            name: name, type: type, path: json["path"]?.text, dependencies: dependencies,
            settings: (json["settings"]?.elements ?? []).map(Self.words(forSetting:)),
            plugins: (json["pluginUsages"]?.elements ?? []).map { $0["plugin"]?.elements.first?.text ?? "unknown" },
            sources: json["sources"].map { $0.elements.compactMap(\.text) },
            exclude: (json["exclude"]?.elements ?? []).compactMap(\.text),
            resources: (json["resources"]?.elements ?? []).map { $0["path"]?.text ?? "unknown" })
    }

    private static func words(forSetting setting: JSON) -> String {
        var words: [String] = []
        if let tool = setting["tool"]?.text, tool != "swift" { words.append(tool) }
        if case .object(let kind)? = setting["kind"] {
            for (name, value) in kind {
                words.append(name)
                words += value["_0"]?.text.map { [$0] } ?? (value["_0"]?.elements ?? []).compactMap(\.text)
            }
        }
        if setting["condition"] != nil { words.append("(under a condition)") }
        return words.joined(separator: " ")
    }
}

extension DeclaredDependency {
    fileprivate init(_ json: JSON, target: String) throws(Stop) {
        if let words = (json["byName"] ?? json["target"])?.elements, let name = words.first?.text {
            let condition = words.dropFirst().first.flatMap(DependencyCondition.init)
            self.init(name: name, package: nil, hasAliases: false, condition: condition)
        } else if let product = json["product"]?.elements, let name = product.first?.text {
            let aliases = product.dropFirst(2).first
            let hasAliases = if case .object? = aliases { true } else { false }
            self.init(
                name: name, package: product.dropFirst().first?.text ?? "this package", hasAliases: hasAliases,
                condition: product.dropFirst(3).first.flatMap(DependencyCondition.init))
        } else {
            throw Manifest.stop("Target \(target) has a dependency of a kind that this lint does not know.")
        }
    }
}

extension DependencyCondition {
    /// Nil where there is no condition.
    fileprivate init?(_ json: JSON) {
        if case .null = json { return nil }
        guard case .object(let fields) = json, fields["platformNames"]?.elements.isEmpty ?? true,
            fields.keys.allSatisfy({ ["platformNames", "traits"].contains($0) }),
            let traits = fields["traits"]?.elements,
            traits.count == 1, let trait = traits[0].text
        else {
            self = .other
            return
        }
        self = .trait(trait)
    }
}
