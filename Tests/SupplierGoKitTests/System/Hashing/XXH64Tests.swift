import Testing

@testable import SupplierGoKit

struct XXH64Tests {
    /// From the reference implementation (`xxhsum -H64`, xxHash 0.8).
    @Test(
        arguments: [
            ("", 0xef46_db37_51d8_e999), ("a", 0xd24e_c4f1_a98c_6e5b), ("abc", 0x44bc_2cf5_ad77_0999),
            ("abcdefghijklmnopqrstuvwxyz0123456789", 0x64f2_3ecf_1609_b766),
        ] as [(String, UInt64)])
    func agreesWithTheReference(_ text: String, _ hash: UInt64) {
        #expect(XXH64.hash(of: text.utf8.span) == hash)
    }

    /// From the reference implementation, by Python's xxhash 3.
    @Test(
        arguments: [
            (0, 2_654_435_761, 0xac75_fda2_929b_17ef), (5, 1, 0x27ce_4550_8b78_a340),
            (32, .max, 0x3522_0dfd_b7d4_d7c9), (100, 0x0123_4567_89ab_cdef, 0x40e8_f4ec_2207_f62c),
        ] as [(Int, UInt64, UInt64)])
    func agreesWithTheReferenceForASeed(count: Int, seed: UInt64, hash: UInt64) {
        let bytes = (0..<count).map { UInt8($0) }
        #expect(XXH64.hash(of: bytes.span, seed: seed) == hash)
    }

    @Test func isTheSameInWhateverPartsTheBytesCome() {
        let bytes = (0..<200).map { UInt8($0) }
        let whole = XXH64.hash(of: bytes.span)
        for size in 1...70 {
            var hash = XXH64()
            for start in stride(from: 0, to: bytes.count, by: size) {
                hash.add(bytes.span.extracting(start..<min(start + size, bytes.count)))
            }
            #expect(hash.value == whole, "\(size)")
        }
    }

    @Test func changesWithEveryBit() {
        var bytes = [UInt8](repeating: 0, count: 77)
        var hashes: Set<UInt64> = [XXH64.hash(of: bytes.span)]
        for bit in 0..<bytes.count * 8 {
            bytes[bit / 8] ^= 1 << UInt8(bit % 8)
            hashes.insert(XXH64.hash(of: bytes.span))
            bytes[bit / 8] = 0
        }
        #expect(hashes.count == 77 * 8 + 1)
    }
}
