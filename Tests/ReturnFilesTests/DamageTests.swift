import Foundation
import ReturnFileTrials
import Testing

/// The corpus, damaged at random: bytes are changed, left out, doubled and moved.
@Suite("Damaged files")
struct DamageTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let rounds = environment["CIRC_DAMAGES"].flatMap(Int.init) ?? 20

    @Test("A damaged file is refused or read, and what holds of every file holds of it")
    func damaged() throws {
        let seed = Self.environment["CIRC_SEED"].flatMap(UInt64.init) ?? .random(in: .min ... .max)
        print("CIRC_SEED=\(seed)")
        var random = Seeded(state: seed)
        let trial = ReturnFileTrial(format: nil)
        var (read, refused) = (0, 0)
        for name in CorpusTests.names {
            let whole = try Data(contentsOf: CorpusTests.folder.appending(path: name))
            for round in 0..<Self.rounds {
                let bytes = Self.damaged(Array(whole), &random)
                let finding = try trial.finding(bytes)
                #expect(finding == nil, "\(name), round \(round), CIRC_SEED=\(seed)")
                if try trial.accepts(bytes) { read += 1 } else { refused += 1 }
            }
        }
        #expect(read > 0 && refused > 0)
    }

    private static func damaged(_ whole: [UInt8], _ random: inout Seeded) -> [UInt8] {
        var bytes = whole
        let telling: [UInt8] = [0x00, 0x09, 0x0A, 0x0D, 0x20, 0x22, 0x2C, 0x3B, 0x5C, 0x7B, 0x7C, 0x7F, 0xC2, 0xFF]
        for _ in 0..<Int.random(in: 1...4, using: &random) where !bytes.isEmpty {
            let place = Int.random(in: bytes.indices, using: &random)
            let end = min(bytes.count, place + Int.random(in: 1...8, using: &random))
            switch Int.random(in: 0..<6, using: &random) {
            case 0: bytes[place] = .random(in: .min ... .max, using: &random)
            case 1: bytes[place] = telling.randomElement(using: &random) ?? 0
            case 2: bytes.removeSubrange(place..<end)
            case 3: bytes.insert(contentsOf: bytes[place..<end], at: place)
            case 4: bytes.removeSubrange(place...)
            default: bytes.insert(telling.randomElement(using: &random) ?? 0, at: place)
            }
        }
        return bytes
    }
}

/// SplitMix64.
struct Seeded: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
