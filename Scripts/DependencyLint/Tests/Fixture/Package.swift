// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [.swiftLanguageMode(.v6), .enableUpcomingFeature("InternalImportsByDefault")]

func module(_ name: String, _ folder: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, path: "\(folder)/\(name)", swiftSettings: settings)
}

func app(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .executableTarget(name: name, dependencies: dependencies, path: "Apps/\(name)", swiftSettings: settings)
}

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .testTarget(name: name, dependencies: dependencies, path: "Tests/\(name)", swiftSettings: settings)
}

let package = Package(
    name: "Fixture",
    targets: [
        module("Domain", "Modules"),
        module("Ports", "Modules", ["Domain"]),
        module("UseCases", "Modules", ["Domain", "Ports"]),
        module("ShelfState", "Modules/Adapters", ["Domain", "Ports"]),
        module("BoxStore", "Modules/Adapters", ["Ports", "ShelfState"]),
        module("TinStore", "Modules/Adapters", ["Ports", "CTin"]),
        .systemLibrary(name: "CTin", path: "Modules/System/CTin"),
        module("Words", "Modules/Delivery", ["UseCases"]),
        module("Bootstrap", "Apps", ["Ports", "BoxStore", "TinStore"]),
        app("Desk", ["Bootstrap", "UseCases", "Words"]),
        app("Batch", ["Bootstrap", "UseCases", "Words"]),
        module("StoreContract", "Tests", ["Domain", "Ports"]),
        tests("DomainTests", ["Domain"]),
        tests("UseCasesTests", ["Domain", "Ports", "UseCases"]),
        tests("BoxStoreTests", ["BoxStore", "StoreContract"]),
        tests("TinStoreTests", ["CTin", "StoreContract", "TinStore"]),
    ]
)
