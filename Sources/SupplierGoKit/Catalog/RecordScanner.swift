/// Finds a catalog's records in its bytes, fed in chunks of any size, cut anywhere, without holding the document.
///
/// A catalog is an array of records, or an object that holds one array of records under `suppliers`, `data`, `items` or
/// `results`, or records on lines of their own; `RecordScanner+Framing.swift` says how they are told apart. Everything
/// that passes, ignored members included, is held against the grammar of RFC 8259. Whether strings are UTF-8 is left to
/// whoever needs them.
///
/// What it holds is the chunk, its records' tokens, and the record that the chunk broke off.
struct RecordScanner {
    /// What comes next.
    enum State: UInt8 {
        case start, between, trailing
        case value, firstElement, firstKey, key, colon, afterMember, afterElement
        case string, escape, hexadecimals, number, literal
    }

    /// How the catalog's records are held together.
    enum Form {
        /// Nothing is known yet, or an object began that may hold the records or be one.
        case undecided

        case array, wrapped, lines
    }

    /// Values may nest this deep.
    static let depthLimit = 512

    /// A record of more bytes is passed over rather than kept: 16 MiB.
    static let recordByteLimit = 1 << 24

    /// A portion is closed at this many records.
    static let portionRecordLimit = 2048

    /// Records that are complete and not yet taken, in the catalog's order.
    var ready: [RecordPortion] = []

    var state = State.start
    var form = Form.undecided

    /// The depth that records stand at; -1 where none stand.
    var recordDepth = 0

    /// An entry for each open container: twice the index of its token, one more for an object.
    var stack: [Int] = []

    /// Whether tokens are kept of what passes.
    var isRecording = false
    var record = OpenRecord()
    var token = OpenToken()
    var opening = Opening()

    var chunk: [UInt8] = []
    var chunkOffset = 0

    /// The records so far of the portion that is being filled, and the offset its tokens count from.
    var portion = RecordPortion()

    /// The record that the last chunk broke off, from its first byte.
    var carry: [UInt8] = []

    /// Takes the records that are complete.
    mutating func takeReady() -> [RecordPortion] {
        defer { ready.removeAll() }
        return ready
    }

    /// Scans the next chunk; what is complete then is ``ready``, also where an error is thrown.
    mutating func scan(_ bytes: [UInt8]) throws(CatalogFault) {
        let sliceLimit = 1 << 30
        guard bytes.count > sliceLimit else { return try scanSlice(bytes) }
        for start in stride(from: 0, to: bytes.count, by: sliceLimit) {
            try scanSlice(Array(bytes[start..<min(start + sliceLimit, bytes.count)]))
        }
    }

    /// Ends the catalog.
    mutating func finish() throws(CatalogFault) {
        try scanEnd()
    }

    private mutating func scanSlice(_ bytes: [UInt8]) throws(CatalogFault) {
        chunk = bytes
        if !record.isCarried { portion.byteOffset = chunkOffset }
        do throws(CatalogFault) {
            try run(through: bytes.span)
        } catch {
            abandonRecord()
            closePortion(bytes: bytes)
            throw error
        }
        breakOff()
        chunkOffset += bytes.count
    }

    private mutating func run(through bytes: Span<UInt8>) throws(CatalogFault) {
        var index = 0
        while index < bytes.count {
            switch state {
            case .string: index = try scanString(bytes, from: index)
            case .escape: index = try scanEscape(bytes, at: index)
            case .hexadecimals: index = try scanHexadecimal(bytes, at: index)
            case .number: index = try scanNumber(bytes, from: index)
            case .literal: index = try scanLiteral(bytes, from: index)
            case .start: index = try scanStart(bytes, from: index)
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
