/// A kind of file: its first line, and one of its lines for a time of the day and a barcode.
struct Sample: Sendable {
    let name: String
    var header = ""
    let row: @Sendable (_ number: Int, _ time: String, _ barcode: Int) -> String

    /// A file with so many lines.
    func text(_ lines: Int) -> String {
        var text = header
        for number in 0..<lines {
            let clock = [number / 3600 % 24, number / 60 % 60, number % 60].map { "\($0 + 100)".dropFirst() }
            text += row(number, clock.joined(separator: ":"), 31_000_000_000 + number * 7919 % 1_000_000_000)
        }
        return text
    }

    static let all = [
        Sample(name: "CSV with operations", header: "operation_id,loan_id,returned_at\n") { number, time, code in
            "019ed743b951-\(code)\(number + 1_000_000),\(code % 1_000_000 + 1),2026-06-17T\(time).337Z\n"
        },
        Sample(name: "CSV with barcodes", header: "barcode,returned_at,branch\n") { _, time, code in
            "00\(code),2026-06-17 \(time),Main\n"
        },
        Sample(name: ".koc", header: "Version=1.0\tGenerator=kocDesktop\tGeneratorVersion=2.4.0\n") {
            "2026-06-17 \(digits($1, "-")) \($0 % 900 + 100)\treturn\t00\($2)\n"
        },
        Sample(name: "Evergreen") { number, _, code in
            "{\"timestamp\":\(1_784_715_362 + number),\"type\":\"checkin\",\"delta\":0,\"barcode\":\"00\(code)\"}\n"
        },
        Sample(name: "SIP2") { _, time, code in
            "09N20260617    10160220260617    \(digits(time))APBookdrop|AOMAIN|AB00\(code)|AC|\n"
        },
        Sample(name: "Sierra") { _, time, code in "i:260617\(digits(time).prefix(4)):b00\(code):::15\n" },
        Sample(name: "Alma") { _, time, code in
            "20260617\(digits(time).prefix(4))R00\(code)\(String(repeating: " ", count: 67))\r\n"
        },
        Sample(name: "list") { _, _, code in "00\(code)\n" },
    ]

    /// A time with other separators, or none.
    private static func digits(_ time: String, _ separator: String = "") -> String {
        time.split(separator: ":").joined(separator: separator)
    }
}
