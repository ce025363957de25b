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
        let stop = bytes.firstStringStop(from: start)
        if opening.keepsKey { opening.keepKey(bytes.extracting(start..<stop)) }
        guard stop < bytes.count else { return stop }
        switch bytes[stop] {
        case UInt8(ascii: "\""):
            return try endString(bytes, at: stop)
        case UInt8(ascii: "\\"):
            token.isMarked = true
            state = .escape
            if opening.keepsKey { opening.keepKey(bytes.extracting(stop...stop)) }
        default:
            throw malformed(at: stop, found: bytes[stop])
        }
        return stop &+ 1
    }

    /// Ends a string at its quotation mark, and begins the one that follows where no white space stands between.
    @inline(__always)
    private mutating func endString(_ bytes: Span<UInt8>, at index: Int) throws(CatalogFault) -> Int {
        keep(.string, from: token.start, to: chunkOffset &+ index, isMarked: token.isMarked)
        let separator: UInt8
        if token.isKey {
            state = .colon
            if opening.keepsKey { opening.endKey(hasEscapes: token.isMarked) }
            separator = UInt8(ascii: ":")
        } else {
            try endValue(at: index &+ 1)
            guard state == .afterMember else { return index &+ 1 }
            separator = UInt8(ascii: ",")
        }
        guard index &+ 2 < bytes.count, bytes[index &+ 1] == separator, bytes[index &+ 2] == UInt8(ascii: "\"") else {
            return index &+ 1
        }
        beginString(isKey: !token.isKey, at: index &+ 2)
        return index &+ 3
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
