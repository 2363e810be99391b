// swift-tools-version: 6.2
import PackageDescription

/// What a target is, and so where its folder lies.
enum Kind: String {
    case ring = "Modules"
    case adapter = "Modules/Adapters"
    case delivery = "Modules/Delivery"
    case app = "Apps"
    case test = "Tests"
    case tool = "Scripts"
}

/// Applied to every Swift target, in one place.
let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]

/// A library target in the folder that its kind gives it.
func module(_ name: String, _ kind: Kind, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, path: "\(kind.rawValue)/\(name)", swiftSettings: settings)
}

/// An executable target in the folder that its kind gives it.
func app(_ name: String, in kind: Kind = .app, _ dependencies: [Target.Dependency]) -> Target {
    .executableTarget(
        name: name, dependencies: dependencies, path: "\(kind.rawValue)/\(name)", swiftSettings: settings)
}

/// A test target in `Tests`; `data` names folders that its tests read where they are.
func tests(_ name: String, _ dependencies: [Target.Dependency], data: [String] = []) -> Target {
    .testTarget(
        name: name, dependencies: dependencies, path: "\(Kind.test.rawValue)/\(name)", exclude: data,
        swiftSettings: settings)
}

/// A dependency that exists only where SQLite's headers do.
func whereSQLite(_ name: String) -> Target.Dependency {
    .target(name: name, condition: .when(traits: ["SQLite"]))
}

let package = Package(
    name: "Circulation",
    products: [
        .executable(name: "circ", targets: ["Staff"]),
        .executable(name: "circ-import", targets: ["ReturnsImporter"]),
    ],
    traits: [
        .trait(name: "SQLite", description: "The SQLite store; needs the system's SQLite library."),
        .default(enabledTraits: ["SQLite"]),
    ],
    dependencies: [],
    targets: [
        module("Domain", .ring),
        module("Ports", .ring, ["Domain"]),
        module("UseCases", .ring, ["Domain", "Ports"]),

        module("LibraryState", .adapter, ["Domain", "Ports"]),
        module("MemoryStore", .adapter, ["Domain", "Ports", "LibraryState"]),
        module("FileStore", .adapter, ["Domain", "Ports", "LibraryState"]),
        module("Background", .adapter),
        module("SQLiteStore", .adapter, ["Domain", "Ports", "Background", whereSQLite("CSQLite")]),
        module("Host", .adapter, ["Domain", "Ports"]),
        .systemLibrary(name: "CMalloc", path: "Modules/System/CMalloc"),
        .systemLibrary(
            name: "CSQLite", path: "Modules/System/CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]
        ),

        module("DTOs", .delivery, ["Domain", "UseCases"]),
        module("Console", .delivery, ["Domain", "UseCases"]),
        module("Presenters", .delivery, ["Domain", "UseCases"]),
        module("ReturnFiles", .delivery, ["Domain", "UseCases"]),
        module("Reports", .delivery, ["Domain", "UseCases", "DTOs"]),

        module("Bootstrap", .app, ["Domain", "Ports", "MemoryStore", "FileStore", "Host", whereSQLite("SQLiteStore")]),
        app("Staff", ["Bootstrap", "Domain", "UseCases", "Console", "DTOs", "Presenters", "Reports"]),
        app(
            "ReturnsImporter",
            [
                "Background", "Bootstrap", "CMalloc", "Domain", "UseCases", "Console", "DTOs", "ReturnFiles", "Reports",
            ]),

        module("StoreTrials", .test, ["Domain", "Ports"]),
        module("StoreContract", .test, ["Domain", "Ports", "StoreTrials"]),
        tests("DomainTests", ["Domain"]),
        tests("UseCasesTests", ["Domain", "Ports", "UseCases", "MemoryStore"]),
        module("CrashTrials", .test, ["Domain", "Ports", "FileStore"]),
        tests(
            "FileStoreTests", ["Domain", "Ports", "FileStore", "CrashTrials", "StoreContract", "StoreTrials"],
            data: ["Fixtures"]),
        tests("BackgroundTests", ["Background"]),
        tests("MemoryStoreTests", ["MemoryStore", "StoreContract"]),
        tests(
            "SQLiteStoreTests",
            ["Domain", "Ports", whereSQLite("SQLiteStore"), whereSQLite("CSQLite"), "StoreContract", "StoreTrials"],
            data: ["Fixtures"]),
        tests(
            "StoresAlikeTests",
            ["Domain", "Ports", "MemoryStore", "FileStore", whereSQLite("SQLiteStore"), "StoreContract", "StoreTrials"]),
        tests("HostTests", ["Domain", "Ports", "Host"]),
        tests("PresentersTests", ["Domain", "UseCases", "Presenters"]),
        tests("ConsoleTests", ["Domain", "UseCases", "Console", "DTOs"]),
        module("ReturnFileTrials", .test, ["Domain", "UseCases", "ReturnFiles"]),
        tests("ReturnFilesTests", ["Domain", "UseCases", "ReturnFiles", "ReturnFileTrials"], data: ["Corpus"]),
        tests(
            "ImportingTests",
            [
                "Domain", "Ports", "UseCases", "ReturnFiles", "Host", "MemoryStore", "FileStore",
                whereSQLite("SQLiteStore"),
            ], data: ["Verdicts"]),
        tests("ReportsTests", ["Reports"]),
        app("ParseBench", in: .tool, ["UseCases", "ReturnFiles"]),
        app(
            "Torture", in: .tool,
            [
                "Domain", "Ports", "MemoryStore", "FileStore", whereSQLite("SQLiteStore"), "CrashTrials", "StoreTrials",
            ]),
        app("StoreBench", in: .tool, ["Domain", "Ports", "FileStore", whereSQLite("SQLiteStore")]),
        tests("CommandTests", ["Domain", "FileStore"], data: ["Transcripts"]),
    ]
)
