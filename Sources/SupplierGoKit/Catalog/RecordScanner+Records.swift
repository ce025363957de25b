extension RecordScanner {
    /// The record being scanned, or the last one.
    struct OpenRecord {
        /// The position in the catalog of the last one that has ended, from 1; 0 before the first.
        var number = 0

        /// The offset of its first byte in the catalog.
        var start = 0

        /// The index of its first token.
        var firstToken = 0

        /// Whether it has not ended yet.
        var isOpen = false

        /// Whether it began in an earlier chunk.
        var isCarried = false

        /// Whether no token of it is kept: it is larger than ``recordByteLimit``, or a line that is not valid JSON.
        var isOversized = false

        /// The error of a line that is not valid JSON, as a clause.
        var lineError: String?
    }

    mutating func beginRecord(at index: Int) {
        record.start = chunkOffset + index
        record.firstToken = block.tokens.count
        record.isOpen = true
        record.isOversized = false
        record.lineError = nil
        isRecording = true
    }

    mutating func endRecord(at index: Int) {
        if let name = opening.member { return endMember(name, at: index) }
        record.number += 1
        if chunkOffset + index - record.start > Self.recordByteLimit { record.isOversized = true }
        if record.isOversized {
            block.tokens.removeSubrange(record.firstToken...)
            block.tokens.append(JSONToken(.oversized, start: record.start - block.byteOffset))
        }
        if block.roots.isEmpty { block.firstRecord = record.number }
        if let error = record.lineError { block.lineErrors[block.roots.count] = error }
        block.roots.append(record.firstToken)
        record.isOpen = false
        isRecording = false
        if record.isCarried {
            if !record.isOversized { carry.append(contentsOf: chunk[..<index]) }
            closeBlock(bytes: carry)
            abandonRecord()
        } else if block.roots.count >= Self.blockRecordLimit {
            closeBlock(bytes: chunk)
        }
    }

    /// Closes the block being filled, if it has a record.
    mutating func closeBlock(bytes: [UInt8]) {
        guard !block.roots.isEmpty else { return }
        block.bytes = bytes
        ready.append(block)
        let (tokenCount, rootCount) = (block.tokens.count, block.roots.count)
        block = RecordBlock(byteOffset: block.byteOffset)
        block.tokens.reserveCapacity(tokenCount)
        block.roots.reserveCapacity(rootCount)
    }

    /// The record that the last chunk broke off, whose containers end there.
    var openRecord: RecordBlock? {
        guard record.isCarried, !record.isOversized, !block.tokens.isEmpty else { return nil }
        var open = block
        (open.bytes, open.roots) = (carry, [0])
        for container in stack[recordDepth...] {
            open.tokens[container >> 1].length = open.tokens.count - (container >> 1) - 1
        }
        return open
    }

    /// Drops what is kept of the record that is open or carried.
    mutating func abandonRecord() {
        if record.isOpen { block.tokens.removeSubrange(record.firstToken...) }
        if record.isCarried { block.byteOffset = chunkOffset }
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
            closeBlock(bytes: chunk)
        }
        if carry.count > Self.recordByteLimit {
            carry = []
            block.tokens = []
            record.isOversized = true
            isRecording = false
        }
        chunk = []
    }

    /// Makes the open record the first one of a block of its own, which begins at its first byte.
    private mutating func carryRecord() {
        let distance = UInt32(truncatingIfNeeded: record.start - block.byteOffset)
        var tokens = Array(block.tokens[record.firstToken...])
        for index in tokens.indices { tokens[index].start -= distance }
        for depth in recordDepth..<stack.count { stack[depth] -= record.firstToken << 1 }
        block.tokens.removeSubrange(record.firstToken...)
        closeBlock(bytes: chunk)
        block.tokens = tokens
        block.byteOffset = record.start
        record.firstToken = 0
        record.isCarried = true
        carry = Array(chunk[(record.start - chunkOffset)...])
    }
}
