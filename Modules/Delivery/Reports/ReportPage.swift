import DTOs
import Domain

/// The markup of an HTML report.
struct ReportPage {
    static let blockBeginning = "<script type=\"application/json\" class=\"lines\">["
    static let blockEnd = "]</script>\n"

    let heading: ImportHeading
    let startedAt: String
    let counts: ImportCounts
    let isComplete: Bool

    /// The rest of the head, and the beginning of the body.
    static func head(title: String) -> String {
        let policy =
            "default-src 'none'; script-src '\(digest(of: ReportScript.text))'; style-src '\(digest(of: ReportStyle.text))'; "
            + "base-uri 'none'; form-action 'none'"
        return """
            <meta http-equiv="Content-Security-Policy" content="\(policy)">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <meta name="referrer" content="no-referrer">
            <title>\(HTMLText.escaped(title))</title>
            <style>\(ReportStyle.text)</style>
            </head>
            <body>

            """
    }

    /// What people see, after all data.
    var body: String {
        """
        <header>
        <h1>Returns from <bdi>\(HTMLText.escaped(heading.source))</bdi></h1>
        <p>Import of \(HTMLText.escaped(startedAt)), run \(heading.run.value)</p>
        <p>\(heading.files.count == 1 ? "File" : "Files"): \(fileList)</p>
        \(notes)</header>
        <main>
        <section aria-labelledby="totals-title">
        <h2 id="totals-title">Totals</h2>
        \(totals)
        \(verdicts)
        </section>
        \(counts.attention == 0 ? "<p class=\"done\">No line needs a person.</p>" : settling + ReportForm.text)
        </main>
        <footer><p>Written by circ-import. This page asks nothing of the network.</p></footer>
        <script>\(ReportScript.text)</script>
        </body>
        </html>

        """
    }

    private var fileList: String {
        let shown = heading.files.prefix(20).map { "<bdi class=\"code\">\(HTMLText.escaped($0))</bdi>" }
        let rest = heading.files.count - shown.count
        return shown.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
    }

    private var notes: String {
        var notes: [String] = []
        if heading.isRehearsal {
            notes.append("<strong>Dry run.</strong> This is what would happen; nothing was changed.")
        }
        if !isComplete {
            notes.append(
                "<strong>Stopped before the end.</strong> What was done stays so; the same command, run again, does the rest."
            )
        }
        return notes.map { "<p class=\"note\">\($0)</p>\n" }.joined()
    }

    /// How a person says that the lines are dealt with.
    private var settling: String {
        let unremembered = ImportSummary.unremembered(counts).map { "<p class=\"note\">\(HTMLText.escaped($0))</p>\n" }
            .joined()
        if heading.isRehearsal || counts.askedHere == 0 { return unremembered }
        return """
            <p>When the new lines are dealt with, <code class="code">circ import settle \(heading.run.value)</code> says so: later
            imports ask about them no more.</p>

            """ + unremembered
    }

    private var totals: String {
        var entries = [
            ("Lines", counts.lines), ("Settled", counts.lines - counts.attention),
            ("New for a person", counts.attention - counts.seenBefore),
        ]
        if counts.seenBefore > 0 { entries.append(("Asked before, open still", counts.seenBefore)) }
        let items = entries.map {
            "<div><dt>\($0.0)</dt><dd>\(ImportSummary.grouped($0.1))</dd></div>"
        }
        return "<dl class=\"totals\">\(items.joined())</dl>"
    }

    private var verdicts: String {
        var rows: [String] = []
        for verdict in Verdict.allCases {
            guard let count = counts.verdicts[verdict] else { continue }
            rows.append(Self.row(Self.title(of: verdict), verdict.rawValue, count))
        }
        if counts.replayed > 0 {
            rows.append(Self.row("of these, applied by an earlier run", "replayed", counts.replayed))
        }
        if counts.duplicates > 0 {
            rows.append(Self.row("of these, applied by an earlier line", "duplicateInFile", counts.duplicates))
        }
        if counts.settledByPerson > 0 {
            rows.append(Self.row("of these, settled by a person", "settledByPerson", counts.settledByPerson))
        }
        return """
            <details><summary>What became of the lines</summary>
            <table class="counts"><thead><tr><th scope="col">Verdict</th><th scope="col">Code</th><th scope="col">Lines</th></tr></thead>
            <tbody>\(rows.joined())</tbody></table></details>
            """
    }

    private static func row(_ name: String, _ code: String, _ count: Int) -> String {
        "<tr><td>\(name)</td><td class=\"code\">\(code)</td><td>\(ImportSummary.grouped(count))</td></tr>"
    }

    /// A verdict in a few plain words.
    static func title(of verdict: Verdict) -> String {
        switch verdict {
        case .returned: "Returned"
        case .alreadyReturned: "Returned before"
        case .notOnLoan: "Never lent"
        case .staleReturn: "Lent only later"
        case .uncertainLoan: "Unclear which loan"
        case .futureTime: "Time in the future"
        case .unknownCopy: "Unknown barcode"
        case .missingLoan: "No such loan"
        case .operationConflict: "Its ID was used before, and different"
        case .operationExpired: "Imported too long ago"
        case .malformed: "Cannot be read"
        case .unsupportedAction: "No return"
        case .ambiguousTime: "Time that came twice"
        case .nonexistentTime: "Time that never was"
        }
    }

    /// The source expression of a script or style in a content security policy.
    private static func digest(of text: String) -> String { "sha256-\(Base64.text(SHA256.bytes(Array(text.utf8))))" }
}

/// Text within markup.
enum HTMLText {
    /// The text with all characters replaced that are markup, or that could steer how what stands beside is read.
    static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x26: escaped += "&amp;"
            case 0x3C: escaped += "&lt;"
            case 0x3E: escaped += "&gt;"
            case 0x22: escaped += "&quot;"
            case 0x27: escaped += "&#39;"
            case let codePoint where SteeringCharacters.contains(scalar):
                escaped += "&lt;U+\(SteeringCharacters.digits(of: codePoint))&gt;"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}

/// Base64 (RFC 4648).
enum Base64 {
    private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    static func text(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            let value = (0..<3).reduce(0) { $0 << 8 | ($1 < group.count ? Int(group[start + $1]) : 0) }
            for place in 0..<4 {
                text.append(place <= group.count ? digits[value >> (18 - 6 * place) & 63] : 0x3D)
            }
        }
        return String(decoding: text, as: UTF8.self)
    }
}
