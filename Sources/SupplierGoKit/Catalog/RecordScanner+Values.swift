extension RecordScanner {
    /// Takes the byte at `index`, which is no white space, where a value, a name or punctuation is due.
    mutating func scanStructure(_ bytes: Span<UInt8>, at index: Int) throws(CatalogFault) -> Int {
        let next = bytes[index]
        switch (state, next) {
        case (.key, UInt8(ascii: "\"")), (.firstKey, UInt8(ascii: "\"")):
            beginString(isKey: true, at: index)
        case (.colon, UInt8(ascii: ":")):
            state = .value
        case (.afterMember, UInt8(ascii: ",")):
            state = .key
        case (.afterElement, UInt8(ascii: ",")):
            state = .value
        case (.afterMember, UInt8(ascii: "}")), (.firstKey, UInt8(ascii: "}")),
            (.afterElement, UInt8(ascii: "]")), (.firstElement, UInt8(ascii: "]")):
            try closeContainer(at: index)
        case (.value, _), (.firstElement, _):
            return try beginValue(next, at: index)
        case (.between, _):
            try beginLine(next, at: index)
            state = .value
            return try beginValue(next, at: index)
        default:
            throw malformed(at: index, found: next)
        }
        return index &+ 1
    }

    private mutating func beginValue(_ first: UInt8, at index: Int) throws(CatalogFault) -> Int {
        if stack.count == recordDepth { beginRecord(at: index) }
        switch first {
        case UInt8(ascii: "\""):
            beginString(isKey: false, at: index)
            return index &+ 1
        case UInt8(ascii: "{"):
            try openContainer(.object, at: index)
            return index &+ 1
        case UInt8(ascii: "["):
            try openContainer(.array, at: index)
            return index &+ 1
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            beginNumber(at: index)
        case UInt8(ascii: "t"):
            beginLiteral(.true, at: index)
        case UInt8(ascii: "f"):
            beginLiteral(.false, at: index)
        case UInt8(ascii: "n"):
            beginLiteral(.null, at: index)
        default:
            throw malformed(at: index, found: first)
        }
        return index
    }

    private mutating func openContainer(_ kind: JSONToken.Kind, at index: Int) throws(CatalogFault) {
        if form == .undecided { decideForm(opening: kind, at: index) }
        guard stack.count < Self.depthLimit else {
            throw .tooDeep(byteOffset: chunkOffset + index, limit: Self.depthLimit)
        }
        if isRecording, stack.count > recordDepth { portion.tokens[stack[stack.count - 1] >> 1].mark() }
        stack.append(portion.tokens.count << 1 | (kind == .object ? 1 : 0))
        keep(kind, from: chunkOffset &+ index, to: chunkOffset &+ index)
        state = kind == .object ? .firstKey : .firstElement
    }

    private mutating func closeContainer(at index: Int) throws(CatalogFault) {
        let opened = stack.removeLast() >> 1
        if isRecording { portion.tokens[opened].length = portion.tokens.count - opened - 1 }
        if stack.count < recordDepth { recordDepth = -1 }
        try endValue(at: index &+ 1)
    }

    /// Ends a value whose last byte is before `index`.
    @inline(__always)
    mutating func endValue(at index: Int) throws(CatalogFault) {
        guard let parent = stack.last else { return try endDocumentValue(at: index) }
        state = parent & 1 == 1 ? .afterMember : .afterElement
        if stack.count == recordDepth { endRecord(at: index) }
    }

    /// Keeps a token, where any are kept; the offsets are the catalog's.
    @inline(__always)
    mutating func keep(_ kind: JSONToken.Kind, from start: Int, to end: Int, isMarked: Bool = false) {
        guard isRecording else { return }
        let token = JSONToken(kind, start: start &- portion.byteOffset, length: end &- start, isMarked: isMarked)
        portion.tokens.append(token)
    }
}
