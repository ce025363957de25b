import TestSupport
import Testing

@testable import SupplierGoKit

struct HPACKIntegerTests {
    /// The integer at the beginning of a block, and where it ends.
    private func decoded(
        _ block: [UInt8], prefixBitCount: Int
    ) throws(HPACKDecoder.Failure) -> (value: Int, end: Int) {
        var index = 0
        let value = try HPACKInteger.decode(block.span, at: &index, prefixBitCount: prefixBitCount)
        return (value, index)
    }

    private func failure(of block: [UInt8], prefixBitCount: Int) -> HPACKDecoder.Failure? {
        do {
            _ = try decoded(block, prefixBitCount: prefixBitCount)
            return nil
        } catch {
            return error
        }
    }

    /// RFC 7541, appendix C.1, and numbers around the prefix's end.
    @Test(arguments: [
        (10, 5, "0a"), (1337, 5, "1f9a0a"), (42, 8, "2a"), (0, 7, "00"), (30, 5, "1e"), (31, 5, "1f00"),
        (32, 5, "1f01"), (127, 7, "7f00"), (255, 7, "7f8001"), (1 << 28, 4, "0ff1ffff7f"),
        (15 + 1 << 28 - 1, 4, "0fffffff7f"),
    ])
    func isAsInTheRFC(value: Int, prefixBitCount: Int, dump: String) throws {
        let bytes = [UInt8](dump: dump)
        var encoded: [UInt8] = []
        HPACKInteger.append(value, prefixBitCount: prefixBitCount, pattern: 0, to: &encoded)
        #expect(encoded == bytes)
        #expect(try decoded(bytes + [0xff], prefixBitCount: prefixBitCount) == (value, bytes.count))
        for count in bytes.indices {
            #expect(failure(of: Array(bytes[..<count]), prefixBitCount: prefixBitCount) == .truncated)
        }
    }

    @Test(arguments: 4...8)
    func comesBack(prefixBitCount: Int) throws {
        var random = SeededRandom(seed: 5)
        for round in 0..<2000 {
            let value = Int.random(in: 0...1 << (round % 29), using: &random)
            let pattern = prefixBitCount == 8 ? 0 : UInt8(0xff) << UInt8(prefixBitCount)
            var block: [UInt8] = []
            HPACKInteger.append(value, prefixBitCount: prefixBitCount, pattern: pattern, to: &block)
            #expect(block[0] & pattern == pattern)
            #expect(try decoded(block, prefixBitCount: prefixBitCount) == (value, block.count))
        }
    }

    @Test func mayHaveZerosInFront() throws {
        #expect(try decoded([0x1f, 0x81, 0x80, 0x80, 0x00], prefixBitCount: 5) == (32, 5))
    }

    @Test(arguments: ["1f80808080", "1f8080808000", "1fffffffff7f", "1fffffffffffffffffffffffffffffff"])
    func mustNotBeTooLong(dump: String) {
        #expect(failure(of: [UInt8](dump: dump), prefixBitCount: 5) == .numberTooLarge)
    }
}
