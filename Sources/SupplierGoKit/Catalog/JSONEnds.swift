/// Finds where values end in JSON that comes in chunks, by its quotation marks and brackets alone, 64 bytes at a time.
///
/// Of a document that is not valid JSON it finds something that does not depend on where its chunks end.
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
    init(from index: Int) {
        self.index = index
    }

    /// Moves to where the bytes are after some before them were dropped.
    mutating func move(by count: Int) {
        index -= count
    }

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

    /// An end of a record: the index after it, or on an array's way the index after a comma.
    struct End {
        var index: Int
        var isAfterComma = false
    }

    /// The first and the last end among some bytes.
    struct Found {
        private(set) var first: End?
        private(set) var last: End?

        @inline(__always)
        fileprivate mutating func note(_ index: Int, isAfterComma: Bool = false) {
            last = End(index: index, isAfterComma: isAfterComma)
            if first == nil { first = last }
        }
    }

    /// Looks for the ends of an array's elements, up to the end of the bytes or the bracket that closes the array: of
    /// an object or array the index after its bracket, else the index after the comma.
    ///
    /// - Returns: the ends, and the index of the bracket; a comma counts only between elements that are neither.
    mutating func elementEnds(in bytes: Span<UInt8>) -> (ends: Found, bracket: Int?) {
        var found = Found()
        while index < bytes.count {
            let block = look(at: bytes)
            var brackets = block.brackets
            if brackets == 0, depth == 0 {
                let commas = bytes.mask(of: UInt8(ascii: ","), from: index) & ~block.strings
                if commas != 0 { found.note(index + 64 - commas.leadingZeroBitCount, isAfterComma: true) }
            }
            while brackets != 0 {
                let bit = brackets.trailingZeroBitCount
                let step = Self.step(of: bytes[index &+ bit])
                depth &+= step
                if depth < 0 { return (found, index &+ bit) }
                if depth == 0, step < 0 { found.note(index &+ bit &+ 1) }
                brackets &= brackets &- 1
            }
            index &+= block.count
        }
        return (found, nil)
    }

    /// Looks for the end of the array's next element: of an object or array the index after its bracket, else the index
    /// of the comma or of the array's bracket; `nil` if it is not among the bytes.
    mutating func elementEnd(in bytes: Span<UInt8>) -> Int? {
        while index < bytes.count {
            let block = look(at: bytes)
            var marks = block.brackets | bytes.mask(of: UInt8(ascii: ","), from: index) & ~block.strings
            while marks != 0 {
                let mark = index &+ marks.trailingZeroBitCount
                marks &= marks &- 1
                let step = Self.step(of: bytes[mark])
                depth &+= step
                if depth < 0 || depth == 0 && bytes[mark] == UInt8(ascii: ",") { return mark }
                if depth == 0, step < 0 { return mark &+ 1 }
            }
            index &+= block.count
        }
        return nil
    }

    /// The place of a value whose end is looked for.
    enum Place {
        /// The name or the value of a member. A string ends with its quotation mark.
        case member

        /// An element of an array.
        case element

        /// A record on lines. Its strings do not go on to another line.
        case line
    }

    /// Looks for the end of the first value: of an object or an array the index after it, else the index of the comma
    /// or bracket that comes next.
    ///
    /// - Returns: the end, or the place from which on it cannot be told since brackets or quotation marks do not match;
    ///   `nil` if neither is among the bytes.
    mutating func firstEnd(of place: Place, in bytes: Span<UInt8>) -> (index: Int, isMatched: Bool)? {
        while index < bytes.count {
            let block = look(at: bytes)
            var marks = block.brackets
            if place == .member { marks |= block.quotes & ~block.strings }
            if place == .line { marks |= bytes.lineEnds(from: index) & block.strings }
            if open.isEmpty { marks |= bytes.mask(of: UInt8(ascii: ","), from: index) & ~block.strings }
            while marks != 0 {
                let mark = index &+ marks.trailingZeroBitCount
                marks &= marks &- 1
                let byte = bytes[mark]
                switch byte {
                // A closing bracket is two characters after its opening one.
                case UInt8(ascii: "{"), UInt8(ascii: "["): open.append(byte + 2)
                case UInt8(ascii: "}"), UInt8(ascii: "]"):
                    guard let expected = open.popLast() else { return (mark, byte == UInt8(ascii: "]")) }
                    if byte != expected || open.isEmpty { return (mark + 1, byte == expected) }
                case UInt8(ascii: "\"") where open.isEmpty: return (mark + 1, true)
                case UInt8(ascii: ",") where open.isEmpty: return (mark, true)
                case _ where byte.endsLine: return (mark, false)
                default: break
                }
            }
            index &+= block.count
        }
        return nil
    }

    /// Looks for the lines that end a record: outside of its brackets, or in a string, which has no line's end in
    /// JSON.
    mutating func lineEnds(in bytes: Span<UInt8>) -> Found {
        var found = Found()
        blocks: while index < bytes.count {
            let block = look(at: bytes)
            var marks = block.brackets | bytes.lineEnds(from: index)
            while marks != 0 {
                let bit = marks.trailingZeroBitCount
                marks &= marks &- 1
                guard bytes[index &+ bit].endsLine else {
                    depth &+= Self.step(of: bytes[index &+ bit])
                    continue
                }
                let isInString = block.strings >> UInt64(bit) & 1 == 1
                if isInString || depth <= 0 { found.note(index &+ bit &+ 1) }
                if isInString || depth < 0 {
                    // Brackets without partners before it do not count after it.
                    self = JSONEnds(from: index &+ bit &+ 1)
                    continue blocks
                }
            }
            index &+= block.count
        }
        return found
    }
}

extension Span<UInt8> {
    /// The line feeds and carriage returns among the 64 bytes from an index on, which are the same byte with these bits
    /// set; so are some that end no line.
    @inline(__always)
    fileprivate func lineEnds(from index: Int) -> UInt64 { mask(of: 0x0f, orWithBits: 0x07, from: index) }
}
