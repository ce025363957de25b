/// Walks over the records of a piece in JSON, and checks what separates them.
struct RecordCursor {
    let piece: RecordPiece

    /// The part that is expected next.
    private(set) var state: ExpectedPart

    /// The index of the next byte, and that after the piece's last one.
    private(set) var index: Int

    /// The name of the next record, if it is a member of an object.
    private(set) var name = 0..<0
    private var end: Int { piece.range.upperBound }

    init(_ piece: RecordPiece) {
        self.piece = piece
        (state, index) = (piece.start, piece.range.lowerBound)
    }

    /// Moves on to the next record; returns `nil` at the end.
    mutating func next(in bytes: Span<UInt8>) throws(CatalogSyntaxError) -> Int? {
        while true {
            while index < end, bytes[index].isBlank { index &+= 1 }
            guard index < end else { break }
            let byte = bytes[index]
            if state.isEnd(byte) { return nil }
            if let next = state.part(after: byte) {
                (state, index) = (next, index &+ 1)
                continue
            }
            // Files may have been joined.
            if state == .line, bytes.holds(JSONDocument.byteOrderMark, at: index) {
                index &+= JSONDocument.byteOrderMark.count
                continue
            }
            switch (state, byte) {
            case (.firstKey, UInt8(ascii: "\"")), (.key, UInt8(ascii: "\"")):
                var tokenizer = JSONTokenizer()
                let nameEnd = try tokenizer.tokenize(bytes.extracting(..<end), from: index, at: piece.byteOffset)
                (name, index, state) = (index + 1..<nameEnd - 1, nameEnd, .colon)
            // Records may follow at once, without an array around them.
            case (.afterElement, UInt8(ascii: "{")) where piece.depth == 0: return index
            case (.afterElement, _), (.element, UInt8(ascii: "]")), (.element, UInt8(ascii: ",")),
                (.firstElement, UInt8(ascii: ",")), (.firstKey, _), (.key, _), (.colon, _), (.afterMember, _):
                throw .unexpected(at: index, in: bytes, from: piece.byteOffset, expected: state.phrase)
            default: return index
            }
        }
        guard piece.isLast, state != .line, piece.depth > 0 else { return nil }
        throw .cutShort(byteOffset: piece.byteOffset + end, expected: state.phrase)
    }

    /// The error of the next record if it is too long.
    var tooLarge: CatalogSyntaxError { .tooLarge(byteOffset: piece.byteOffset + index, limit: ChunkBuffer.byteLimit) }

    /// Passes a record that ends before an index.
    @inline(__always)
    mutating func pass(to end: Int) {
        index = end
        if state != .line { state = state == .value ? .afterMember : .afterElement }
    }

    /// Passes a record that is not valid JSON and costs only itself, since its end can be told: in an array by its
    /// brackets, on lines by its first line if the error is there, else by its brackets.
    mutating func pass(_ error: CatalogSyntaxError, in bytes: Span<UInt8>) throws(CatalogSyntaxError) {
        guard let place = error.placeAndClause?.byteOffset else { throw error }
        if state == .line, let end = lineEnd(in: bytes, errorIndex: place - piece.byteOffset) {
            index = end
        } else if let end = bracketEnd(in: bytes) {
            pass(to: end)
        } else {
            throw error
        }
    }

    /// The index after the record by its brackets and quotation marks; `nil` if these do not match.
    ///
    /// - Parameter limit: the number of bytes that are looked at. Where each line is cut off, it is done for each.
    private func bracketEnd(in bytes: Span<UInt8>, within limit: Int = .max) -> Int? {
        let bytes = bytes.extracting(..<(index + min(limit, end - index)))
        var ends = JSONEnds(from: index)
        let found = ends.firstEnd(in: bytes, isOnLines: state == .line)
        return found.flatMap { $0.isMatched ? $0.index : nil }
    }

    /// The index of the end of the record's first line; `nil` if the error is on a later one. A line that was cut off
    /// has its error at the brace that the next line begins with.
    private func lineEnd(in bytes: Span<UInt8>, errorIndex: Int) -> Int? {
        let lineEnd = (index..<end).first { bytes[$0].endsLine } ?? end
        if errorIndex <= lineEnd { return lineEnd }
        let isCutOff = bytes.passingBlanks(from: lineEnd) == errorIndex && bytes[errorIndex] == UInt8(ascii: "{")
        return isCutOff && bracketEnd(in: bytes, within: 1 << 12) == nil ? lineEnd : nil
    }
}
