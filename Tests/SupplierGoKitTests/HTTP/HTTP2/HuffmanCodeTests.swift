import TestSupport
import Testing

@testable import SupplierGoKit

struct HuffmanCodeTests {
    /// The text of a code, or `nil` where it is none.
    private func text(of code: [UInt8]) -> [UInt8]? {
        var text: [UInt8] = []
        return HuffmanCode.decode(code.span, into: &text) ? text : nil
    }

    @Test func codesAreComplete() {
        #expect(HuffmanCode.lengths.count == 257)
        #expect(HuffmanCode.lengths.map { 1 << (30 - Int($0)) }.reduce(0, +) == 1 << 30)
        #expect(Int(HuffmanCode.lengths.min() ?? 0) == HuffmanTable.shortestLength)
        #expect(Int(HuffmanCode.lengths.max() ?? 0) == HuffmanTable.longestLength)
    }

    /// The first and the last code of some lengths, as RFC 7541 has them in appendix B.
    @Test(arguments: [
        (48, "00000"), (116, "01001"), (32, "010100"), (117, "101101"), (58, "1011100"), (122, "1111011"),
        (38, "11111000"), (90, "11111101"), (33, "1111111000"), (63, "1111111100"), (39, "11111111010"),
        (92, "1111111111111110000"), (249, "1111111111111111111111111110"), (10, "111111111111111111111111111100"),
        (256, "111111111111111111111111111111"),
    ])
    func codesAreThoseOfTheRFC(symbol: Int, bits: String) {
        #expect(HuffmanEncoding.codes[symbol] == bits.map { $0 == "1" })
    }

    /// The codes of appendix B from symbol 0 to 255, one behind the other.
    @Test func decodesAllBytes() {
        let code = """
            ffc7fffd8fffffe2fffffe3fffffe4fffffe5fffffe6fffffe7fffffe8ffffeafffffff3fffffa7fffffabffffffdfffffebffff \
            fecfffffedfffffeefffffefffffff0ffffff1ffffff2fffffffbfffffcffffffd3fffffd7fffffdbfffffdffffffe3fffffe7ff \
            fffebfffffed4fe3f9ffaffcabf1febfafefe7fdfd2cbb00089969b71d79fb9f7fff20ffbff3ff50ddbd7f061c58f265cd9f469d \
            5af66dddbf871e5f9cff7ff7fffc3ff9ffe45fff4719242cb34e6e9d68a6a3d7dac426defe3cfaf7fffbfe7ffbffdffffffcfffe \
            6ffff4bfff9ffffa3fffd3ffff53fffd5ffffb3fffeb7fffdaffffb7ffff73fffeeffffdeffffebffffbfffffd9ffffdbfffebff \
            ffe0ffffeeffffc3ffff8bffff1ffffe4fffee7fffb1ffff97fffd9ffffcdffff9fffffbffffdafffeeffff4ffffb7fffee7fffe \
            8ffffd3fffdeffffd5fffeeffffbdffffe1fffdfffff7fffff5ffffecffff07fff87fffe0ffff17fffedffff87ffff77fffeffff \
            eaffff8bfffe3ffff93ffff87fffcbffff37ffff1fffff83ffffe1fffebfffe3ffff3fffff2ffffa3ffffd9fffff17ffffc7ffff \
            f27ffffdefffffbffffff2fffff8fffffb7fff97fff8fffffe6fffffc1fffff87ffffe7fffffc5ffffe5fffe4ffff2fffffd1fff \
            ff4ffffffefffffe3fffffc9fffff97fffb3ffffcffffb7fffcdffff4ffff9ffffd1ffffcffffeaffffafffffddffffeffffff4f \
            ffff5fffffabffffa7ffffd7fffff9bffffecfffffb7fffff3fffffe8fffffd3fffffabfffff5fffffff7ffffecfffffdbfffffb \
            bfffff7ffffff0fffffbbf
            """
        #expect(text(of: [UInt8](dump: code)) == Array(0...255))
    }

    @Test(arguments: [
        ("f1e3 c2e5 f23a 6ba0 ab90 f4ff", "www.example.com"), ("a8eb 1064 9cbf", "no-cache"),
        ("25a8 49e9 5bb8 e8b4 bf", "custom-value"), ("6402", "302"), ("", ""), ("1f", "a"),
    ])
    func decodesTexts(code: String, text: String) {
        #expect(self.text(of: [UInt8](dump: code)) == Array(text.utf8))
    }

    @Test func appendsToWhatIsThere() {
        var text = Array("age: ".utf8)
        let isCode = HuffmanCode.decode([0x64, 0x02].span, into: &text)
        #expect(isCode)
        #expect(text == Array("age: 302".utf8))
    }

    @Test(arguments: [0..<256, 32..<127, 48..<58, 128..<256])
    func decodesWhatWasEncoded(alphabet: Range<Int>) {
        var random = SeededRandom(seed: 7)
        for count in 0..<400 {
            let text = (0..<count % 80).map { _ in UInt8(Int.random(in: alphabet, using: &random)) }
            #expect(self.text(of: HuffmanEncoding.bytes(of: text)) == text)
        }
    }

    @Test(arguments: 0..<256)
    func decodesEveryByteAnywhere(byte: Int) {
        for count in 0..<20 {
            let text = [UInt8](repeating: 0x30, count: count) + [UInt8(byte)]
            #expect(self.text(of: HuffmanEncoding.bytes(of: text)) == text)
            #expect(self.text(of: HuffmanEncoding.bytes(of: text + [0x61])) == text + [0x61])
        }
    }

    /// Zeros are five bits long, so that there are paddings of all lengths.
    @Test func refusesPaddingThatIsNotAllOnes() {
        for count in 1...16 where count * 5 % 8 > 3 {
            let text = [UInt8](repeating: 0x30, count: count)
            let code = HuffmanEncoding.bytes(of: text)
            #expect(self.text(of: code) == text)
            for bit in 0..<8 - count * 5 % 8 {
                var changed = code
                changed[code.count - 1] ^= 1 << bit
                #expect(self.text(of: changed) == nil)
            }
        }
    }

    @Test func refusesPaddingOfAByteOrMore() {
        for count in 0...16 {
            let code = HuffmanEncoding.bytes(of: [UInt8](repeating: 0x30, count: count))
            for padding in 1...5 {
                #expect(text(of: code + [UInt8](repeating: 0xff, count: padding)) == nil)
            }
        }
    }

    @Test func refusesTheEndOfTheString() {
        for count in 0...16 {
            let before = [UInt8](repeating: 0x30, count: count).flatMap { HuffmanEncoding.codes[Int($0)] }
            let end = HuffmanEncoding.codes[Int(HuffmanCode.endOfString)]
            #expect(text(of: HuffmanEncoding.packed(before + end)) == nil)
            #expect(text(of: HuffmanEncoding.packed(before + end + HuffmanEncoding.codes[0x61])) == nil)
        }
    }
}
