import Foundation

/// Something that Package.swift may say about a target, and what SwiftPM makes of it.
struct Declaration: Sendable {
    /// What Package.swift says of a `target`.
    let statement: String
    /// The property of the target's description that it changes.
    let key: String
    let change: @Sendable ([JSON]) -> [JSON]

    private static func appending(_ statement: String, _ key: String, _ json: String) -> Declaration {
        let value = (try? JSONDecoder().decode(JSON.self, from: Data(json.utf8))) ?? .null
        return Declaration(statement: statement, key: key) { $0 + [value] }
    }

    static func dependency(_ name: String) -> Declaration {
        appending("target.dependencies.append(\"\(name)\")", "dependencies", #"{"byName": ["\#(name)", null]}"#)
    }
    static func dependencyOnWindows(_ name: String) -> Declaration {
        appending(
            "target.dependencies.append(.target(name: \"\(name)\", condition: .when(platforms: [.windows])))",
            "dependencies", #"{"target": ["\#(name)", {"platformNames": ["windows"]}]}"#)
    }
    static func dependency(_ name: String, trait: String) -> Declaration {
        appending(
            "target.dependencies.append(.target(name: \"\(name)\", condition: .when(traits: [\"\(trait)\"])))",
            "dependencies", #"{"target": ["\#(name)", {"platformNames": [], "traits": ["\#(trait)"]}]}"#)
    }
    static func renamedProduct(_ name: String, package: String, module: String) -> Declaration {
        let alias = ".product(name: \"\(name)\", package: \"\(package)\", moduleAliases: [\"\(name)\": \"\(module)\"])"
        return appending(
            "target.dependencies.append(\(alias))", "dependencies",
            #"{"product": ["\#(name)", "\#(package)", {"\#(name)": "\#(module)"}, null]}"#)
    }
    static func path(_ path: String) -> Declaration {
        Declaration(statement: "target.path = \"\(path)\"", key: "path") { _ in [.string(path)] }
    }
    static let noDependencies = Declaration(statement: "target.dependencies = []", key: "dependencies") { _ in [] }
    static let sources = appending("target.sources = [\"../Ports\"]", "sources", #""../Ports""#)
    static func exclude(_ path: String) -> Declaration {
        appending("target.exclude.append(\"\(path)\")", "exclude", "\"\(path)\"")
    }
    static let resource = appending(
        "target.resources = [.process(\"words.txt\")]", "resources",
        #"{"path": "words.txt", "rule": {"process": {}}}"#)
    static let embedded = appending(
        "target.resources = [.embedInCode(\"words.txt\")]", "resources",
        #"{"path": "words.txt", "rule": {"embedInCode": {}}}"#)
    static let unsafeFlags = appending(
        "target.swiftSettings?.append(.unsafeFlags([\"-Xcc\", \"-fmodule-map-file=x\"]))", "settings",
        #"{"kind": {"unsafeFlags": {"_0": ["-Xcc", "-fmodule-map-file=x"]}}, "tool": "swift"}"#)
    static let definedInRelease = appending(
        "target.swiftSettings?.append(.define(\"FAST\", .when(configuration: .release)))", "settings",
        #"{"condition": {"config": "release", "platformNames": []}, "kind": {"define": {"_0": "FAST"}}, "tool": "swift"}"#
    )
    static let linkedLibrary = appending(
        "target.linkerSettings = [.linkedLibrary(\"sqlite3\")]", "settings",
        #"{"kind": {"linkedLibrary": {"_0": "sqlite3"}}, "tool": "linker"}"#)
    static let oneSettingLess = Declaration(statement: "target.swiftSettings?.removeLast()", key: "settings") {
        $0.dropLast()
    }
    static let plugin = appending(
        "target.plugins = [.plugin(name: \"Generator\")]", "pluginUsages", #"{"plugin": ["Generator", null]}"#)

    /// One of each: what the mutations declare is what SwiftPM says.
    static let all = [
        dependency("Nothing"), dependencyOnWindows("Ports"), dependency("Ports", trait: "SQLite"),
        renamedProduct("Aside", package: "aside", module: "Ports"), noDependencies, path("Modules"), sources,
        exclude("./Shelf.swift"),
        resource, embedded, unsafeFlags, definedInRelease, linkedLibrary, oneSettingLess, plugin,
    ]

    /// A package's description with this said of one of its targets.
    func applied(to description: JSON, target: String) -> JSON {
        guard case .object(var package) = description, case .array(let targets)? = package["targets"] else {
            return description
        }
        package["targets"] = .array(
            targets.map { json in
                guard case .object(var fields) = json, json["name"]?.text == target else { return json }
                let changed = change(fields[key]?.elements ?? [])
                fields[key] = key == "path" ? changed.first : .array(changed)
                return .object(fields)
            })
        return .object(package)
    }
}

extension Declaration {
    /// Asks SwiftPM once about a package in which each is said of a target of its own.
    static func check(folder: String, lint: Lint) throws {
        let package = "\(folder)/declarations"
        let names = all.indices.map { "T\($0)" }
        func manifest(_ statements: String) -> String {
            """
            // swift-tools-version: 6.2
            import PackageDescription
            let package = Package(name: "Declarations", dependencies: [.package(path: "../aside")])
            for name in \(names) {
                package.targets.append(.target(name: name, dependencies: ["Plain"], swiftSettings: [.define("A")]))
            }
            \(statements)
            """
        }
        func description(_ statements: String) throws -> JSON {
            try Disk.write(manifest(statements), to: "\(package)/Package.swift")
            return try ManifestReader(root: package, swift: lint.swift, toolchain: statements)
                .description(of: Data(statements.utf8))
        }
        let statements = all.enumerated().map { "do { let target = package.targets[\($0)]; \($1.statement) }" }
        let said = try description(statements.joined(separator: "\n"))
        let expected = zip(all, names).reduce(try description("")) { $1.0.applied(to: $0, target: $1.1) }
        for (declaration, (said, expected)) in zip(all, zip(said.targets, expected.targets)) where said != expected {
            throw Failed("SwiftPM makes \(said) of “\(declaration.statement)”, not \(expected).")
        }
        guard said.targets.count == all.count else { throw Failed("SwiftPM tells \(said.targets.count) targets.") }
    }
}

extension JSON {
    fileprivate var targets: [JSON] { self["targets"]?.elements ?? [] }
}
