import Foundation

extension Mutation {
    static let coverage = [
        Mutation("DL009", "the manifest declares a target that nobody described") {
            $0.declareTarget("Newcomer")
            return .exactly([Expected(rule: "DL009", file: "Package.swift", target: "Newcomer")])
        },
        Mutation("DL009", "a target depends on what is no target") {
            let target = try $0.library("domain")
            $0.declare(.dependency("Nothing"), by: target)
            return .exactly([Expected(rule: "DL009", file: "Package.swift", target: target.name, subject: "Nothing")])
        },
        Mutation("DL010", "a source lies where no target is") {
            $0.write("Modules/Stray.swift", "import Foundation\n")
            return .exactly([Expected(rule: "DL010", file: "Modules/Stray.swift", line: 1, column: 1)])
        },
        Mutation("DL010", "a second manifest lies beside the first") {
            $0.write("Package@swift-6.3.swift", "// swift-tools-version: 6.3\n")
            return .exactly([Expected(rule: "DL010", file: "Package@swift-6.3.swift")])
        },
        Mutation("DL010", "a C source hides among Swift") {
            let path = "\(try $0.library("domain").folder)/fast.c"
            $0.write(path, "int fast(void) { return 1; }\n")
            return .exactly([Expected(rule: "DL010", file: path, target: "Domain")])
        },
        Mutation("DL010", "a target has lost its sources") {
            let target = try $0.library("domain")
            for path in $0.sources(target.folder) {
                $0.remove(path)
                $0.write(
                    "ARCHITECTURE.md", try $0.text("ARCHITECTURE.md").replacing("`\(path)`", with: "`Package.swift`"))
            }
            return .exactly([Expected(rule: "DL010", file: Sandbox.architecture, target: target.name)])
        },
        Mutation("DL011", "a link brings a source of another target") {
            let path = "\(try $0.library("domain").folder)/Borrowed.swift"
            $0.link(path)
            return .exactly([Expected(rule: "DL011", file: path, target: "Domain", subject: path)])
        },
        Mutation("DL011", "a link brings a folder of another target") {
            let path = "\(try $0.library("domain").folder)/Ports"
            $0.link(path)
            return .exactly([Expected(rule: "DL011", file: path, target: "Domain", subject: path)])
        },
        Mutation("DL011", "a target is moved by its path") {
            let target = try $0.library("domain")
            $0.declare(.path("Modules"), by: target)
            return .exactly([Expected(rule: "DL011", file: "Package.swift", target: target.name, subject: "Modules")])
        },
        Mutation("DL011", "a target picks its sources") {
            let target = try $0.library("domain")
            $0.declare(.sources, by: target)
            return .exactly([Expected(rule: "DL011", file: "Package.swift", target: target.name, subject: "sources")])
        },
        Mutation("DL011", "a target excludes a source") {
            let target = try $0.library("domain")
            let name = try $0.source(of: target).dropFirst(target.folder.count + 1)
            $0.declare(.exclude(String(name)), by: target)
            return .exactly([
                Expected(rule: "DL011", file: "Package.swift", target: target.name, subject: String(name))
            ])
        },
        Mutation("DL017", "a file's name may look like another's") {
            let path = "\(try $0.library("domain").folder)/Caf\u{e9}.swift"
            $0.write(path, "")
            return .exactly([Expected(rule: "DL017", file: path, subject: path)])
        },
        Mutation("DL017", "a source is not well formed") {
            let path = try $0.source(of: try $0.library("domain"))
            try $0.prepend(path, "/// Unfinished.\nfunc unfinished( {\n")
            return .exactly([Expected(rule: "DL017", file: path, subject: path)])
        },
        Mutation("DL017", "a source is not UTF-8") {
            let path = "\(try $0.library("domain").folder)/Latin.swift"
            $0.write(path, Data("// caf".utf8) + Data([0xE9, 0x0A]))
            return .exactly([Expected(rule: "DL017", file: path, line: 1, column: 1)])
        },
    ]

    static let manifest = [
        Mutation("DL012", "a target is built with unsafe flags") {
            let target = try $0.library("domain")
            $0.declare(.unsafeFlags, by: target)
            return .exactly([
                Expected(
                    rule: "DL012", file: "Package.swift", target: target.name,
                    subject: "unsafeFlags -Xcc -fmodule-map-file=x")
            ])
        },
        Mutation("DL012", "a target is linked with a library of its own") {
            let target = try $0.library("domain")
            $0.declare(.linkedLibrary, by: target)
            return .exactly([Expected(rule: "DL012", target: target.name, subject: "linker linkedLibrary sqlite3")])
        },
        Mutation("DL012", "a target drops a setting that the others have") {
            let target = try $0.library("domain")
            $0.declare(.oneSettingLess, by: target)
            return .exactly([
                Expected(rule: "DL012", target: target.name, subject: "enableUpcomingFeature InternalImportsByDefault")
            ])
        },
        Mutation("DL012", "a target has a setting under a condition only") {
            let target = try $0.library("domain")
            $0.declare(.definedInRelease, by: target)
            return .exactly([Expected(rule: "DL012", target: target.name, subject: "define FAST (under a condition)")])
        },
        Mutation("DL012", "a target runs a plugin") {
            let target = try $0.library("domain")
            $0.declare(.plugin, by: target)
            return .exactly([Expected(rule: "DL012", target: target.name, subject: "Generator")])
        },
        Mutation("DL017", "the manifest is not well formed") {
            try $0.append("Package.swift", "let unfinished = [\n")
            return .exactly([Expected(rule: "DL017", file: "Package.swift")])
        },
        Mutation("DL017", "the manifest is gone") {
            $0.remove("Package.swift")
            return .exactly([Expected(rule: "DL017", file: "Package.swift")])
        },
    ]
}
