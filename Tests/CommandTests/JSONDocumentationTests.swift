import Foundation
import Testing

@Suite("docs/json.md")
struct JSONDocumentationTests {
    /// Each kind's members with their types, in their order, as the page has them.
    private static func documented() throws -> [String: [(name: String, type: String)]] {
        let page = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../docs/json.md")
        var kinds: [String: [(String, String)]] = [:]
        var kind: String?
        for line in try String(contentsOf: page, encoding: .utf8).split(separator: "\n") {
            if line.hasPrefix("## `") { kind = String(line.dropFirst(4).dropLast()) }
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            guard let kind, cells.count >= 2, cells[0].hasPrefix("`") else { continue }
            kinds[kind, default: []].append((cells[0].trimmingCharacters(in: ["`"]), cells[1]))
        }
        return kinds
    }

    @Test("Documents every kind that the commands write, with all of its members and their types")
    func complete() throws {
        let documented = try Self.documented()
        var seen: Set<String> = []
        for line in try everything() {
            let object = try #require(
                try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any], "\(line)")
            #expect(line.hasPrefix("{\"version\":1,\"kind\":\""), "\(line)")
            let kind = try #require(object["kind"] as? String)
            let members = try #require(documented[kind], "the page lacks \(kind)")
            #expect(Set(object.keys) == Set(members.map(\.name) + ["version", "kind"]), "\(kind)")
            for (name, type) in members { #expect(fits(object[name], type), "\(kind).\(name) is no \(type): \(line)") }
            if let receipt = object["receipt"] as? [String: Any], let loan = receipt["loan"] as? [String: Any] {
                #expect(Set(loan.keys) == Set(documented["loan"]?.map(\.name) ?? []))
            }
            seen.insert(kind)
        }
        // No sound store has a finding.
        #expect(seen.union(["finding"]) == Set(documented.keys))
    }

    @Test("Has a section for every kind that there is in the code, and no other")
    func everyKind() throws {
        let shapes = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Modules/Delivery/DTOs")
        var kinds: Set<String> = []
        for file in try FileManager.default.contentsOfDirectory(at: shapes, includingPropertiesForKeys: nil) {
            let text = try String(contentsOf: file, encoding: .utf8)
            for match in text.matches(of: /let kind = "(\w+)"/) { kinds.insert(String(match.1)) }
        }
        #expect(kinds == Set(try Self.documented().keys))
    }

    private func fits(_ value: Any?, _ type: String) -> Bool {
        if value is NSNull { return type.hasSuffix(" or null") }
        switch type.replacing(" or null", with: "") {
        case "text": return value is String
        case "time": return (value as? String)?.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/) != nil
        case "day": return (value as? String)?.wholeMatch(of: /\d{4}-\d\d-\d\d/) != nil
        case "texts": return value is [String]
        case "yes/no": return value is Bool
        case "number": return value is Int
        case "object": return value is [String: Any]
        default: return false
        }
    }

    /// What a day of every command writes.
    private func everything() throws -> [String] {
        let library = try ImportLibrary()
        var lines: [String] = []
        func note(_ words: String...) throws {
            let answer = try library.run("circ", words + ["--json"])
            #expect(answer.code <= 1, "\(words): \(answer.errors)")
            lines += answer.output.split(separator: "\n").map(String.init)
        }
        try note("--store", "sqlite:\(library.folder.path)/other", "init", "--zone", "UTC")
        try note("policy", "set", "--max-days", "30")
        try note("book", "add", "A title", "--author", "A. Author")
        try note("copy", "add", "B1", "--book", "2", "--branch", "Main")
        try note("copy", "add", "B2", "--book", "2")
        try note("member", "add", "Ben Example", "--card", "C2", "--email", "ben@example.invalid")
        try note("borrow", "--copy", "B1", "--member", "2", "--at", "2025-05-01 10:00", "--operation", "b1")
        try note("borrow", "--copy", "B1", "--member", "2")
        try note("return", "--copy", "B1", "--at", "2025-05-20 10:00", "--operation", "r1")
        try note("borrow", "--copy", "B2", "--member", "2", "--at", "2025-05-01 10:00")
        try note("book", "show", "2")
        try note("member", "list")
        try note("loans")
        try note("ledger", "show", "b1")
        try note("ledger", "purge", "--confirm-clock")
        try note("store", "info")
        try note("store", "check")
        try note("store", "upgrade")
        try note("store", "backup", "\(library.folder.path)/backup")
        try note("store", "restore", "\(library.folder.path)/backup", "--to", "sqlite:\(library.folder.path)/restored")
        try note("store", "copy", "sqlite:\(library.store.path)", "file:\(library.folder.path)/copied")
        let path = try library.file(
            "returns.csv",
            "barcode,returned_at,note\nB2,2025-05-06 10:00,x\nB1,2025-10-26 02:30,\nX1,2025-05-06 10:00,\nX2,soon,\n"
                .utf8)
        let report = library.folder.appending(path: "r.jsonl").path
        lines += try library.importing("--json", "--report", report, path).output.split(separator: "\n").map(
            String.init)
        lines += try library.text("r.jsonl").split(separator: "\n").map(String.init)
        try note("import", "runs")
        try note("import", "show", "last")
        try note("import", "settle", "last", "1")
        lines += try library.importing("--json", path).output.split(separator: "\n").map(String.init)
        return lines
    }
}
