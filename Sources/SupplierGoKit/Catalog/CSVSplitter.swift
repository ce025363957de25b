/// Splits a catalog in CSV into pieces of whole rows; ``CSVTable`` makes records of them when they are decoded.
struct CSVSplitter {
    private let shape: CatalogShape
    private let separator: UInt8

    /// The table; `nil` before its heading has ended.
    private var table: CSVTable?

    private var pieces: [RecordPiece] = []

    /// The bytes of the row that has not ended, the offset of the first one, and its line.
    private var buffer: [UInt8] = []
    private var bufferOffset: Int
    private var line: Int

    private var cells: CSVCells

    /// The row is too long, and is dropped up to its end.
    private var isPassingOver = false

    /// Creates a splitter of a table whose heading is on a line and begins at an offset.
    init(separator: UInt8, byteOffset: Int, line: Int, shape: CatalogShape) {
        (self.separator, bufferOffset, self.line, self.shape) = (separator, byteOffset, line, shape)
        cells = CSVCells(separator: separator, from: 0)
    }

    /// Takes the pieces that are complete.
    mutating func takePieces() -> [RecordPiece] {
        defer { pieces.removeAll() }
        return pieces
    }

    /// Splits the next chunk.
    mutating func split(_ bytes: [UInt8]) throws(CatalogSyntaxError) {
        if buffer.isEmpty { buffer = bytes } else { buffer += bytes }
        if table != nil { splitRows() } else { try readHeading(isWhole: false) }
    }

    /// Reads the heading, if it has ended, and splits what follows.
    private mutating func readHeading(isWhole: Bool) throws(CatalogSyntaxError) {
        let reading = try CSVTable.reading(
            buffer, separator: separator, at: bufferOffset, line, isWhole: isWhole)
        guard let (table, end) = reading else { return }
        if let path = shape.records { throw .noRecords(path: path.text, names: table.names) }
        guard shape.map != nil || table.names.contains("id") else {
            throw .noField(.id, place: "id", names: table.names)
        }
        self.table = table
        drop(to: end)
        cells = CSVCells(separator: separator, from: 0)
        splitRows()
    }

    private mutating func splitRows() {
        let end = rowEnd(in: buffer)
        if isPassingOver {
            guard let end else { return drop(to: buffer.count) }
            isPassingOver = false
            drop(to: end)
            return splitRows()
        }
        if let end {
            addPiece(to: end)
        } else if buffer.count > RecordPiece.recordByteLimit {
            addPiece(to: buffer.count, isCut: true)
            isPassingOver = true
        }
    }

    /// The index after the last row that ends, or after the first one if a row is passed over.
    private mutating func rowEnd(in bytes: [UInt8]) -> Int? {
        var end: Int?
        while let (cell, endsRow) = cells.next(in: bytes.span) {
            // A line feed may follow a carriage return.
            guard endsRow, bytes[cell.upperBound] == 0x0a || cell.upperBound + 1 < bytes.count else { continue }
            end = cell.upperBound + 1
            if isPassingOver { break }
        }
        return end
    }

    /// Ends the catalog.
    mutating func finish() throws(CatalogSyntaxError) {
        if table == nil { try readHeading(isWhole: true) }
        if !isPassingOver {
            addPiece(to: buffer.count, isLast: true)
        } else if cells.isQuoted {
            throw .malformedCSV(
                line: line, byteOffset: bufferOffset, reason: "a quotation mark before is never closed")
        }
    }

    private mutating func addPiece(to end: Int, isLast: Bool = false, isCut: Bool = false) {
        guard let table else { return }
        pieces.append(
            RecordPiece(
                bytes: buffer, byteOffset: bufferOffset, range: 0..<end, start: .row(table, line: line), isLast: isLast,
                isCut: isCut))
        drop(to: end)
    }

    private mutating func drop(to end: Int) {
        line += buffer.span.lineEndCount(in: 0..<end)
        buffer = end < buffer.count ? Array(buffer[end...]) : []
        bufferOffset += end
        cells.move(by: end)
    }
}
