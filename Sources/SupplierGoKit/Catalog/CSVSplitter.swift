/// Splits a catalog in CSV into pieces of whole rows; ``CSVTable`` makes records of them when they are decoded.
/// ``CatalogSplitter`` has found the heading, and the separator by it.
struct CSVSplitter {
    private let shape: CatalogShape
    private let separator: UInt8

    /// The table; `nil` before its heading has ended.
    private var table: CSVTable?

    private var buffer: ChunkBuffer

    /// The line that the next piece begins on.
    private var line: Int

    private var cells: CSVCells

    /// The row is too long, and is dropped up to its end.
    private var isPassingOver = false

    /// Creates a splitter of a table whose heading is on a line and begins at an offset.
    init(separator: UInt8, byteOffset: Int, line: Int, shape: CatalogShape) {
        (self.separator, self.line, self.shape) = (separator, line, shape)
        buffer = ChunkBuffer(byteOffset: byteOffset)
        cells = CSVCells(separator: separator, from: 0)
    }

    /// Takes the pieces that are complete.
    mutating func takePieces() -> [RecordPiece] { buffer.takePieces() }

    /// Splits the next chunk.
    mutating func split(_ chunk: [UInt8]) throws(CatalogSyntaxError) {
        cells.move(by: buffer.append(chunk, isApart: table != nil))
        if table != nil { splitRows() } else { try readHeading(isWhole: false) }
    }

    /// Reads the heading, if it has ended, and splits what follows.
    private mutating func readHeading(isWhole: Bool) throws(CatalogSyntaxError) {
        var piece = RecordPiece(bytes: buffer.bytes, byteOffset: buffer.byteOffset, start: .line, isLast: isWhole)
        piece.line = line
        guard let (table, end) = try CSVTable.reading(piece, separator: separator) else { return }
        if let path = shape.records { throw .noRecords(path: path.text, names: table.names) }
        guard shape.map != nil || table.names.contains("id") else {
            throw .noField(.id, place: "id", names: table.names)
        }
        self.table = table
        pass(to: end)
        cells = CSVCells(separator: separator, from: end)
        splitRows()
    }

    private mutating func splitRows() {
        let ends = rowEnds(in: buffer.bytes)
        if isPassingOver {
            isPassingOver = ends == nil
            pass(to: ends?.first ?? buffer.bytes.count)
            return isPassingOver ? () : splitRows()
        }
        if let ends {
            if buffer.hasBegun { addPiece(to: ends.first) }
            if ends.last > buffer.index { addPiece(to: ends.last) }
        } else if buffer.count > RecordPiece.recordByteLimit {
            addPiece(to: buffer.bytes.count, isCut: true)
            isPassingOver = true
        }
    }

    /// The indexes after the first and the last row that end. If a row is passed over, only its end is looked for.
    private mutating func rowEnds(in bytes: [UInt8]) -> (first: Int, last: Int)? {
        var ends: (first: Int, last: Int)?
        while let (cell, endsRow) = cells.next(in: bytes.span) {
            // A line feed may follow a carriage return.
            guard endsRow, bytes[cell.upperBound] == 0x0a || cell.upperBound + 1 < bytes.count else { continue }
            ends = (ends?.first ?? cell.upperBound + 1, cell.upperBound + 1)
            if isPassingOver { break }
        }
        return ends
    }

    /// Ends the catalog.
    mutating func finish() throws(CatalogSyntaxError) {
        if table == nil { try readHeading(isWhole: true) }
        if !isPassingOver {
            addPiece(to: buffer.bytes.count, isLast: true)
        } else if cells.isQuoted {
            throw .malformedCSV(
                line: line, byteOffset: buffer.byteOffset + buffer.index,
                reason: "a quotation mark before is never closed")
        }
    }

    private mutating func addPiece(to end: Int, isLast: Bool = false, isCut: Bool = false) {
        guard let table else { return }
        let piece = RecordPiece(start: .line, table: table, line: line, isLast: isLast, isCut: isCut)
        let added = buffer.add(piece, to: end)
        line = added.line(at: added.range.upperBound)
    }

    private mutating func pass(to end: Int) {
        line += buffer.bytes.span.lineEndCount(in: buffer.index..<end)
        buffer.index = end
    }
}
