import TestSupport
import Testing

@testable import SupplierGoKit

@Suite struct SHA256Tests {
    /// The examples of FIPS 180-2, appendix B, and of NIST's CAVP (SHA256ShortMsg, SHA256LongMsg).
    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
        (
            "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrst"
                + "nopqrstu", "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
        ),
    ])
    func agreesWithTheStandardsExamples(_ message: String, _ digest: String) {
        #expect(digests(of: Array(message.utf8)) == [digest, digest])
    }

    @Test func agreesOnAMillionLetters() {
        let digests = digests(of: [UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000))
        let digest = "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
        #expect(digests == [digest, digest])
    }

    /// The lengths at which the padding changes its number of blocks; digests by coreutils' `sha256sum`.
    @Test(arguments: [
        (55, "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318"),
        (56, "b35439a4ac6f0948b6d6f9e3c6af0f5f590ce20f1bde7090ef7970686ec6738a"),
        (63, "7d3e74a05d7db15bce4ad9ec0658ea98e3f06eeecf16b4c6fff2da457ddc2f34"),
        (64, "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb"),
        (65, "635361c48bb9eab14198e76ea8ab7f1a41685d6ad62aa9146d301d4f17eb0ae0"),
        (119, "31eba51c313a5c08226adf18d4a359cfdfd8d2e816b13f4af952f7ea6584dcfb"),
        (120, "2f3d335432c70b580af0e8e1b3674a7c020d683aa5f73aaaedfdc55af904c21c"),
    ])
    func padsEveryLength(_ count: Int, _ digest: String) {
        #expect(digests(of: [UInt8](repeating: UInt8(ascii: "a"), count: count)) == [digest, digest])
    }

    @Test func agreesOnMessagesOfAnyLength() {
        var random = SeededRandom(seed: 1)
        for count in 0...300 {
            let message = (0..<count).map { _ in UInt8.random(in: 0 ... .max, using: &random) }
            let digests = digests(of: message)
            #expect(digests[0] == digests[1] && digests[0] == String(hexadecimal: SHA256.digest(of: message)))
            // Blocks may begin at any byte.
            let longer = [0] + message
            let words = SHA256.words(of: longer.span.extracting(1...), byInstructions: SHA256.hasInstructions)
            #expect(words[0] == SHA256.words(of: message.span, byInstructions: false)[0], "\(message)")
        }
    }

    /// The digest by the processor's instructions, as far as it has them, and by the code for other processors.
    private func digests(of message: [UInt8]) -> [String] {
        [SHA256.hasInstructions, false].map { byInstructions in
            let words = SHA256.words(of: message.span, byInstructions: byInstructions)
            let bytes = words.indices.flatMap { index in
                [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: words[index] >> $0) }
            }
            return String(hexadecimal: bytes)
        }
    }
}
