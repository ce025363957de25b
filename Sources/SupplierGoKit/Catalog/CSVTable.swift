/// A table in CSV (RFC 4180, with a heading): its columns, and the rows of a piece as lines of JSON.
///
/// A row becomes an object of strings under the heading's names. Empty lines are skipped. ``CatalogSplitter`` finds the
/// separator.
struct CSVTable: Sendable {
    /// The longest heading, in bytes: 1 MiB. So many are read to find out if a document is in CSV at all.
    static let headingByteLimit = 1 << 20

    /// The maximum number of columns.
    private static let columnLimit = 10_000

    /// A row: the offset of its first byte in the catalog, and its error, a clause.
    struct Row: Sendable {
        var byteOffset = 0
        var error: String?

        /// The index at which its JSON begins.
        var start = 0

        /// The number of its cells so far.
        fileprivate var cellCount = 0
    }

    let separator: UInt8

    /// The heading's names.
    private(set) var names: [String] = []

    /// The text before each cell of a row: the end of the cell before, the name, and an opening quotation mark.
    private var openings: [[UInt8]] = []

    /// Reads the heading at the beginning of a piece.
    ///
    /// - Returns: the table and the index after the heading; `nil` if that has not ended.
    static func reading(
        _ piece: RecordPiece, separator: UInt8
    ) throws(CatalogSyntaxError) -> (CSVTable, headingEnd: Int)? {
        func tooLarge(_ limit: String) -> CatalogSyntaxError {
            piece.malformedCSV(at: 0, "the heading has more than \(limit)")
        }
        let bytes = piece.bytes
        var (cells, ranges, end) = (
            CSVCells(separator: separator, from: 0), [Range<Int>](), piece.isLast ? bytes.count : nil
        )
        while let (cell, endsRow) = cells.next(in: bytes.span) {
            ranges.append(cell)
            if ranges.count == columnLimit, !endsRow { throw tooLarge(Count.formatted(columnLimit, "column")) }
            end = endsRow ? cell.upperBound : end
            if endsRow { break }
        }
        if end ?? bytes.count > headingByteLimit { throw tooLarge(Count.formatted(headingByteLimit, "byte")) }
        guard let end else { return nil }
        if cells.isQuoted { throw piece.malformedCSV(at: cells.start, neverClosed) }
        if cells.start <= end { ranges.append(cells.start..<end) }
        var table = CSVTable(separator: separator)
        for cell in ranges { try table.addColumn(cell, of: piece) }
        return (table, end)
    }

    private mutating func addColumn(_ cell: Range<Int>, of piece: RecordPiece) throws(CatalogSyntaxError) {
        var name: [UInt8] = []
        _ = try Self.append(cell, of: piece, to: &name)
        names.append(JSONText.text(name.span, hasEscapes: true) ?? "")
        openings.append(Array((openings.isEmpty ? "{\"" : "\",\"").utf8) + name + Array("\":\"".utf8))
    }

    private init(separator: UInt8) {
        self.separator = separator
    }

    private static let neverClosed = "the quotation mark there is never closed"

    /// Appends a cell's text as that of a string in JSON.
    ///
    /// - Returns: `false` if there is text after its closing quotation mark.
    @inline(__always)
    private static func append(
        _ cell: Range<Int>, of piece: RecordPiece, to json: inout [UInt8]
    ) throws(CatalogSyntaxError) -> Bool {
        let whole = piece.bytes.span.extracting(cell)
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
                throw piece.malformedCSV(
                    at: cell.lowerBound + stop, "expected text, found \(CatalogSyntaxError.name(of: byte))")
            }
            let scalar = Unicode.Scalar(byte)
            json.append(contentsOf: (byte < 0x20 ? scalar.escapedForJSON : "\\\(scalar)").utf8)
            index = stop + (isQuoted && byte == UInt8(ascii: "\"") ? 2 : 1)
        }
        guard text.count == whole.count else {
            throw piece.malformedCSV(
                at: cell.lowerBound + text.count,
                "expected text in UTF-8, found \(CatalogSyntaxError.name(of: whole[text.count]))"
                    + "; if that is Latin-1, convert it with 'iconv -f LATIN1 -t UTF-8'")
        }
        return isWellFormed
    }
}

extension CSVTable {
    /// The rows of a piece.
    struct Rows {
        /// The piece, from the last row on whose line was asked for.
        private var piece: RecordPiece

        /// A line of JSON for each row, and a line feed for one with an error.
        var json: [UInt8] = []
        var rows: [Row] = []

        /// The error that ends the catalog after them.
        var error: CatalogSyntaxError?

        fileprivate init(of piece: RecordPiece) {
            self.piece = piece
            json.reserveCapacity(2 * piece.range.count)
        }

        /// The line of a row, from 1. Lines are counted once, since rows are asked about in their order.
        mutating func line(of row: Row) -> Int {
            let index = row.byteOffset - piece.byteOffset
            (piece.line, piece.range) = (piece.line(at: index), index..<piece.range.upperBound)
            return piece.line
        }

        /// Gives the last row an error.
        fileprivate mutating func fail(_ error: String) {
            json.removeSubrange(rows[rows.count - 1].start...)
            rows[rows.count - 1].error = error
        }
    }

    /// Reads the rows of a piece.
    func rows(of piece: RecordPiece) -> Rows {
        let end = piece.range.upperBound
        var (result, row) = (Rows(of: piece), Row())
        var cells = CSVCells(separator: separator, from: piece.range.lowerBound)
        do throws(CatalogSyntaxError) {
            while let (cell, endsRow) = cells.next(in: piece.bytes.span), cell.upperBound < end {
                try append(cell, endsRow, of: piece, &row, to: &result)
            }
            guard piece.isLast || piece.isCut, cells.start < end || row.cellCount > 0 else { return result }
            if piece.isLast, cells.isQuoted {
                var text: [UInt8] = []
                _ = try Self.append(cells.start..<end, of: piece, to: &text)
                throw piece.malformedCSV(at: cells.start, Self.neverClosed)
            }
            try append(cells.start..<end, true, of: piece, &row, to: &result)
            if piece.isCut { result.fail(Self.tooLong) }
        } catch {
            result.error = error
        }
        return result
    }

    private static let tooLong = "expected a row of at most \(RecordPiece.recordByteLimit) bytes, found a longer one"

    /// Appends a cell of a row.
    @inline(__always)
    private func append(
        _ cell: Range<Int>, _ endsRow: Bool, of piece: RecordPiece, _ row: inout Row, to rows: inout Rows
    ) throws(CatalogSyntaxError) {
        if row.cellCount == 0 {
            if endsRow, cell.isEmpty { return }
            row = Row(byteOffset: piece.byteOffset + cell.lowerBound, start: rows.json.count)
        }
        if row.cellCount < openings.count { rows.json.append(contentsOf: openings[row.cellCount]) }
        row.cellCount += 1
        if !(try Self.append(cell, of: piece, to: &rows.json)), row.error == nil {
            row.error = "expected a separator after a closing quotation mark, found other text"
        }
        guard endsRow else { return }
        if row.error == nil, row.cellCount != names.count {
            row.error = "expected \(names.count) cells as in the heading, found \(row.cellCount)"
        }
        row.cellCount = 0
        rows.json.append(contentsOf: "\"}".utf8)
        rows.rows.append(row)
        if let error = row.error { rows.fail(error) }
        if rows.json.count - row.start > RecordPiece.recordByteLimit { rows.fail(Self.tooLong) }
        rows.json.append(0x0a)
    }
}

extension RecordPiece {
    /// The line of an index in it, from 1, in CSV.
    func line(at index: Int) -> Int { line + bytes.span.lineEndCount(in: range.lowerBound..<index) }

    /// The error of a byte in CSV.
    fileprivate func malformedCSV(at index: Int, _ reason: String) -> CatalogSyntaxError {
        .malformedCSV(line: line(at: index), byteOffset: byteOffset + index, reason: reason)
    }
}
