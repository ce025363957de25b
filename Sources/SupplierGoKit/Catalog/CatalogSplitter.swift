/// Splits a catalog into pieces of whole records, as its bytes come in chunks of any size, and reads the members around
/// them.
///
/// It is in CSV if its beginning says so (``CSVTable/form(of:isWhole:)``), else in JSON, in one of three forms:
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
/// which the first one is a heading. The members around it are read by a ``JSONWalk``. Of the records only the ends are
/// looked for (``JSONEnds``); what is between two ends is checked when it is decoded.
///
/// Anything that has not ended is looked at anew when more bytes have come (``ChunkBuffer`` in `RecordPiece.swift`), so
/// that a catalog reads the same wherever its chunks end. `ChunkBuffer` limits a record's bytes, and ``JSONTokenizer``
/// its depth.
struct CatalogSplitter {
    /// The part that comes next: the beginning that tells the form, a document, its members up to the records, those of
    /// an array or object, some on lines, or rows of a table in CSV.
    private enum Place {
        case form, start, members, records, lines
        case rows(CSVTable)
    }

    private let shape: CatalogShape

    /// The members around the records that were read so far.
    var envelope: CatalogEnvelope { walk.envelope }

    private var place = Place.form

    /// The walk around the records, as far as it came before the next byte.
    private var walk: JSONWalk
    private var buffer = ChunkBuffer()

    /// The part that the next piece begins with, and the columns if its records are rows.
    private var pieceStart = ExpectedPart.firstElement
    private var columns: RecordPiece.Columns?

    /// A document was read to its end.
    private var hasDocument = false

    /// The array's first element may be a heading.
    private var isAtHeading = false

    /// The line that the next row in CSV is on.
    private var line = 0

    init(shape: CatalogShape = .plain) {
        self.shape = shape
        walk = JSONWalk(shape)
    }

    /// Takes the pieces that are complete.
    mutating func takePieces() -> [RecordPiece] { buffer.takePieces() }

    /// Splits the next chunk. What is complete can then be taken, even if an error is thrown.
    mutating func split(_ chunk: [UInt8]) throws(CatalogSyntaxError) {
        // Offsets in a piece are of 32 bits.
        for start in stride(from: 0, to: chunk.count, by: 1 << 30) {
            try buffer.append(chunk.count <= 1 << 30 ? chunk : Array(chunk[start...].prefix(1 << 30)))
            try run(isWhole: false)
        }
    }

    /// Ends the catalog.
    mutating func finish() throws(CatalogSyntaxError) { try run(isWhole: true) }

    private mutating func run(isWhole: Bool) throws(CatalogSyntaxError) {
        var goesOn = true
        while goesOn {
            goesOn =
                switch place {
                case .form: try decideForm(isWhole)
                case .start: try begin(isWhole)
                case .members: try readMembers(isWhole)
                case .records: try splitRecords(isWhole)
                case .lines: splitLines(isWhole)
                case .rows(let table): splitRows(of: table, isWhole)
                }
        }
    }

    private func error(at index: Int, expected: String) -> CatalogSyntaxError {
        .unexpected(at: index, in: buffer.bytes.span, from: buffer.byteOffset, expected: expected)
    }

    /// Decides on the form by the beginning.
    private mutating func decideForm(_ isWhole: Bool) throws(CatalogSyntaxError) -> Bool {
        let bytes = buffer.bytes
        switch try CSVTable.form(of: bytes, isWhole: isWhole || bytes.count > CSVTable.headingByteLimit) {
        case .unknown: return false
        case .json: place = .start
        case .csv(let heading, let separator, let skippedLineCount):
            let table = try CSVTable(headingAt: heading, of: bytes, separator: separator)
            if let path = shape.records { throw .noRecords(path: path.text, names: table.columns.names) }
            try shape.checkColumns(table.columns.names)
            (place, line, buffer.index) = (.rows(table), table.line, heading.upperBound)
            (walk.envelope.form, walk.envelope.skippedLineCount) = (.csv, skippedLineCount)
        }
        return true
    }

    /// Passes what may stand before a document.
    private mutating func begin(_ isWhole: Bool) throws(CatalogSyntaxError) -> Bool {
        let bytes = buffer.bytes
        guard let start = bytes.span.passingDocumentLead(from: buffer.index, isWhole: isWhole) else { return false }
        if bytes[buffer.index..<start].contains(.recordSeparator), walk.envelope.form == .usual {
            walk.envelope.form = .sequence
        }
        buffer.index = start
        guard start < bytes.count else {
            if isWhole, !hasDocument { throw .empty }
            return false
        }
        guard !hasDocument || "[{".utf8.contains(bytes[start]) else {
            throw error(at: start, expected: "nothing after the catalog's end")
        }
        var envelope = walk.envelope
        // The next page is that of the last document.
        if hasDocument { envelope.beginDocument() }
        walk = JSONWalk(shape)
        walk.envelope = envelope
        (place, columns) = (.members, nil)
        return true
    }

    /// Reads the members before the records, or after them.
    private mutating func readMembers(_ isWhole: Bool) throws(CatalogSyntaxError) -> Bool {
        guard buffer.canTryAgain(isWhole: isWhole) else { return false }
        var walk = walk
        let end: JSONWalk.End
        do throws(CatalogSyntaxError) {
            end = try walk.run(buffer.bytes, from: buffer.index, at: buffer.byteOffset, isWhole)
        } catch {
            if case .cutShort = error, !isWhole { return false }
            guard case .malformed(let byteOffset, _, _) = error, walk.mayBeRecord else { throw error }
            return try beginAfterBadLine(error, at: byteOffset - buffer.byteOffset, isWhole)
        }
        switch end {
        case .records(let start):
            (self.walk, place, buffer.index, isAtHeading) = (walk, .records, start, !walk.isInObject)
            pieceStart = walk.isInObject ? .firstKey : .firstElement
        case .record(let range):
            (self.walk, buffer.index, pieceStart) = (walk, range.lowerBound, .firstElement)
            addPiece(to: range.upperBound)
        case .document(let end) where walk.hasRecords:
            (self.walk, buffer.index, place, hasDocument) = (walk, end, .start, true)
        case .document(let end): return try endCandidate(walk, at: end, isWhole)
        }
        return true
    }

    /// Finds out if other records follow a top-level object: on other lines, or at once.
    private mutating func endCandidate(
        _ walk: JSONWalk, at end: Int, _ isWhole: Bool
    ) throws(CatalogSyntaxError) -> Bool {
        let bytes = buffer.bytes
        let next = bytes.span.passingBlanks(from: end)
        let isOnLines = bytes[end..<next].contains(where: \.endsLine)
        // The id may be a request's that failed.
        let isRecord = walk.hasID && (walk.hasField || walk.envelope.reason == nil)
        guard next < bytes.count || isRecord && (isOnLines || isWhole) else {
            guard isWhole else { return false }
            if walk.saysNone {
                (self.walk, self.walk.hasRecords) = (walk, true)
                (buffer.index, place, hasDocument) = (end, .start, true)
                return true
            }
            let names = PageNames.records.map { "'\($0)'" }
            let list = names.dropLast().joined(separator: ", ") + " or " + (names.last ?? "")
            throw walk.noRecords(found: "an object without an array under \(list)", in: bytes[buffer.index..<end])
        }
        guard isOnLines || walk.hasID || [UInt8(ascii: "{"), .recordSeparator].contains(bytes[next]) else {
            let error = error(at: next, expected: "a line feed before the next record")
            return try beginAfterBadLine(error, at: next, isWhole)
        }
        // Objects on one line are split at their brackets, as an array without commas.
        let isJoined = !isOnLines && next < bytes.count && bytes[next] == UInt8(ascii: "{")
        self.walk.hasRecords = true
        (place, pieceStart) = isJoined ? (.records, .firstElement) : (.lines, .line)
        return true
    }

    /// Begins with a first line that is not valid JSON, if another record begins on the next one.
    private mutating func beginAfterBadLine(
        _ error: CatalogSyntaxError, at index: Int, _ isWhole: Bool
    ) throws(CatalogSyntaxError) -> Bool {
        let bytes = buffer.bytes
        let lineEnd = bytes[buffer.index...].firstIndex(where: \.endsLine) ?? bytes.count
        let next = bytes.span.passingDocumentLead(from: lineEnd, isWhole: isWhole) ?? bytes.count
        if next == bytes.count, !isWhole, !buffer.isFull { return false }
        let isOnFirst = index <= lineEnd || index == next
        guard isOnFirst, next < bytes.count, bytes[next] == UInt8(ascii: "{") else { throw error }
        (place, pieceStart) = (.lines, .line)
        return true
    }

    /// Finds out if the array's first element is the heading of a table; `false` if that has not ended.
    private mutating func readHeading(_ isWhole: Bool) throws(CatalogSyntaxError) -> Bool {
        let bytes = buffer.bytes
        let start = bytes.span.passingBlanks(from: buffer.index)
        guard start < bytes.count else { return isWhole }
        guard bytes[start] == UInt8(ascii: "[") else { return true }
        var ends = JSONEnds(from: start)
        guard let end = ends.firstEnd(in: bytes.span) else {
            return isWhole || bytes.count - start > CSVTable.headingByteLimit
        }
        guard end.index - start <= CSVTable.headingByteLimit,
            let names = JSONDocument(Array(bytes[start..<end.index]))?.root.columnNames
        else {
            return true
        }
        try shape.checkColumns(names)
        (columns, walk.envelope.form) = (RecordPiece.Columns(names), .rows)
        (pieceStart, buffer.index) = (.afterElement, end.index)
        return true
    }

    /// Splits the records of the array, or those that are members of an object.
    private mutating func splitRecords(_ isWhole: Bool) throws(CatalogSyntaxError) -> Bool {
        guard buffer.canTryAgain(isWhole: isWhole) else { return false }
        if isAtHeading {
            guard try readHeading(isWhole) else { return false }
            isAtHeading = false
        }
        var ends = JSONEnds(from: buffer.index)
        let (last, bracket) = ends.elementEnds(in: buffer.bytes.span)
        if let bracket {
            // Objects joined on a line have no array: after them the bracket is an error.
            addPiece(to: walk.levels.isEmpty ? bracket : bracket + 1)
            walk.endRecords()
            place = .members
            return true
        }
        if let last {
            addPiece(to: last.index)
            let (next, comma): (ExpectedPart, ExpectedPart) =
                walk.isInObject ? (.key, .afterMember) : (.element, .afterElement)
            pieceStart = last.isAfterComma ? next : comma
        }
        addRest(isWhole)
        return false
    }

    /// Splits records on lines.
    private mutating func splitLines(_ isWhole: Bool) -> Bool {
        guard buffer.canTryAgain(isWhole: isWhole) else { return false }
        let bytes = buffer.bytes
        var ends = JSONEnds(from: buffer.index)
        if let end = ends.lastLineEnd(in: bytes.span) {
            addPiece(to: end)
        } else if buffer.isFull, !isWhole {
            // An earlier line has a bracket too many.
            func beginsRecord(_ index: Int) -> Bool {
                let before = bytes[index - 1]
                return bytes[index] == UInt8(ascii: "{") && (before.endsLine || before == .recordSeparator)
            }
            if let next = bytes.indices[(buffer.index + 1)...].last(where: beginsRecord) { addPiece(to: next) }
        }
        addRest(isWhole)
        return false
    }

    /// Splits rows of a table in CSV.
    private mutating func splitRows(of table: CSVTable, _ isWhole: Bool) -> Bool {
        guard buffer.canTryAgain(isWhole: isWhole) else { return false }
        let bytes = buffer.bytes
        var (cells, end) = (CSVCells(separator: table.separator, from: buffer.index), buffer.index)
        if isWhole { end = bytes.count }
        while !isWhole, let (cell, endsRow) = cells.next(in: bytes.span) {
            // A line feed may follow a carriage return.
            guard endsRow, bytes[cell.upperBound] == 0x0a || cell.upperBound + 1 < bytes.count else { continue }
            end = cell.upperBound + 1
        }
        let lineEndCount = bytes.span.lineEndCount(in: buffer.index..<end)
        buffer.add(RecordPiece(start: .line, table: table, line: line, isLast: isWhole), to: end)
        line += lineEndCount
        return false
    }

    /// Adds the rest of the catalog, or the beginning of a record that is too long, which ends the catalog when it is
    /// decoded.
    private mutating func addRest(_ isWhole: Bool) {
        if isWhole || buffer.isFull { addPiece(to: buffer.bytes.count, isLast: isWhole) }
    }

    private mutating func addPiece(to end: Int, isLast: Bool = false) {
        buffer.add(RecordPiece(start: pieceStart, depth: walk.levels.count, columns: columns, isLast: isLast), to: end)
    }
}
