/// Finds a catalog's records in its bytes, which come in chunks of any size, without keeping the document.
///
/// A catalog is an array of records, or an object with an array of records under `suppliers`, `data`, `items` or
/// `results`, or records on lines of their own; `RecordScanner+Framing.swift` has the rules. Everything is checked
/// against the grammar of RFC 8259, ignored members included. Whether strings are UTF-8 is checked when they are read.
///
/// It keeps the chunk, the tokens of its records, and the record that the chunk broke off.
struct RecordScanner {
    /// The state between two bytes, named by the next one.
    enum State: UInt8 {
        case start, between, trailing
        case value, firstElement, firstKey, key, colon, afterMember, afterElement
        case string, escape, hexadecimals, number, literal

        /// The rest of a line that is not valid JSON.
        case badLine
    }

    /// The form of a catalog.
    enum Form {
        /// Not known yet: perhaps an object has begun that has the records in it, or is one.
        case undecided

        case array, wrapped, lines
    }

    /// The maximum depth of nested values.
    static let depthLimit = 512

    /// A longer record is skipped, in bytes: 16 MiB.
    static let recordByteLimit = 1 << 24

    /// The maximum number of records in a block.
    static let blockRecordLimit = 2048

    /// The places of the records and of what is beside them.
    let shape: CatalogShape

    /// Complete records that were not taken yet, in the catalog's order.
    var ready: [RecordBlock] = []

    /// The members beside the array that were read so far.
    var envelope = CatalogEnvelope()

    var state = State.start
    var form = Form.undecided

    /// The depth of records, or -1 between them.
    var recordDepth = 0

    /// The depth of the members beside the array: those of the object that has it and, once that has ended, of those around it.
    var envelopeDepth = 1

    /// An entry for each open container: twice the index of its token, plus one for an object.
    var stack: [Int] = []

    /// Whether tokens are kept: inside a record.
    var isRecording = false
    var record = OpenRecord()
    var token = OpenToken()
    var opening: Opening

    var chunk: [UInt8] = []
    var chunkOffset = 0

    /// The block being filled: its records so far, and the offset that their tokens count from.
    var block = RecordBlock()

    /// The record that the last chunk broke off, from its first byte.
    var carry: [UInt8] = []

    init(shape: CatalogShape = .plain) {
        self.shape = shape
        opening = Opening(shape.map)
    }

    /// Takes the records that are complete.
    mutating func takeReady() -> [RecordBlock] {
        defer { ready.removeAll() }
        return ready
    }

    /// Scans the next chunk. Complete records are then ``ready``, even if an error is thrown.
    mutating func scan(_ bytes: [UInt8]) throws(CatalogSyntaxError) {
        let sliceLimit = 1 << 30
        guard bytes.count > sliceLimit else { return try scanSlice(bytes) }
        for start in stride(from: 0, to: bytes.count, by: sliceLimit) {
            try scanSlice(Array(bytes[start..<min(start + sliceLimit, bytes.count)]))
        }
    }

    private mutating func scanSlice(_ bytes: [UInt8]) throws(CatalogSyntaxError) {
        chunk = bytes
        if !record.isCarried { block.byteOffset = chunkOffset }
        do throws(CatalogSyntaxError) {
            var index = 0
            while index < bytes.count { index = try run(through: bytes.span, from: index) }
        } catch {
            abandonRecord()
            closeBlock(bytes: bytes)
            throw error
        }
        breakOff()
        chunkOffset += bytes.count
    }

    /// Scans the bytes from an index on, up to their end or to an error that costs one line only.
    ///
    /// - Returns: the index of the first byte that was not scanned.
    private mutating func run(through bytes: Span<UInt8>, from start: Int) throws(CatalogSyntaxError) -> Int {
        do throws(CatalogSyntaxError) {
            try scanAll(bytes, from: start)
            return bytes.count
        } catch {
            guard let offset = passBadLine(after: error) else { throw error }
            return offset - chunkOffset
        }
    }

    private mutating func scanAll(_ bytes: Span<UInt8>, from start: Int) throws(CatalogSyntaxError) {
        var index = start
        while index < bytes.count {
            switch state {
            case .string: index = try scanString(bytes, from: index)
            case .escape: index = try scanEscape(bytes, at: index)
            case .hexadecimals: index = try scanHexadecimal(bytes, at: index)
            case .number: index = try scanNumber(bytes, from: index)
            case .literal: index = try scanLiteral(bytes, from: index)
            case .start: index = try scanStart(bytes, from: index)
            case .badLine: index = scanBadLine(bytes, from: index)
            default:
                let next = bytes[index]
                if next == 0x20 || next == 0x0a || next == 0x0d || next == 0x09 {
                    if next == 0x0a || next == 0x0d { opening.isOnNewLine = true }
                    index &+= 1
                } else {
                    index = try scanStructure(bytes, at: index)
                }
            }
        }
    }
}

extension RecordScanner {
    /// Scans a byte that is not white space in a state that expects a value, a name or punctuation.
    mutating func scanStructure(_ bytes: Span<UInt8>, at index: Int) throws(CatalogSyntaxError) -> Int {
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

    private mutating func beginValue(_ first: UInt8, at index: Int) throws(CatalogSyntaxError) -> Int {
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
            token.start = chunkOffset &+ index
            token.isMarked = false
            token.number = .sign
            state = .number
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

    private mutating func openContainer(_ kind: JSONToken.Kind, at index: Int) throws(CatalogSyntaxError) {
        if form == .undecided { decideForm(opening: kind, at: index) }
        guard stack.count < Self.depthLimit else {
            throw .tooDeep(byteOffset: chunkOffset + index, limit: Self.depthLimit)
        }
        stack.append(block.tokens.count << 1 | (kind == .object ? 1 : 0))
        keep(kind, from: chunkOffset &+ index, to: chunkOffset &+ index)
        state = kind == .object ? .firstKey : .firstElement
    }

    private mutating func closeContainer(at index: Int) throws(CatalogSyntaxError) {
        let opened = stack.removeLast() >> 1
        if isRecording { block.tokens[opened].length = block.tokens.count - opened - 1 }
        if stack.count < recordDepth { recordDepth = -1 }
        if stack.count < envelopeDepth { envelopeDepth = stack.count }
        try endValue(at: index &+ 1)
    }

    /// Ends a value whose last byte is before an index.
    @inline(__always)
    mutating func endValue(at index: Int) throws(CatalogSyntaxError) {
        guard let parent = stack.last else { return try endDocumentValue(at: index) }
        state = parent & 1 == 1 ? .afterMember : .afterElement
        if stack.count == recordDepth { endRecord(at: index) }
    }

    /// Keeps a token inside a record; the offsets are those in the catalog.
    @inline(__always)
    mutating func keep(_ kind: JSONToken.Kind, from start: Int, to end: Int, isMarked: Bool = false) {
        guard isRecording else { return }
        let token = JSONToken(kind, start: start &- block.byteOffset, length: end &- start, isMarked: isMarked)
        block.tokens.append(token)
    }
}

extension RecordScanner {
    /// The error of an unexpected byte.
    func malformed(at index: Int, found byte: UInt8) -> CatalogSyntaxError {
        .malformed(byteOffset: chunkOffset + index, expected: expectation, found: byte)
    }

    /// The error of an incomplete byte-order mark.
    var brokenMark: CatalogSyntaxError {
        .malformed(byteOffset: 0, expected: "a JSON value", found: 0xef)
    }

    /// The expected value or punctuation, as a noun phrase.
    var expectation: String {
        switch state {
        case .start, .value: "a JSON value"
        case .between: record.number == 0 ? "a JSON value" : "a line feed before the next record"
        case .trailing: "nothing after the catalog's end"
        case .firstElement: "a JSON value or ']'"
        case .firstKey: "a member's name or '}'"
        case .key: "a member's name"
        case .colon: "':'"
        case .afterMember: "',' or '}'"
        case .afterElement: "',' or ']'"
        case .string: "a string's next character or its closing '\"'"
        case .escape: "one of '\"', '\\', '/', 'b', 'f', 'n', 'r', 't' or 'u' after '\\'"
        case .hexadecimals: "a hexadecimal digit"
        case .number:
            if token.number.isComplete {
                "',' or '\(stack.last.map { $0 & 1 } == 1 ? "}" : "]")'"
            } else {
                token.number == .exponentMark ? "a digit or a sign" : "a digit"
            }
        case .literal: "'\(token.literal)'"
        case .badLine: "a line feed"
        }
    }
}
