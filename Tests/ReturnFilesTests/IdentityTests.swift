import Domain
import ReturnFiles
import Testing
import UseCases

@Suite("A line's identity")
struct IdentityTests {
    private func operations(_ text: String, settings: ReadingSettings = ReadingSettings()) throws -> [String] {
        let file = try TemporaryFile(text)
        return try withExtendedLifetime(file) {
            try read(file.path, settings: settings).lines.map {
                if case .returned(let stated) = $0.content { stated.operation.text } else { described($0) }
            }
        }
    }

    @Test("It is readable, begins with the time, and is never longer than an operation ID may be")
    func readable() throws {
        let made = try operations("barcode,returned_at\n0031000000654,2026-07-22T10:16:02+02:00\n")
        #expect(made == ["1|2026-07-22T10:16:02+02:00|return|0031000000654"])
    }

    @Test("It does not depend on where the line stands, on its line end, or on white space around the barcode")
    func sameLine() throws {
        let alone = try operations("barcode,returned_at\nB1,2026-07-22 10:16\n")
        let later = try operations(
            "returned_at;branch;barcode\r\n2026-07-22 10:15;;B0\r\n2026-07-22 10:16;Main;\" B1 \"\r\n")
        #expect(alone[0] == later[1])
    }

    // Koha 24330, opensourcepos 2515
    @Test("It is the same with a byte-order mark before the file and without, and no letter of the header is lost")
    func mark() throws {
        for header in ["barcode,returned_at", "\"barcode\",returned_at", "returned_at;barcode"] {
            let row = header.hasPrefix("returned") ? "2026-07-22 10:16;B1" : "B1,2026-07-22 10:16"
            let made = try ["", "\u{FEFF}"].map { try operations("\($0)\(header)\n\(row)\n") }
            #expect(made == [["1|2026-07-22 10:16|return|B1"], ["1|2026-07-22 10:16|return|B1"]])
        }
    }

    // Koha 9509
    @Test("The same barcode a millisecond later, another barcode, and a loan of the same number are others")
    func others() throws {
        let made = try operations(
            """
            barcode,loan_id,returned_at
            7,,2026-07-22 10:16:02.001
            7,,2026-07-22 10:16:02.002
            07,,2026-07-22 10:16:02.001
            ,7,2026-07-22 10:16:02.001
            loan|7,,2026-07-22 10:16:02.001
            """)
        #expect(Set(made).count == 5)
    }

    @Test("Where it does not fit, it is a digest of the same text")
    func digest() throws {
        let long = String(repeating: "x", count: 60)
        let made = try operations("barcode,returned_at\n\(long),2026-07-22 10:16:02\n")
        #expect(made == [SHA256.hexadecimal(Array("1|2026-07-22 10:16:02|return|\(long)".utf8))])
        #expect(made[0].utf8.count == 64)
    }

    @Test("A time that is stated for the whole file is part of it as it was written")
    func statedForAll() throws {
        var settings = ReadingSettings()
        settings.returnedAt = WrittenTime("2026-07-22")
        #expect(try operations("barcode\nB1\n", settings: settings) == ["1|2026-07-22|return|B1"])
    }
}
