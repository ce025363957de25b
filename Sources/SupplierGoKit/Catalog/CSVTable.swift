/// A table in CSV (RFC 4180, with a heading): its columns, and the rows of a piece as lines of JSON.
///
/// A row becomes an object of strings under the heading's names. Empty lines are skipped.
struct CSVTable: Sendable {
    /// The longest heading, in bytes: 1 MiB. So many are read to find out if a document is in CSV at all.
    static let headingByteLimit = 1 << 20

    /// The maximum number of columns.
    private static let columnLimit = 10_000

    /// A row: its line, from 1, the offset of its first byte in the catalog, and its error, a clause.
    struct Row: Sendable {
        var line: Int
        var byteOffset: Int
        var error: String?

        /// The index at which its JSON begins.
        var start = 0
    }

    let separator: UInt8

    /// The heading's names.
    private(set) var names: [String] = []

    /// The text before each cell of a row: the end of the cell before, the name, and an opening quotation mark.
    private var openings: [[UInt8]] = []

    /// Reads the heading at the beginning of some bytes, which is on a line and begins at an offset.
    ///
    /// - Parameter isWhole: there are no more bytes.
    /// - Returns: the table and the index after the heading; `nil` if that has not ended.
    static func reading(
        _ bytes: [UInt8], separator: UInt8, at byteOffset: Int, _ line: Int, isWhole: Bool
    ) throws(CatalogSyntaxError) -> (CSVTable, headingEnd: Int)? {
        func tooLarge(_ limit: String) -> CatalogSyntaxError {
            .malformedCSV(line: line, byteOffset: byteOffset, reason: "the heading has more than \(limit)")
        }
        var (cells, ranges, end) = (
            CSVCells(separator: separator, from: 0), [Range<Int>](), isWhole ? bytes.count : nil
        )
        while let (cell, endsRow) = cells.next(in: bytes.span) {
            ranges.append(cell)
            if ranges.count == columnLimit, !endsRow { throw tooLarge(Count.formatted(columnLimit, "column")) }
            end = endsRow ? cell.upperBound : end
            if endsRow { break }
        }
        if end ?? bytes.count > headingByteLimit { throw tooLarge(Count.formatted(headingByteLimit, "byte")) }
        guard let end else { return nil }
        if cells.isQuoted { throw neverClosed(at: byteOffset + cells.start, line) }
        if cells.start <= end { ranges.append(cells.start..<end) }
        var table = CSVTable(separator: separator)
        for cell in ranges { try table.addColumn(cell, of: bytes.span, at: byteOffset, line) }
        return (table, end)
    }

    private mutating func addColumn(
        _ cell: Range<Int>, of bytes: Span<UInt8>, at byteOffset: Int, _ line: Int
    ) throws(CatalogSyntaxError) {
        var name: [UInt8] = []
        _ = try Self.append(cell, of: bytes, at: byteOffset, line, to: &name)
        names.append(JSONText.text(name.span, hasEscapes: true) ?? "")
        openings.append(Array((openings.isEmpty ? "{\"" : "\",\"").utf8) + name + Array("\":\"".utf8))
    }

    private init(separator: UInt8) {
        self.separator = separator
    }

    private static func neverClosed(at byteOffset: Int, _ line: Int) -> CatalogSyntaxError {
        .malformedCSV(line: line, byteOffset: byteOffset, reason: "the quotation mark there is never closed")
    }

    /// Appends a cell's text as that of a string in JSON.
    ///
    /// - Returns: `false` if there is text after its closing quotation mark.
    @inline(__always)
    private static func append(
        _ cell: Range<Int>, of bytes: Span<UInt8>, at byteOffset: Int, _ line: Int, to json: inout [UInt8]
    ) throws(CatalogSyntaxError) -> Bool {
        let whole = bytes.extracting(cell)
        let text = whole.isASCII ? whole : whole.extracting(..<whole.utf8Count)
        var isQuoted = !text.isEmpty && text[0] == UInt8(ascii: "\"")
        var (index, isWellFormed) = (isQuoted ? 1 : 0, true)
        while index < text.count {
            let stop = text.firstStringStop(from: index)
            json.append(addingCapacity: stop &- index) { $0.append(copying: text.extracting(index..<stop)) }
            guard stop < text.count else { break }
            let byte = text[stop]
            if isQuoted, byte == UInt8(ascii: "\"") {
                guard stop + 1 < whole.count else { break }
                guard whole[stop + 1] == byte else {
                    (index, isQuoted, isWellFormed) = (stop + 1, false, false)
                    continue
                }
            }
            // A snapshot has U+001E between its pages.
            guard byte != 0x00, byte != 0x1e else {
                throw error(at: stop, of: cell, in: bytes, at: byteOffset, line, "expected text, found ")
            }
            let scalar = Unicode.Scalar(byte)
            json.append(contentsOf: (byte < 0x20 ? scalar.escapedForJSON : "\\\(scalar)").utf8)
            index = stop + (isQuoted && byte == UInt8(ascii: "\"") ? 2 : 1)
        }
        guard text.count == whole.count else {
            let advice = "; if that is Latin-1, convert it with 'iconv -f LATIN1 -t UTF-8'"
            throw error(
                at: text.count, of: cell, in: bytes, at: byteOffset, line, "expected text in UTF-8, found ", advice)
        }
        return isWellFormed
    }

    /// The error of a byte of a cell that is on a line.
    private static func error(
        at index: Int, of cell: Range<Int>, in bytes: Span<UInt8>, at byteOffset: Int, _ line: Int, _ start: String,
        _ advice: String = ""
    ) -> CatalogSyntaxError {
        let place = cell.lowerBound + index
        return .malformedCSV(
            line: line + bytes.lineEndCount(in: cell.lowerBound..<place), byteOffset: byteOffset + place,
            reason: start + CatalogSyntaxError.name(of: bytes[place]) + advice)
    }
}

extension CSVTable {
    /// The rows of a piece.
    struct Rows {
        /// A line of JSON for each row, and a line feed for one with an error.
        var json: [UInt8] = []
        var rows: [Row] = []

        /// The error that ends the catalog after them.
        var error: CatalogSyntaxError?
    }

    /// Reads the rows of a piece.
    func rows(of piece: RecordPiece) -> Rows {
        let bytes = piece.bytes.span
        let end = piece.range.upperBound
        var result = Rows()
        result.json.reserveCapacity(2 * piece.range.count)
        var reading = RowReading(line: piece.line)
        var cells = CSVCells(separator: separator, from: piece.range.lowerBound)
        do throws(CatalogSyntaxError) {
            while let (cell, endsRow) = cells.next(in: bytes), cell.upperBound < end {
                try append(cell, endsRow, of: bytes, at: piece.byteOffset, &reading, to: &result)
            }
            guard piece.isLast || piece.isCut, cells.start < end || reading.cellCount > 0 else { return result }
            if piece.isLast, cells.isQuoted {
                var text: [UInt8] = []
                _ = try Self.append(cells.start..<end, of: bytes, at: piece.byteOffset, reading.line, to: &text)
                throw Self.neverClosed(at: piece.byteOffset + cells.start, reading.line)
            }
            try append(cells.start..<end, true, of: bytes, at: piece.byteOffset, &reading, to: &result)
            if piece.isCut { result.fail(Self.tooLong) }
        } catch {
            result.error = error
        }
        return result
    }

    private static let tooLong = "expected a row of at most \(RecordPiece.recordByteLimit) bytes, found a longer one"

    /// The row that is being read, and the line of its next cell.
    private struct RowReading {
        var line: Int
        var cellCount = 0
        var row = Row(line: 1, byteOffset: 0)
    }

    /// Appends a cell of a row.
    @inline(__always)
    private func append(
        _ cell: Range<Int>, _ endsRow: Bool, of bytes: Span<UInt8>, at byteOffset: Int, _ reading: inout RowReading,
        to rows: inout Rows
    ) throws(CatalogSyntaxError) {
        let isEmptyLine = endsRow && reading.cellCount == 0 && cell.isEmpty
        if reading.cellCount == 0 {
            reading.row = Row(line: reading.line, byteOffset: byteOffset + cell.lowerBound, start: rows.json.count)
        }
        if !isEmptyLine {
            if reading.cellCount < openings.count { rows.json.append(contentsOf: openings[reading.cellCount]) }
            reading.cellCount += 1
            if !(try Self.append(cell, of: bytes, at: byteOffset, reading.line, to: &rows.json)),
                reading.row.error == nil
            {
                reading.row.error = "expected a separator after a closing quotation mark, found other text"
            }
            if !cell.isEmpty, bytes[cell.lowerBound] == UInt8(ascii: "\"") {
                reading.line += bytes.lineEndCount(in: cell)
            }
        }
        guard endsRow else { return }
        if cell.upperBound < bytes.count {
            reading.line += bytes.lineEndCount(in: cell.upperBound..<cell.upperBound + 1)
        }
        guard !isEmptyLine else { return }
        if reading.row.error == nil, reading.cellCount != names.count {
            reading.row.error = "expected \(names.count) cells as in the heading, found \(reading.cellCount)"
        }
        reading.cellCount = 0
        rows.json.append(contentsOf: "\"}".utf8)
        rows.rows.append(reading.row)
        if let error = reading.row.error { rows.fail(error) }
        if rows.json.count - reading.row.start > RecordPiece.recordByteLimit { rows.fail(Self.tooLong) }
        rows.json.append(0x0a)
    }
}

extension CSVTable.Rows {
    /// Gives the last row an error.
    fileprivate mutating func fail(_ error: String) {
        json.removeSubrange(rows[rows.count - 1].start...)
        rows[rows.count - 1].error = error
    }
}
