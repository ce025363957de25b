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
/// | place | bytes are kept from | next place |
/// | --- | --- | --- |
/// | `start` | | `records`, `members` |
/// | `members` | | `records`, `candidate`, `lines`, `trailing` |
/// | `candidate` | an object that may be the first of several | `lines` |
/// | `records` | the array's opening bracket | `members`, `trailing` |
/// | `lines`, `trailing` | | |
struct JSONSplitter {
    enum Place { case start, members, candidate, records, lines, trailing }

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

    /// The members around the records that were read so far.
    var envelope = CatalogEnvelope()

    var place = Place.start
    var expected = ExpectedPart.firstElement
    var levels: [Level] = []

    var buffer = ChunkBuffer()

    /// The search for the ends of records, or of the value at the next byte.
    var ends = JSONEnds(from: 0)

    /// The value or the record at the index is too long, and is dropped up to its end.
    var isPassingOver = false

    /// The part that the next piece begins with.
    var pieceStart = ExpectedPart.firstElement

    /// The offset of the top-level object, and that its bytes are kept, since it may be a record.
    var candidateOffset = 0
    var keepsCandidate = false

    /// The names of the top-level object's members, the first thousand, and whether they make it a record.
    var names: [String] = []
    var (hasID, hasField, hasRecords) = (false, false, false)

    init(shape: CatalogShape = .plain) {
        self.shape = shape
        (idNames, fieldNames) = (shape.fieldMap.names(of: 0..<1), shape.fieldMap.names(of: 1..<6))
    }

    /// Takes the pieces that are complete.
    mutating func takePieces() -> [RecordPiece] { buffer.takePieces() }

    /// Splits the next chunk. What is complete can then be taken, even if an error is thrown.
    mutating func split(_ chunk: [UInt8]) throws(CatalogSyntaxError) {
        let isApart = (place == .records || place == .lines) && !isPassingOver
        ends.move(by: buffer.append(chunk, isApart: isApart, keepingFrom: keepsCandidate ? candidateOffset : nil))
        try run(isWhole: false)
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

    func error(at index: Int, expected: String) -> CatalogSyntaxError {
        CatalogSyntaxError(
            .unexpected(at: index, in: buffer.bytes.span, from: buffer.byteOffset, expected: expected))
    }
}

extension JSONSplitter {
    mutating func beginRecords() {
        (hasRecords, keepsCandidate) = (true, false)
        place = .records
        (pieceStart, ends) = (.firstElement, JSONEnds(from: buffer.index))
    }

    /// Begins with the object that has ended, the first of several records on lines.
    mutating func beginLines() {
        envelope = CatalogEnvelope()
        place = .lines
        pieceStart = .line
        if keepsCandidate {
            buffer.index = candidateOffset - buffer.byteOffset
        } else {
            buffer.addDropped(at: candidateOffset)
        }
        keepsCandidate = false
        ends = JSONEnds(from: buffer.index)
    }

    /// Adds the piece from the next byte up to an index.
    mutating func addPiece(to end: Int, isLast: Bool = false, isCut: Bool = false) {
        buffer.add(RecordPiece(start: pieceStart, depth: levels.count, isLast: isLast, isCut: isCut), to: end)
    }

    /// Adds the records up to the last end. One that was begun in the chunks before is a piece of its own.
    mutating func addPieces(to found: JSONEnds.Found) {
        for end in [buffer.hasBegun ? found.first : nil, found.last] {
            guard let end, end.index > buffer.index else { continue }
            addPiece(to: end.index)
            begin(after: end)
        }
    }

    /// Begins the next piece after an end.
    private mutating func begin(after end: JSONEnds.End) {
        if place == .records { pieceStart = end.isAfterComma ? .element : .afterElement }
    }

    /// Splits the records of the array.
    mutating func splitRecords(_ isWhole: Bool) -> Bool {
        let bytes = buffer.bytes
        let (found, bracket) = ends.elementEnds(in: bytes.span, countsEveryComma: isPassingOver)
        if isPassingOver {
            let isEnded = endPassingOver(at: found.first ?? bracket.map { JSONEnds.End(index: $0) })
            if !isEnded, isWhole { addPiece(to: bytes.count, isLast: true) }
            return isEnded
        }
        addPieces(to: found)
        if let bracket {
            addPiece(to: bracket + 1)
            levels.removeLast()
            endValue()
            place = levels.isEmpty ? .trailing : .members
            return true
        }
        endPieces(isWhole)
        return false
    }

    /// Splits records on lines.
    mutating func splitLines(_ isWhole: Bool) -> Bool {
        let bytes = buffer.bytes
        if isPassingOver {
            let end = bytes.indices.dropFirst(buffer.index + 1).first(where: beginsRecord)
            guard endPassingOver(at: end.map { JSONEnds.End(index: $0) }) else { return false }
        }
        addPieces(to: ends.lineEnds(in: bytes.span))
        endPieces(isWhole)
        return false
    }

    /// A line begins at the index, with a brace.
    func beginsRecord(at index: Int) -> Bool {
        buffer.bytes[index] == UInt8(ascii: "{") && buffer.bytes[index - 1].endsLine
    }

    /// Adds the rest of the catalog, and a record that is too long, as far as it came.
    mutating func endPieces(_ isWhole: Bool) {
        if isWhole {
            addPiece(to: buffer.bytes.count, isLast: true)
        } else if buffer.count > RecordPiece.recordByteLimit {
            if place == .lines {
                buffer.join()
                let next = buffer.bytes.indices.dropFirst(buffer.index + 1).last(where: beginsRecord)
                if let next {
                    // An earlier line has a bracket too many.
                    addPiece(to: next)
                    ends = JSONEnds(from: next)
                    return
                }
            }
            addPiece(to: buffer.bytes.count, isCut: true)
            passOver()
        }
    }

    /// Goes on after a record that is too long, if its end was found.
    mutating func endPassingOver(at end: JSONEnds.End?) -> Bool {
        guard let end else {
            passOver()
            return false
        }
        isPassingOver = false
        (buffer.index, ends) = (end.index, JSONEnds(from: end.index))
        begin(after: end)
        return true
    }
}
