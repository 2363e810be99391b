import Domain

/// Writes text as a JSON string.
enum JSONText {
    private static let digits = Array("0123456789abcdef".utf8)

    /// Appends the text in quotes, with everything escaped that must be or could steer a terminal.
    static func append(_ text: String, to bytes: inout [UInt8]) {
        bytes.append(0x22)
        if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x5C }) {
            bytes.append(contentsOf: text.utf8)
        } else {
            for scalar in text.unicodeScalars { append(scalar, to: &bytes) }
        }
        bytes.append(0x22)
    }

    private static func append(_ scalar: Unicode.Scalar, to bytes: inout [UInt8]) {
        switch scalar.value {
        case 0x22, 0x5C:
            bytes.append(0x5C)
            bytes.append(UInt8(scalar.value))
        case 0x09:
            bytes.append(contentsOf: [0x5C, 0x74])
        case 0x0A:
            bytes.append(contentsOf: [0x5C, 0x6E])
        case 0x0D:
            bytes.append(contentsOf: [0x5C, 0x72])
        case _ where SteeringCharacters.contains(scalar):
            bytes.append(contentsOf: [0x5C, 0x75])
            for shift in [12, 8, 4, 0] { bytes.append(digits[Int(scalar.value >> UInt32(shift) & 0xF)]) }
        default:
            bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
        }
    }
}
