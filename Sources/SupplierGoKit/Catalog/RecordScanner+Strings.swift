extension RecordScanner {
    @inline(__always)
    mutating func beginString(isKey: Bool, at index: Int) {
        token.isKey = isKey
        token.isMarked = false
        token.start = chunkOffset &+ index &+ 1
        state = .string
        if isKey && form == .undecided && stack.count == 1 { opening.beginKey() }
    }

    mutating func scanString(_ bytes: Span<UInt8>, from start: Int) throws(CatalogFault) -> Int {
        if isAmongMembers { return try scanMembers(bytes, from: start) }
        let stop = bytes.firstStringStop(from: start)
        if opening.keepsKey { opening.keepKey(bytes.extracting(start..<stop)) }
        guard stop < bytes.count else { return stop }
        guard bytes[stop] == UInt8(ascii: "\"") else { return try interruptString(bytes, at: stop) }
        keep(.string, from: token.start, to: chunkOffset &+ stop, isMarked: token.isMarked)
        if token.isKey {
            state = .colon
            if opening.keepsKey { opening.endKey(hasEscapes: token.isMarked) }
        } else {
            try endValue(at: stop &+ 1)
        }
        return stop &+ 1
    }

    /// Whether what stands here is the name or the value of an object's member, and neither can be a record or say what the
    /// catalog is.
    private var isAmongMembers: Bool {
        guard let parent = stack.last else { return false }
        return parent & 1 == 1 && stack.count != recordDepth && (form != .undecided || stack.count > 1)
    }

    /// Takes names and strings, one after the other, for as long as no white space and no other value stands between.
    ///
    /// Their tokens are added some at a time: to look for room costs as much as to keep a token.
    private mutating func scanMembers(_ bytes: Span<UInt8>, from start: Int) throws(CatalogFault) -> Int {
        let (chunkOffset, byteOffset, isRecording) = (chunkOffset, portion.byteOffset, isRecording)
        var open = token
        var (index, stop) = (start, start)
        var end = MembersEnd.noRoom
        portion.reserveTokens(Self.membersLimit)
        portion.tokens.append(addingCapacity: Self.membersLimit) { tokens in
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
                    end = .behindString
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
        case .behindString:
            state = open.isKey ? .colon : .afterMember
            return stop &+ 1
        }
    }

    /// Tokens of members are added so many at a time.
    private static let membersLimit = 64

    /// Where a run of members ended.
    private enum MembersEnd {
        /// At the first byte of a string, since there is no room for its token.
        case noRoom

        /// In a string, at the chunk's end or at a byte that does not end it.
        case insideString

        /// Behind a string, where something else comes.
        case behindString
    }

    /// Takes the byte at which a string stops without ending: a backslash, or what no string can hold.
    private mutating func interruptString(_ bytes: Span<UInt8>, at stop: Int) throws(CatalogFault) -> Int {
        guard bytes[stop] == UInt8(ascii: "\\") else { throw malformed(at: stop, found: bytes[stop]) }
        token.isMarked = true
        state = .escape
        if opening.keepsKey { opening.keepKey(bytes.extracting(stop...stop)) }
        return stop &+ 1
    }

    mutating func scanEscape(_ bytes: Span<UInt8>, at index: Int) throws(CatalogFault) -> Int {
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

    mutating func scanHexadecimal(_ bytes: Span<UInt8>, at index: Int) throws(CatalogFault) -> Int {
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
