/// Finds where values end in JSON that comes in chunks, by its quotation marks and brackets alone, 64 bytes at a time.
///
/// Of a document that is not valid JSON it finds something that does not depend on where its chunks end.
struct JSONEnds {
    /// The number of open brackets.
    private var depth = 0

    private var isInString = false

    /// A backslash before the next byte quotes it.
    private var isEscaped = false

    /// The kinds of at most 64 bytes, a bit for each.
    private struct Block {
        let count: Int

        /// The brackets outside of strings, and some bytes that are none in JSON (``JSONEnds/step(of:)``).
        let brackets: UInt64

        /// The quotation marks that are not escaped, and the bytes inside of strings with their opening ones.
        let quotes: UInt64, strings: UInt64
    }

    /// Looks at the next bytes.
    @inline(__always)
    private mutating func look(at bytes: Span<UInt8>, from index: Int) -> Block {
        let count = min(64, bytes.count &- index)
        // With these bits set all four brackets are the same byte.
        let brackets = bytes.mask(of: 0x7f, orWithBits: 0x26, from: index)
        var quotes = bytes.mask(of: UInt8(ascii: "\""), from: index)
        let backslashes = bytes.mask(of: UInt8(ascii: "\\"), from: index)
        if backslashes != 0 || isEscaped { quotes &= ~escaped(by: backslashes, count) }
        // Each bit becomes the parity of the quotation marks up to it.
        var strings = quotes ^ quotes << 1
        strings ^= strings << 2
        strings ^= strings << 4
        strings ^= strings << 8
        strings ^= strings << 16
        strings ^= strings << 32
        if isInString { strings = ~strings }
        isInString = strings >> UInt64(count &- 1) & 1 == 1
        return Block(count: count, brackets: brackets & ~strings, quotes: quotes, strings: strings)
    }

    /// The change of the depth by a byte outside of strings.
    @inline(__always)
    private static func step(of byte: UInt8) -> Int {
        switch byte | 0x20 {
        case UInt8(ascii: "{"): 1
        case UInt8(ascii: "}"): -1
        default: 0
        }
    }

    /// The bytes that backslashes escape: in a run of them every second one does.
    private mutating func escaped(by backslashes: UInt64, _ count: Int) -> UInt64 {
        let odd: UInt64 = 0xaaaa_aaaa_aaaa_aaaa
        let first: UInt64 = isEscaped ? 1 : 0
        let starts = backslashes & ~first
        let ends = ((starts << 1 | odd) &- starts) ^ odd
        isEscaped = (ends & backslashes) >> UInt64(count - 1) & 1 == 1
        return ends ^ (backslashes | first)
    }

    /// The last end among elements of an array: of an object or array the index after its bracket, else the index
    /// after the comma.
    struct Last {
        var index: Int
        var isAfterComma = false
    }

    /// Looks for the ends of an array's elements, up to the end of the bytes or the bracket that closes the array.
    ///
    /// - Returns: the last end, and the index of the bracket; a comma counts only between elements that are neither.
    mutating func lastElementEnd(in bytes: Span<UInt8>, from start: Int) -> (end: Last?, bracket: Int?) {
        var (index, last) = (start, Last?.none)
        while index < bytes.count {
            let block = look(at: bytes, from: index)
            var brackets = block.brackets
            if brackets == 0, depth == 0 {
                let commas = bytes.mask(of: UInt8(ascii: ","), from: index) & ~block.strings
                if commas != 0 { last = Last(index: index + 64 - commas.leadingZeroBitCount, isAfterComma: true) }
            }
            while brackets != 0 {
                let bit = brackets.trailingZeroBitCount
                let step = Self.step(of: bytes[index &+ bit])
                depth &+= step
                if depth < 0 { return (last, index &+ bit) }
                if depth == 0, step < 0 { last = Last(index: index &+ bit &+ 1) }
                brackets &= brackets &- 1
            }
            index &+= block.count
        }
        return (last, nil)
    }

    /// The index after the first value that ends: a string or, of nested ones, the outermost.
    mutating func firstEnd(in bytes: Span<UInt8>, from start: Int) -> Int? {
        var index = start
        while index < bytes.count {
            let block = look(at: bytes, from: index)
            let closingQuotes = block.quotes & ~block.strings
            var marks = block.brackets | closingQuotes
            while marks != 0 {
                let bit = marks.trailingZeroBitCount
                let step = Self.step(of: bytes[index + bit])
                depth += step
                if depth <= 0, step < 0 || closingQuotes >> UInt64(bit) & 1 == 1 { return index + bit + 1 }
                marks &= marks &- 1
            }
            index += block.count
        }
        return nil
    }

    /// The index after the last line that ends a record: outside of its brackets, or in a string, which has no line's
    /// end in JSON.
    mutating func lastLineEnd(in bytes: Span<UInt8>, from start: Int) -> Int? {
        var (index, last) = (start, Int?.none)
        blocks: while index < bytes.count {
            let block = look(at: bytes, from: index)
            // With these bits set a line feed and a carriage return are the same byte.
            var marks = block.brackets | bytes.mask(of: 0x0f, orWithBits: 0x07, from: index)
            while marks != 0 {
                let bit = marks.trailingZeroBitCount
                marks &= marks &- 1
                guard bytes[index &+ bit].endsLine else {
                    depth &+= Self.step(of: bytes[index &+ bit])
                    continue
                }
                let isInString = block.strings >> UInt64(bit) & 1 == 1
                if isInString || depth <= 0 { last = index &+ bit &+ 1 }
                if isInString || depth < 0 {
                    // Brackets without partners before it do not count after it.
                    self = JSONEnds()
                    index &+= bit &+ 1
                    continue blocks
                }
            }
            index &+= block.count
        }
        return last
    }
}
