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
/// If a ``CatalogShape`` has a path to the records, only what is there counts, and there are no other forms: an array,
/// an object that is one record or whose members are the records, or null for none.
///
/// In a document the first such array counts; documents that follow it are read on. A table is an array of arrays, of
/// which the first one is a heading. The members around it, each of at most 16 MiB, are the ``CatalogEnvelope``. Of the
/// records only the ends are looked for (``JSONEnds``); what is between two ends is checked when it is decoded.
///
/// | place | bytes are kept from | next place |
/// | --- | --- | --- |
/// | `start` | | `heading`, `members`, `records` |
/// | `members` | | `heading`, `candidate`, `badLine`, `records`, `trailing` |
/// | `candidate` | an object that may be the first of several | `lines`, `records` |
/// | `badLine` | one that is not valid JSON | `lines` |
/// | `heading` | the array's opening bracket | `records` |
/// | `records` | the first record or the heading | `members`, `trailing` |
/// | `trailing` | | `start` |
/// | `lines` | | |
struct JSONSplitter {
    enum Place { case start, members, candidate, badLine, heading, records, lines, trailing }

    /// A container around the records.
    struct Level {
        let isObject: Bool

        /// The name of the member, or the number of the element, that is walked over.
        var step = ""
        var elementCount = 0
    }

    let shape: CatalogShape

    /// The path of the records, or of the object whose members they are.
    let path: [String]?
    let readsMembers: Bool

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

    /// The part that the next piece begins with, and the columns if its records are rows.
    var pieceStart = ExpectedPart.firstElement
    var columns: RecordPiece.Columns?

    /// The value that is walked over is the only record.
    var isRecord = false

    /// A document was read to its end, one was a table, and one had U+001E before it.
    var (hasDocument, hasTable, hasSeparators) = (false, false, false)

    /// The error in the first line of several.
    var lineError: CatalogSyntaxError?

    /// The offset of the top-level object, and that its bytes are kept, since it may be a record.
    var candidateOffset = 0
    var keepsCandidate = false

    /// The names of the top-level object's members, the first thousand, and whether they make it a record.
    var names: [String] = []
    var (hasID, hasField, hasRecords) = (false, false, false)

    init(shape: CatalogShape = .plain) {
        self.shape = shape
        let steps = shape.records?.steps
        readsMembers = steps?.last == FieldPath.everyMember
        path = readsMembers ? steps?.dropLast() : steps
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
                case .members: try walkOrNoteBadLine(isWhole)
                case .candidate: try endCandidate(isWhole)
                case .badLine: try endBadLine(isWhole)
                case .heading: try readHeading(isWhole)
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
        (hasRecords, keepsCandidate, columns) = (true, false, nil)
        let isObject = levels.last?.isObject == true
        place = isObject ? .records : .heading
        (pieceStart, ends) = (isObject ? .firstKey : .firstElement, JSONEnds(from: buffer.index))
    }

    /// Begins with the object that has ended, after which others come on the same line, as in an array without commas.
    mutating func beginJoined() {
        beginRecords()
        place = .records
        (envelope, buffer.index) = (CatalogEnvelope(), candidateOffset - buffer.byteOffset)
        ends = JSONEnds(from: buffer.index)
    }

    /// Finds out if the array's first element is the heading of a table.
    mutating func readHeading(_ isWhole: Bool) throws(CatalogSyntaxError) -> Bool {
        let bytes = buffer.bytes
        let start = bytes.span.passingBlanks(from: buffer.index)
        guard start < bytes.count || isWhole else { return false }
        place = .records
        guard start < bytes.count, bytes[start] == UInt8(ascii: "[") else { return true }
        var ends = JSONEnds(from: start)
        let isDecided = isWhole || bytes.count - start > CSVTable.headingByteLimit
        guard let end = ends.firstEnd(of: .element, in: bytes.span) else {
            if !isDecided { place = .heading }
            return isDecided
        }
        guard end.index - start <= CSVTable.headingByteLimit,
            let row = JSONDocument(Array(bytes[start..<end.index])), let columns = RecordPiece.Columns(row)
        else {
            return true
        }
        try shape.checkColumns(columns.names)
        (self.columns, pieceStart, buffer.index, hasTable) = (columns, .afterElement, end.index, true)
        self.ends = JSONEnds(from: end.index)
        return true
    }

    /// Begins with the object that has ended, the first of several records on lines.
    mutating func beginLines() {
        envelope = CatalogEnvelope()
        levels.removeAll()
        (place, pieceStart, columns) = (.lines, .line, nil)
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
        let piece = RecordPiece(
            start: pieceStart, depth: levels.count, columns: columns, isLast: isLast, isCut: isCut)
        buffer.add(piece, to: end)
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
        guard place == .records else { return }
        if levels.last?.isObject == true {
            pieceStart = end.isAfterComma ? .key : .afterMember
        } else {
            pieceStart = end.isAfterComma ? .element : .afterElement
        }
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
            addPiece(to: levels.isEmpty ? bracket : bracket + 1)
            _ = levels.popLast()
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
        let before = buffer.bytes[index - 1]
        return buffer.bytes[index] == UInt8(ascii: "{") && (before.endsLine || before == UInt8.recordSeparator)
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
