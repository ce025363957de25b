import CSystem

/// The secure hash of FIPS 180-4, section 6.2, for the names of cache files and what signatures are made of.
package enum SHA256 {
    /// The first 32 bits of the fractional parts of the cube roots of the first 64 primes (section 4.2.2).
    private static let constants: InlineArray<64, UInt32> = [
        0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5,
        0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174,
        0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
        0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967,
        0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85,
        0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
        0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
        0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
    ]

    /// The 32 bytes of the message's digest.
    package static func digest(of message: [UInt8]) -> [UInt8] {
        let words = words(of: message.span)
        return words.indices.flatMap { index in
            [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: words[index] >> $0) }
        }
    }

    /// The processor has instructions for the hash.
    static let hasInstructions = suppliergo_has_sha256()

    /// The message's digest as eight words, the first one highest.
    static func words(of message: Span<UInt8>, byInstructions: Bool = hasInstructions) -> InlineArray<8, UInt32> {
        // Section 5.3.3: the square roots of the first eight primes.
        var hash: InlineArray<8, UInt32> = [
            0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
        ]
        let restCount = message.count % 64
        add(message.extracting(droppingLast: restCount), to: &hash, byInstructions)
        // Section 5.1.1: a one bit, zeros up to a whole number of blocks, the length in bits as 64 bits.
        var rest = InlineArray<128, UInt8>(repeating: 0)
        for index in 0..<restCount { rest[index] = message[message.count - restCount + index] }
        rest[restCount] = 0x80
        let end = restCount < 56 ? 64 : 128
        for index in 0..<8 { rest[end - 1 - index] = UInt8(truncatingIfNeeded: (message.count * 8) >> (8 * index)) }
        add(rest.span.extracting(first: end), to: &hash, byInstructions)
        return hash
    }

    /// Adds blocks of 64 bytes to a hash.
    private static func add(_ blocks: Span<UInt8>, to hash: inout InlineArray<8, UInt32>, _ byInstructions: Bool) {
        var constants = constants
        if byInstructions {
            return unsafe blocks.withUnsafeBytes { bytes in
                unsafe suppliergo_sha256(&hash, bytes.baseAddress, bytes.count / 64, &constants)
            }
        }
        for start in stride(from: 0, to: blocks.count, by: 64) { add(blocks, start, to: &hash, constants.span) }
    }

    /// Adds the block of 64 bytes at an index to a hash (section 6.2.2).
    private static func add(
        _ message: Span<UInt8>, _ start: Int, to hash: inout InlineArray<8, UInt32>, _ constants: Span<UInt32>
    ) {
        var words = InlineArray<64, UInt32>(repeating: 0)
        for index in 0..<16 { words[index] = message.halfWord(at: start &+ index &* 4).byteSwapped }
        for index in 16..<64 {
            let (early, late) = (words[index &- 15], words[index &- 2])
            let sigma0 = rotate(early, 7) ^ rotate(early, 18) ^ early >> 3
            let sigma1 = rotate(late, 17) ^ rotate(late, 19) ^ late >> 10
            words[index] = words[index &- 16] &+ sigma0 &+ words[index &- 7] &+ sigma1
        }
        for index in words.indices { words[index] &+= constants[index] }
        var (a, b, c, d) = (hash[0], hash[1], hash[2], hash[3])
        var (e, f, g, h) = (hash[4], hash[5], hash[6], hash[7])
        // Eight rounds after each other name the variables as they were: nothing is moved from one to the next.
        for index in stride(from: 0, to: 64, by: 8) {
            round(a, b, c, &d, e, f, g, &h, unsafe words[unchecked: index])
            round(h, a, b, &c, d, e, f, &g, unsafe words[unchecked: index &+ 1])
            round(g, h, a, &b, c, d, e, &f, unsafe words[unchecked: index &+ 2])
            round(f, g, h, &a, b, c, d, &e, unsafe words[unchecked: index &+ 3])
            round(e, f, g, &h, a, b, c, &d, unsafe words[unchecked: index &+ 4])
            round(d, e, f, &g, h, a, b, &c, unsafe words[unchecked: index &+ 5])
            round(c, d, e, &f, g, h, a, &b, unsafe words[unchecked: index &+ 6])
            round(b, c, d, &e, f, g, h, &a, unsafe words[unchecked: index &+ 7])
        }
        let results: InlineArray<8, UInt32> = [a, b, c, d, e, f, g, h]
        for index in hash.indices { hash[index] &+= results[index] }
    }

    /// One round; what would be moved is left where it is.
    @inline(__always)
    private static func round(
        _ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: inout UInt32, _ e: UInt32, _ f: UInt32, _ g: UInt32,
        _ h: inout UInt32, _ word: UInt32
    ) {
        let sum1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)
        let first = h &+ sum1 &+ (g ^ (e & (f ^ g))) &+ word
        let sum0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)
        d &+= first
        h = first &+ sum0 &+ ((a & b) | (c & (a | b)))
    }

    @inline(__always)
    private static func rotate(_ word: UInt32, _ count: UInt32) -> UInt32 {
        word &>> count | word &<< (32 &- count)
    }
}

extension SHA256 {
    /// 40 hexadecimal digits for a text: its hash, cut to 160 bits.
    package static func digits(of text: String) -> String {
        String(hexadecimal: digest(of: Array(text.utf8)).prefix(20))
    }
}
