/// How HPACK represents integers (RFC 7541, section 5.1): in the low bits of a byte, the prefix, and where these are all
/// ones, with what is over in seven bits of each byte that follows, the lowest first.
enum HPACKInteger {
    /// How many bytes may follow the prefix: enough for all numbers up to 2^28.
    private static let followingByteLimit = 4

    /// Reads an integer and moves the index behind it.
    static func decode(
        _ block: Span<UInt8>, at index: inout Int, prefixBitCount: Int
    ) throws(HPACKDecoder.Failure) -> Int {
        guard index < block.count else { throw .truncated }
        let prefixLimit = 1 << prefixBitCount &- 1
        var value = Int(block[index]) & prefixLimit
        index += 1
        guard value == prefixLimit else { return value }
        for place in 0..<followingByteLimit {
            guard index < block.count else { throw .truncated }
            let byte = block[index]
            index += 1
            value += Int(byte & 0x7f) << (7 * place)
            if byte < 0x80 { return value }
        }
        throw .numberTooLarge
    }

    /// Appends an integer.
    ///
    /// - Parameter pattern: the bits above the prefix.
    static func append(_ value: Int, prefixBitCount: Int, pattern: UInt8, to block: inout [UInt8]) {
        precondition(value >= 0, "HPACK has no negative numbers")
        let prefixLimit = 1 << prefixBitCount &- 1
        guard value >= prefixLimit else {
            block.append(pattern | UInt8(value))
            return
        }
        block.append(pattern | UInt8(prefixLimit))
        var rest = value - prefixLimit
        while rest >= 0x80 {
            block.append(0x80 | UInt8(rest & 0x7f))
            rest >>= 7
        }
        block.append(UInt8(rest))
    }
}
