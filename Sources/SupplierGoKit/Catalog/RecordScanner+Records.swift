/// Complete records, with the consecutive bytes of the catalog that hold them.
struct RecordPortion: Sendable {
    /// The bytes of all the records, perhaps with others around them.
    var bytes: [UInt8] = []

    /// The offset of the first of ``bytes`` in the catalog.
    var byteOffset = 0

    /// The tokens of all the records, in order.
    var tokens: [JSONToken] = []

    /// The indices of the records' first tokens.
    var roots: [Int] = []

    /// The position of the first record in the catalog, from 1.
    var firstRecord = 1

    /// The approximate number of the records' bytes: from the first token to the last.
    var byteCount: Int { Int(tokens.last?.start ?? 0) - Int(tokens.first?.start ?? 0) }

    /// Reserves room for more tokens, doubling it.
    mutating func reserveTokens(_ count: Int) {
        guard tokens.capacity - tokens.count < count else { return }
        tokens.reserveCapacity(2 * tokens.count + count)
    }

    /// The offset of a record's first byte in the catalog; a string's quotation mark is its first byte.
    func byteOffset(of record: Int) -> Int {
        let token = tokens[roots[record]]
        return byteOffset + Int(token.start) - (token.kind == .string ? 1 : 0)
    }
}

extension RecordScanner {
    /// The record being scanned, or the last one.
    struct OpenRecord {
        /// Its position in the catalog, from 1; 0 before the first.
        var number = 0

        /// The offset of its first byte in the catalog.
        var start = 0

        /// The index of its first token.
        var firstToken = 0

        /// Whether it has not ended yet.
        var isOpen = false

        /// Whether it began in an earlier chunk.
        var isCarried = false

        /// Whether it is larger than ``recordByteLimit``.
        var isOversized = false
    }

    mutating func beginRecord(at index: Int) {
        record.number += 1
        record.start = chunkOffset + index
        record.firstToken = portion.tokens.count
        record.isOpen = true
        record.isOversized = false
        isRecording = true
    }

    mutating func endRecord(at index: Int) {
        if chunkOffset + index - record.start > Self.recordByteLimit { record.isOversized = true }
        if record.isOversized {
            portion.tokens.removeSubrange(record.firstToken...)
            portion.tokens.append(JSONToken(.oversized, start: record.start - portion.byteOffset))
        }
        if portion.roots.isEmpty { portion.firstRecord = record.number }
        portion.roots.append(record.firstToken)
        record.isOpen = false
        isRecording = false
        if record.isCarried {
            if !record.isOversized { carry.append(contentsOf: chunk[..<index]) }
            closePortion(bytes: carry)
            abandonRecord()
        } else if portion.roots.count >= Self.portionRecordLimit {
            closePortion(bytes: chunk)
        }
    }

    /// Closes the portion being filled, if it has a record.
    mutating func closePortion(bytes: [UInt8]) {
        guard !portion.roots.isEmpty else { return }
        portion.bytes = bytes
        ready.append(portion)
        let (tokenCount, rootCount) = (portion.tokens.count, portion.roots.count)
        portion = RecordPortion(byteOffset: portion.byteOffset)
        portion.tokens.reserveCapacity(tokenCount)
        portion.roots.reserveCapacity(rootCount)
    }

    /// Drops what is kept of the record that is open or carried.
    mutating func abandonRecord() {
        if record.isOpen { portion.tokens.removeSubrange(record.firstToken...) }
        if record.isCarried { portion.byteOffset = chunkOffset }
        carry = []
        record.isOpen = false
        record.isCarried = false
        isRecording = false
    }

    /// Ends the chunk. The record that it broke off is kept for the next one.
    mutating func breakOff() {
        if record.isCarried {
            if !record.isOversized { carry.append(contentsOf: chunk) }
        } else if record.isOpen {
            carryRecord()
        } else {
            closePortion(bytes: chunk)
        }
        if carry.count > Self.recordByteLimit {
            carry = []
            portion.tokens = []
            record.isOversized = true
            isRecording = false
        }
        chunk = []
    }

    /// Makes the open record the first one of a portion of its own, which begins at its first byte.
    private mutating func carryRecord() {
        let distance = UInt32(truncatingIfNeeded: record.start - portion.byteOffset)
        var tokens = Array(portion.tokens[record.firstToken...])
        for index in tokens.indices { tokens[index].start -= distance }
        for depth in recordDepth..<stack.count { stack[depth] -= record.firstToken << 1 }
        portion.tokens.removeSubrange(record.firstToken...)
        closePortion(bytes: chunk)
        portion.tokens = tokens
        portion.byteOffset = record.start
        record.firstToken = 0
        record.isCarried = true
        carry = Array(chunk[(record.start - chunkOffset)...])
    }
}
