/// Finds where values end in JSON, by its quotation marks and brackets alone, 64 bytes at a time.
///
/// Of a document that is not valid JSON it finds something that does not depend on where its chunks end. What a bad
/// record costs is decided where records are cut (``RecordCursor``).
struct JSONEnds {
    /// The index of the next byte to look at.
    private(set) var index: Int

    /// The number of open brackets; for ``firstEnd(of:in:)`` the brackets that close them.
    private var depth = 0
    private var open: [UInt8] = []

    private var isInString = false

    /// A backslash before the next byte quotes it.
    private var isEscaped = false

    /// Begins at an index, outside of strings.
    init(from index: Int) { self.index = index }

    /// The kinds of at most 64 bytes, a bit for each.
    private struct Block {
        let count: Int

        /// The brackets outside of strings, and some bytes that are none in JSON (``JSONEnds/step(of:)``).
        let brackets: UInt64

        /// The bytes inside of strings, with their opening quotation marks.
        let strings: UInt64
    }

    /// Looks at the next bytes.
    @inline(__always)
    private mutating func look(at bytes: Span<UInt8>) -> Block {
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
        return Block(count: count, brackets: brackets & ~strings, strings: strings)
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

    /// Visits the marks among the bytes in their order, up to one with a result.
    ///
    /// - Parameters:
    ///   - marks: the marks in a block.
    ///   - visit: returns a result to end the walk. If it moves the index, the walk goes on there.
    @inline(__always)
    private mutating func firstResult<Result>(
        in bytes: Span<UInt8>, of marks: (JSONEnds, Block) -> UInt64,
        _ visit: (inout JSONEnds, _ mark: Int, Block) -> Result?
    ) -> Result? {
        while index < bytes.count {
            let start = index
            let block = look(at: bytes)
            var rest = marks(self, block)
            while rest != 0, index == start {
                let mark = start &+ rest.trailingZeroBitCount
                rest &= rest &- 1
                if let result = visit(&self, mark, block) { return result }
            }
            if index == start { index &+= block.count }
        }
        return nil
    }

    /// An end of a record: the index after its bracket, or after the comma that follows it in an array.
    typealias End = (index: Int, isAfterComma: Bool)

    /// Looks for the ends of an array's elements, up to the end of the bytes or the bracket that closes the array: of
    /// an object or array the index after its bracket, else the index after the comma. Commas near brackets do not
    /// count: almost all of them follow one.
    ///
    /// - Returns: the last end, and the index of the bracket.
    mutating func elementEnds(in bytes: Span<UInt8>) -> (last: End?, bracket: Int?) {
        var last: End?
        let bracket = firstResult(in: bytes) { ends, block in
            guard ends.depth == 0, block.brackets == 0 else { return block.brackets }
            return block.brackets | bytes.mask(of: UInt8(ascii: ","), from: ends.index) & ~block.strings
        } _: { ends, mark, _ in
            let step = Self.step(of: bytes[mark])
            ends.depth &+= step
            if ends.depth < 0 { return mark }
            if ends.depth == 0 {
                let isComma = bytes[mark] == UInt8(ascii: ",")
                if step < 0 || isComma { last = (mark &+ 1, isComma) }
            }
            return nil
        }
        return (last, bracket)
    }

    /// Looks for the end of the first value: of an object or an array the index after it, else the index of the comma
    /// or bracket that comes next.
    ///
    /// - Returns: the end, or the place from which on it cannot be told since brackets or quotation marks do not match;
    ///   `nil` if neither is among the bytes.
    mutating func firstEnd(in bytes: Span<UInt8>, isOnLines: Bool = false) -> (index: Int, isMatched: Bool)? {
        firstResult(in: bytes) { ends, block in
            var marks = block.brackets
            if isOnLines { marks |= bytes.lineEnds(from: ends.index) & block.strings }
            if ends.open.isEmpty { marks |= bytes.mask(of: UInt8(ascii: ","), from: ends.index) & ~block.strings }
            return marks
        } _: { ends, mark, _ in
            let byte = bytes[mark]
            switch byte {
            // A closing bracket is two characters after its opening one.
            case UInt8(ascii: "{"), UInt8(ascii: "["): ends.open.append(byte + 2)
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                guard let expected = ends.open.popLast() else { return (mark, byte == UInt8(ascii: "]")) }
                if byte != expected || ends.open.isEmpty { return (mark + 1, byte == expected) }
            case UInt8(ascii: ",") where ends.open.isEmpty: return (mark, true)
            case _ where byte.endsLine: return (mark, false)
            default: break
            }
            return nil
        }
    }

    /// Looks for the last line that ends a record: outside of its brackets, or in a string, which has no line's end in
    /// JSON.
    mutating func lastLineEnd(in bytes: Span<UInt8>) -> Int? {
        var last: Int?
        let _: Never? = firstResult(in: bytes) { ends, block in
            block.brackets | bytes.lineEnds(from: ends.index)
        } _: { ends, mark, block in
            guard bytes[mark].endsLine else {
                ends.depth &+= Self.step(of: bytes[mark])
                return nil
            }
            let isInString = block.strings >> UInt64(mark &- ends.index) & 1 == 1
            if isInString || ends.depth <= 0 { last = mark &+ 1 }
            // Brackets without partners before it do not count after it.
            if isInString || ends.depth < 0 { ends = JSONEnds(from: mark &+ 1) }
            return nil
        }
        return last
    }
}

extension Span<UInt8> {
    /// The line feeds and carriage returns among the 64 bytes from an index on, which are the same byte with these bits
    /// set; so are some that end no line.
    @inline(__always)
    fileprivate func lineEnds(from index: Int) -> UInt64 { mask(of: 0x0f, orWithBits: 0x07, from: index) }
}
