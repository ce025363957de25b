extension RecordScanner {
    /// The string, number or literal being scanned.
    struct OpenToken {
        /// The offset in the catalog of its first byte, for a string of the one after the quotation mark.
        var start = 0

        /// Whether a string is a member's name.
        var isKey = false

        /// Whether a string holds escapes, or a number a fraction or an exponent.
        var isMarked = false

        /// The number of digits of a `\u` escape still expected.
        var hexadecimalsLeft = 0

        var number = NumberPart.sign
        var literal = JSONToken.Kind.null

        /// The number of bytes of a literal so far.
        var literalCount = 0
    }

    /// The part of a number that the last byte belongs to.
    enum NumberPart {
        /// The minus sign, or nothing yet.
        case sign

        /// A leading zero, which no digit may follow.
        case zero

        case integer, point, fraction, exponentMark, exponentSign, exponent
    }

    mutating func scanNumber(_ bytes: Span<UInt8>, from start: Int) throws(CatalogSyntaxError) -> Int {
        var index = start
        if chunkOffset + index == token.start && bytes[index] == UInt8(ascii: "-") { index &+= 1 }
        while index < bytes.count {
            guard let part = token.number.part(after: bytes[index]) else {
                guard token.number.isComplete else { throw malformed(at: index, found: bytes[index]) }
                try endNumber(at: index)
                return index
            }
            token.number = part
            if part == .point || part == .exponentMark { token.isMarked = true }
            index &+= 1
        }
        return index
    }

    mutating func endNumber(at index: Int) throws(CatalogSyntaxError) {
        keep(.number, from: token.start, to: chunkOffset + index, isMarked: token.isMarked)
        try endValue(at: index)
    }

    mutating func beginLiteral(_ kind: JSONToken.Kind, at index: Int) {
        token.start = chunkOffset &+ index
        token.literal = kind
        token.literalCount = 0
        state = .literal
    }

    mutating func scanLiteral(_ bytes: Span<UInt8>, from start: Int) throws(CatalogSyntaxError) -> Int {
        let (letters, count) = token.literal.letters
        var index = start
        while token.literalCount < count, index < bytes.count {
            guard bytes[index] == UInt8(truncatingIfNeeded: letters >> (8 * token.literalCount)) else {
                throw malformed(at: index, found: bytes[index])
            }
            token.literalCount += 1
            index &+= 1
        }
        if token.literalCount == count {
            keep(token.literal, from: token.start, to: chunkOffset + index)
            try endValue(at: index)
        }
        return index
    }
}

extension JSONToken.Kind {
    /// A literal's letters, the first one lowest, and their number.
    fileprivate var letters: (UInt64, count: Int) {
        switch self {
        case .true: (0x6575_7274, 4)
        case .false: (0x65_736c_6166, 5)
        default: (0x6c6c_756e, 4)
        }
    }
}

extension RecordScanner.NumberPart {
    /// Whether a number may end with this part.
    var isComplete: Bool {
        switch self {
        case .zero, .integer, .fraction, .exponent: true
        case .sign, .point, .exponentMark, .exponentSign: false
        }
    }

    /// The part that a byte belongs to, or `nil` if it cannot continue the number.
    @inline(__always)
    func part(after byte: UInt8) -> Self? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"):
            switch self {
            case .sign: byte == UInt8(ascii: "0") ? .zero : .integer
            case .zero: nil
            case .integer: .integer
            case .point, .fraction: .fraction
            case .exponentMark, .exponentSign, .exponent: .exponent
            }
        case UInt8(ascii: "."): self == .zero || self == .integer ? .point : nil
        case UInt8(ascii: "e"), UInt8(ascii: "E"):
            self == .zero || self == .integer || self == .fraction ? .exponentMark : nil
        case UInt8(ascii: "+"), UInt8(ascii: "-"): self == .exponentMark ? .exponentSign : nil
        default: nil
        }
    }
}

extension RecordScanner {
    @inline(__always)
    mutating func beginString(isKey: Bool, at index: Int) {
        token.isKey = isKey
        token.isMarked = false
        token.start = chunkOffset &+ index &+ 1
        state = .string
        if isKey && stack.count == envelopeDepth && form != .lines { opening.beginKey() }
    }

    mutating func scanString(_ bytes: Span<UInt8>, from start: Int) throws(CatalogSyntaxError) -> Int {
        if isAmongMembers { return try scanMembers(bytes, from: start) }
        let stop = bytes.firstStringStop(from: start)
        if opening.keepsKey { opening.keepKey(bytes.extracting(start..<stop)) }
        guard stop < bytes.count else { return stop }
        guard bytes[stop] == UInt8(ascii: "\"") else { return try interruptString(bytes, at: stop) }
        keep(.string, from: token.start, to: chunkOffset &+ stop, isMarked: token.isMarked)
        if token.isKey {
            state = .colon
            if opening.keepsKey { endKey() }
        } else {
            try endValue(at: stop &+ 1)
        }
        return stop &+ 1
    }

    /// Whether the string is the name or the value of a member that is neither a record nor beside the records.
    private var isAmongMembers: Bool {
        guard let parent = stack.last else { return false }
        return parent & 1 == 1 && stack.count != recordDepth && (stack.count > envelopeDepth || form == .lines)
    }

    /// Scans names and strings, up to the first white space or other value between them.
    ///
    /// Room for tokens is reserved for several at a time: checking for it costs as much as keeping a token.
    private mutating func scanMembers(_ bytes: Span<UInt8>, from start: Int) throws(CatalogSyntaxError) -> Int {
        let (chunkOffset, byteOffset, isRecording) = (chunkOffset, block.byteOffset, isRecording)
        var open = token
        var (index, stop) = (start, start)
        var end = MembersEnd.noRoom
        block.reserveTokens(Self.membersLimit)
        block.tokens.append(addingCapacity: Self.membersLimit) { tokens in
            while !tokens.isFull {
                stop = bytes.firstStringStop(from: index)
                guard stop < bytes.count, bytes[stop] == UInt8(ascii: "\"") else {
                    end = .insideString
                    return
                }
                if isRecording {
                    let length = chunkOffset &+ stop &- open.start
                    tokens.append(
                        JSONToken(.string, start: open.start &- byteOffset, length: length, isMarked: open.isMarked))
                }
                let separator = open.isKey ? UInt8(ascii: ":") : UInt8(ascii: ",")
                guard stop &+ 2 < bytes.count, bytes[stop &+ 1] == separator,
                    bytes[stop &+ 2] == UInt8(ascii: "\"")
                else {
                    end = .afterString
                    return
                }
                index = stop &+ 3
                open.isKey.toggle()
                open.isMarked = false
                open.start = chunkOffset &+ index
            }
        }
        token = open
        switch end {
        case .noRoom: return index
        case .insideString: return stop < bytes.count ? try interruptString(bytes, at: stop) : stop
        case .afterString:
            state = open.isKey ? .colon : .afterMember
            return stop &+ 1
        }
    }

    /// The number of tokens that room is reserved for.
    private static let membersLimit = 64

    /// Where a run of members ended.
    private enum MembersEnd {
        /// At the first byte of a string, without room for its token.
        case noRoom

        /// In a string, at the chunk's end or at a byte that does not end it.
        case insideString

        /// After a string, before something else.
        case afterString
    }

    /// Scans a byte that interrupts a string: a backslash, or one that no string may have.
    private mutating func interruptString(_ bytes: Span<UInt8>, at stop: Int) throws(CatalogSyntaxError) -> Int {
        guard bytes[stop] == UInt8(ascii: "\\") else { throw malformed(at: stop, found: bytes[stop]) }
        token.isMarked = true
        state = .escape
        if opening.keepsKey { opening.keepKey(bytes.extracting(stop...stop)) }
        return stop &+ 1
    }

    mutating func scanEscape(_ bytes: Span<UInt8>, at index: Int) throws(CatalogSyntaxError) -> Int {
        switch bytes[index] {
        case UInt8(ascii: "u"):
            token.hexadecimalsLeft = 4
            state = .hexadecimals
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
            UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            state = .string
        default:
            throw malformed(at: index, found: bytes[index])
        }
        if opening.keepsKey { opening.keepKey(bytes.extracting(index...index)) }
        return index &+ 1
    }

    mutating func scanHexadecimal(_ bytes: Span<UInt8>, at index: Int) throws(CatalogSyntaxError) -> Int {
        switch bytes[index] {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
            UInt8(ascii: "A")...UInt8(ascii: "F"):
            token.hexadecimalsLeft -= 1
        default:
            throw malformed(at: index, found: bytes[index])
        }
        if token.hexadecimalsLeft == 0 { state = .string }
        if opening.keepsKey { opening.keepKey(bytes.extracting(index...index)) }
        return index &+ 1
    }
}

extension Span<UInt8> {
    /// The index, from `start`, of the first quotation mark, backslash or control character, or `count`.
    @inline(__always)
    fileprivate func firstStringStop(from start: Int) -> Int {
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

    /// The top bits of the bytes that end or interrupt a string.
    ///
    /// A borrow can set bits above the first correct one, never below it, so the lowest one is always correct. With its
    /// second bit inverted, a quotation mark is next to the control characters.
    @inline(__always)
    private static func stringStops(in word: UInt64) -> UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let quotesAndControls = (word ^ (ones &* 0x02)) &- (ones &* 0x21)
        let backslashes = (word ^ (ones &* 0x5c)) &- ones
        return (quotesAndControls | backslashes) & ~word & (ones &* 0x80)
    }
}
