/// SHA-256 (FIPS 180-4), for identities that must fit a fixed size; the toolchain has none.
public struct SHA256 {
    /// The digest's eight words, most significant first.
    public typealias Digest = SIMD8<UInt32>

    private static let constants: [UInt32] = [
        0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5,
        0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174,
        0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
        0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967,
        0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85,
        0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
        0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
        0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
    ]

    /// The digest of bytes.
    public static func digest(_ bytes: [UInt8]) -> Digest {
        var state: Digest = [
            0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
        ]
        // Padded to whole blocks: a one bit, zeros, and the length in bits.
        let padded = (bytes.count + 8) / 64 * 64 + 64
        withUnsafeTemporaryAllocation(byteCount: padded, alignment: 8) { message in
            message.copyBytes(from: bytes)
            for at in bytes.count..<padded - 8 { message[at] = at == bytes.count ? 0x80 : 0 }
            message.storeBytes(of: (UInt64(bytes.count) * 8).bigEndian, toByteOffset: padded - 8, as: UInt64.self)
            withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { schedule in
                for block in stride(from: 0, to: padded, by: 64) {
                    compress(&state, UnsafeRawBufferPointer(message), at: block, schedule)
                }
            }
        }
        return state
    }

    /// The digest as 64 lower-case hexadecimal digits.
    public static func hexadecimal(_ bytes: [UInt8]) -> String {
        let digest = digest(bytes)
        return (0..<8).map { hexadecimalText(UInt64(digest[$0]), digits: 8) }.joined()
    }

    /// The digest as 32 bytes.
    public static func bytes(_ bytes: [UInt8]) -> [UInt8] {
        let digest = digest(bytes)
        return (0..<8).flatMap { word in [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: digest[word] >> UInt32($0)) } }
    }

    private static func compress(
        _ state: inout Digest, _ bytes: UnsafeRawBufferPointer, at block: Int, _ w: UnsafeMutableBufferPointer<UInt32>
    ) {
        for i in 0..<16 {
            w[i] = UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: block + i * 4, as: UInt32.self))
        }
        for i in 16..<64 {
            let s0 = rotate(w[i - 15], 7) ^ rotate(w[i - 15], 18) ^ (w[i - 15] >> 3)
            let s1 = rotate(w[i - 2], 17) ^ rotate(w[i - 2], 19) ^ (w[i - 2] >> 10)
            w[i] = w[i - 16] &+ s0 &+ w[i - 7] &+ s1
        }
        var (a, b, c, d) = (state[0], state[1], state[2], state[3])
        var (e, f, g, h) = (state[4], state[5], state[6], state[7])
        constants.withUnsafeBufferPointer { k in
            for i in 0..<64 {
                let s1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)
                let t1 = h &+ s1 &+ ((e & f) ^ (~e & g)) &+ k[i] &+ w[i]
                let s0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)
                let t2 = s0 &+ ((a & b) ^ (a & c) ^ (b & c))
                (h, g, f, e, d, c, b, a) = (g, f, e, d &+ t1, c, b, a, t1 &+ t2)
            }
        }
        state = state &+ Digest(a, b, c, d, e, f, g, h)
    }

    private static func rotate(_ word: UInt32, _ bits: UInt32) -> UInt32 {
        (word >> bits) | (word << (32 - bits))
    }
}

/// A number as lower-case hexadecimal digits, with leading zeros.
func hexadecimalText(_ number: UInt64, digits: Int) -> String {
    let text = String(number, radix: 16)
    return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
}
