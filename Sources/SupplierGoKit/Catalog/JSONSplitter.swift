/// Splits a catalog in JSON into pieces of whole records, and reads the members around them.
///
/// A catalog has one of three forms:
///
/// - A top-level array is the array of records.
/// - A top-level object wraps the records once one of its members is an array under `suppliers`, `data`, `items` or
///   `results`. The exception is an object that is a record so far, because it has had an `id` and one more field of a
///   supplier: the array is a field of it.
/// - A top-level object that ends without such an array is the first of newline-delimited records if it has an `id`, or
///   if another value follows on a later line. If not, the document has no suppliers.
///
/// If a ``CatalogShape`` has a path to the records, only the array there counts, and there are no other forms.
///
/// The first such array counts. The members around it, each of at most 16 MiB, are the ``CatalogEnvelope``. Of the
/// records only the ends are looked for (``JSONEnds``); what is between two ends is checked when it is decoded.
///
/// | place | from | to |
/// | --- | --- | --- |
/// | `start` | | `records`, `members` |
/// | `members` | | `records`, `candidate`, `lines`, `trailing` |
/// | `candidate` | an object that may be the first of several | `lines` |
/// | `records` | the array's opening bracket | `members`, `trailing` |
/// | `lines`, `trailing` | | |
struct JSONSplitter {
    enum Place { case start, members, candidate, records, lines, trailing }

    /// The part that the walk over the containers around the records expects next.
    enum Expected { case firstKey, key, colon, value, afterMember, firstElement, element, afterElement }

    /// A container around the records.
    struct Level {
        let isObject: Bool

        /// The name of the member, or the number of the element, that is walked over.
        var step = ""
        var elementCount = 0
    }

    let shape: CatalogShape

    /// The names of the members that make an object a record: its id, and one of the others.
    let (idNames, fieldNames): (Set<String>, Set<String>)

    /// The pieces that were not taken.
    var pieces: [RecordPiece] = []

    /// The members around the records that were read so far.
    var envelope = CatalogEnvelope()

    var place = Place.start
    var expected = Expected.firstElement
    var levels: [Level] = []

    /// The bytes that were not passed, the offset of their first one, and the index of the next one.
    var buffer: [UInt8] = []
    var bufferOffset = 0
    var index = 0

    /// The ends in the bytes from `index` on, and the index up to which they were looked for.
    var ends = JSONEnds()
    var endsIndex: Int?

    /// The value or the record at the index is too long, and is dropped up to its end.
    var isPassingOver = false

    /// The part that the next piece begins with.
    var pieceStart = RecordPiece.Start.firstElement

    /// The index of the top-level object that may be a record, `nil` if it is too long, and its offset.
    var candidate: Int?
    var candidateOffset = 0

    /// The names of the top-level object's members, the first thousand, and whether they make it a record.
    var names: [String] = []
    var (hasID, hasField, hasRecords) = (false, false, false)

    init(shape: CatalogShape = .plain) {
        self.shape = shape
        (idNames, fieldNames) = (shape.fieldMap.names(of: 0..<1), shape.fieldMap.names(of: 1..<6))
    }

    /// Takes the pieces that are complete.
    mutating func takePieces() -> [RecordPiece] {
        defer { pieces.removeAll() }
        return pieces
    }

    /// Splits the next chunk. What is complete can then be taken, even if an error is thrown.
    mutating func split(_ bytes: [UInt8]) throws(CatalogSyntaxError) {
        if buffer.isEmpty { buffer = bytes } else { buffer += bytes }
        try run(isWhole: false)
        dropPassed()
    }

    /// Ends the catalog.
    mutating func finish() throws(CatalogSyntaxError) {
        try run(isWhole: true)
    }

    mutating func run(isWhole: Bool) throws(CatalogSyntaxError) {
        var goesOn = true
        while goesOn {
            goesOn =
                switch place {
                case .start: try begin(isWhole)
                case .members: try walk(isWhole)
                case .candidate: try endCandidate(isWhole)
                case .records: splitRecords(isWhole)
                case .lines: splitLines(isWhole)
                case .trailing: try passTrailing()
                }
        }
    }

    mutating func dropPassed() {
        let passed = min(candidate ?? index, index)
        guard passed > 0 else { return }
        buffer = passed < buffer.count ? Array(buffer[passed...]) : []
        bufferOffset += passed
        index -= passed
        endsIndex = endsIndex.map { $0 - passed }
        candidate = candidate.map { $0 - passed }
    }

    func error(at index: Int, expected: String) -> CatalogSyntaxError {
        .unexpected(at: index, in: buffer.span, from: bufferOffset, expected: expected)
    }
}

extension JSONSplitter {
    mutating func beginRecords() {
        hasRecords = true
        candidate = nil
        place = .records
        (pieceStart, ends, endsIndex) = (.firstElement, JSONEnds(), index)
    }

    /// Begins with the object that has ended, the first of several records on lines.
    mutating func beginLines() {
        envelope = CatalogEnvelope()
        place = .lines
        pieceStart = .line
        if let candidate {
            index = candidate
        } else {
            pieces.append(RecordPiece(byteOffset: candidateOffset, start: .line, isCut: true))
        }
        candidate = nil
        (ends, endsIndex) = (JSONEnds(), index)
    }

    /// Adds the piece from the index up to another one.
    mutating func addPiece(to end: Int, isLast: Bool = false, isCut: Bool = false) {
        pieces.append(
            RecordPiece(
                bytes: buffer, byteOffset: bufferOffset, range: index..<end, start: pieceStart, depth: levels.count,
                isLast: isLast, isCut: isCut))
        index = end
    }

    /// Splits the records of the array.
    mutating func splitRecords(_ isWhole: Bool) -> Bool {
        let bytes = buffer
        guard !isPassingOver || endPassingOver(at: ends.firstEnd(in: bytes.span, from: index)) else {
            if isWhole { addPiece(to: buffer.count, isLast: true) }
            return false
        }
        let (end, bracket) = ends.lastElementEnd(in: bytes.span, from: endsIndex ?? index)
        if let bracket {
            addPiece(to: bracket + 1)
            endsIndex = nil
            levels.removeLast()
            endValue()
            place = levels.isEmpty ? .trailing : .members
            return true
        }
        endsIndex = buffer.count
        if let end {
            addPiece(to: end.index)
            pieceStart = end.isAfterComma ? .element : .afterElement
        }
        endPieces(isWhole)
        return false
    }

    /// Splits records on lines.
    mutating func splitLines(_ isWhole: Bool) -> Bool {
        if isPassingOver {
            guard endPassingOver(at: buffer.indices.dropFirst().first(where: beginsRecord)) else { return false }
        }
        let bytes = buffer
        if let end = ends.lastLineEnd(in: bytes.span, from: endsIndex ?? index) { addPiece(to: end) }
        endsIndex = buffer.count
        endPieces(isWhole)
        return false
    }

    /// A line begins at the index, with a brace.
    func beginsRecord(at index: Int) -> Bool {
        buffer[index] == UInt8(ascii: "{") && buffer[index - 1].endsLine
    }

    /// Adds the rest of the catalog, and a record that is too long, as far as it came.
    mutating func endPieces(_ isWhole: Bool) {
        if isWhole {
            addPiece(to: buffer.count, isLast: true)
        } else if buffer.count - index > RecordPiece.recordByteLimit {
            if place == .lines, let next = buffer[index...].indices.dropFirst().last(where: beginsRecord) {
                // An earlier line has a bracket too many.
                addPiece(to: next)
                (ends, endsIndex) = (JSONEnds(), next)
                return
            }
            addPiece(to: buffer.count, isCut: true)
            passOver()
        }
    }

    /// Goes on after a record that is too long, if its end was found.
    mutating func endPassingOver(at end: Int?) -> Bool {
        isPassingOver = end == nil
        index = end ?? buffer.count
        (ends, endsIndex) = end == nil ? (ends, index) : (JSONEnds(), end)
        if case .line = pieceStart {} else { pieceStart = .afterElement }
        return end != nil
    }
}
