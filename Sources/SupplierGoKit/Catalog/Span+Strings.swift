extension Span<UInt8> {
    /// The index, from `start`, of the first quotation mark, backslash or control character; `count` where there is
    /// none.
    @inline(__always)
    func firstStringStop(from start: Int) -> Int {
        var index = start
        while index &+ 8 <= count {
            let stops = Self.stringStops(in: word(at: index))
            if stops != 0 { return index &+ stops.trailingZeroBitCount >> 3 }
            index &+= 8
        }
        while index < count {
            let byte = self[index]
            if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { return index }
            index &+= 1
        }
        return index
    }

    /// The top bits of the bytes that a string cannot hold as they are.
    ///
    /// Borrows can set bits above the first right one, never below it; so the lowest is always right. With its second
    /// bit turned over, a quotation mark is the one character next to the control characters.
    @inline(__always)
    private static func stringStops(in word: UInt64) -> UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let quotesAndControls = (word ^ (ones &* 0x02)) &- (ones &* 0x21)
        let backslashes = (word ^ (ones &* 0x5c)) &- ones
        return (quotesAndControls | backslashes) & ~word & (ones &* 0x80)
    }

    /// Whether the bytes are UTF-8, which ASCII is.
    @inline(__always)
    var isText: Bool { isASCII || isUTF8 }

    @inline(__always)
    private var isASCII: Bool {
        var found: UInt64 = 0
        var index = 0
        while index &+ 32 <= count {
            found |= word(at: index) | word(at: index &+ 8) | word(at: index &+ 16) | word(at: index &+ 24)
            index &+= 32
        }
        while index < count {
            found |= UInt64(self[index])
            index &+= 1
        }
        return found & 0x8080_8080_8080_8080 == 0
    }

    private var isUTF8: Bool {
        do throws(UTF8.ValidationError) {
            _ = try UTF8Span(validating: self)
            return true
        } catch {
            return false
        }
    }
}
