/// The Huffman code of HPACK's strings (RFC 7541, section 5.2 and appendix B).
enum HuffmanCode {
    /// The symbol that ends a text, and that none may have in it.
    static let endOfString: UInt16 = 256

    /// Appends the text that bytes are the code of.
    ///
    /// - Returns: whether they are one. They are not with the symbol for the end of a string in them, nor with a padding
    ///   that is longer than seven bits or not all ones. What was decoded before that is appended nevertheless.
    static func decode(_ bytes: Span<UInt8>, into output: inout [UInt8]) -> Bool {
        let codes = HuffmanTable.shared.direct
        let direct = codes.span
        var isValid = false
        // The shortest code has five bits.
        output.append(addingCapacity: bytes.count * 8 / 5) { output in
            // The next bits, the first one highest, how many of them are known, and how many bytes were taken.
            var (bits, bitCount, index): (UInt64, Int, Int) = (0, 0, 0)
            while true {
                let taken = min((63 &- bitCount) &>> 3, bytes.count &- index)
                // Bits behind the known ones may be there already: they are the same then.
                bits |= bytes.leadingWord(at: index) &>> UInt64(truncatingIfNeeded: bitCount)
                index &+= taken
                bitCount &+= taken &* 8
                // There are 56 bits or more while bytes are left, which five short codes always are in: so often the loop
                // does not end early. At the end there are up to 63, which are no more than twelve codes.
                let isLast = index == bytes.count
                for _ in 0..<(isLast ? 12 : 5) {
                    let known = direct[Int(truncatingIfNeeded: bits &>> HuffmanTable.indirectBitCount)]
                    let code = known.isShort ? known : HuffmanTable.longCode(startingWith: bits)
                    guard code.length <= bitCount else { break }
                    guard code.symbol != endOfString else { return }
                    output.append(UInt8(truncatingIfNeeded: code.symbol))
                    bits &<<= UInt64(truncatingIfNeeded: code.length)
                    bitCount &-= code.length
                }
                if isLast { break }
            }
            isValid = bitCount < 8 && bits == ~(UInt64.max >> bitCount)
        }
        return isValid
    }
}

extension Span<UInt8> {
    /// Up to eight bytes from an index on, the first one highest, and zeros behind the last one.
    @inline(__always)
    fileprivate func leadingWord(at index: Int) -> UInt64 {
        let left = count &- index
        if left >= 8 { return word(at: index).byteSwapped }
        if count >= 8 { return word(at: count &- 8).byteSwapped << (64 &- 8 &* left) }
        var word: UInt64 = 0
        for place in index..<count { word |= UInt64(self[place]) &<< UInt64(56 &- 8 &* (place &- index)) }
        return word
    }
}
