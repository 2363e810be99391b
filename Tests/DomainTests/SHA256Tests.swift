import Domain
import Testing

@Suite("SHA-256")
struct SHA256Tests {
    // FIPS 180-4 and the vectors that NIST publishes beside it.
    @Test(
        "It gives the digests that NIST publishes",
        arguments: [
            ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (
                "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
            ),
            (
                "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
                "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
            ),
        ])
    func published(_ text: String, _ digest: String) {
        #expect(SHA256.hexadecimal(Array(text.utf8)) == digest)
    }

    @Test("A million times a")
    func million() {
        #expect(
            SHA256.hexadecimal(Array(repeating: 0x61, count: 1_000_000))
                == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
    }

    // The lengths at which the padding needs a block of its own, or just fits.
    @Test(
        "Zeros up to and beyond the end of a block",
        arguments: [
            (55, "02779466cdec163811d078815c633f21901413081449002f24aa3e80f0b88ef7"),
            (56, "d4817aa5497628e7c77e6b606107042bbba3130888c5f47a375e6179be789fbb"),
            (57, "65a16cb7861335d5ace3c60718b5052e44660726da4cd13bb745381b235a1785"),
            (64, "f5a5fd42d16a20302798ef6ed309979b43003d2320d9f0e8ea9831a92759fb4b"),
        ])
    func padding(_ count: Int, _ digest: String) {
        #expect(SHA256.hexadecimal(Array(repeating: 0, count: count)) == digest)
    }

    @Test("A message's ID is the digest's first half, and differs by scope, operation and ordinal")
    func messages() {
        let id = MessageID(of: key("op", in: "staff:a"), ordinal: 0)
        let digest = SHA256.hexadecimal(Array("staff:a".utf8) + [0] + Array("op".utf8) + [0, 0])
        #expect(id.description == String(digest.prefix(32)))
        #expect(MessageID(storedHigh: id.high, low: id.low) == id)
        let others = [
            MessageID(of: key("op", in: "staff:a"), ordinal: 1), MessageID(of: key("op2", in: "staff:a"), ordinal: 0),
            MessageID(of: key("op", in: "staff:ao"), ordinal: 0), MessageID(of: key("p", in: "staff:ao"), ordinal: 0),
        ]
        #expect(Set(others + [id]).count == 5)
    }
}
