/// A table in CSV (RFC 4180, with a heading): its columns, and the rows of a piece as lines of JSON.
///
/// A row becomes an array of strings, one for each column, and is read as the row of a table in JSON
/// (``RecordPiece/Columns``). Rows without any value are skipped, and so is a heading that stands again where files
/// were joined. Empty cells at a row's end may be missing, or too many: Excel writes such rows. ``form(of:isWhole:)``
/// finds the separator.
struct CSVTable: Sendable {
    /// The longest heading, in bytes: 1 MiB. So many are read to find out if a document is in CSV at all.
    static let headingByteLimit = 1 << 20

    /// The most columns, since each row has a cell for each.
    private static let columnLimit = 10_000

    /// A row: the offset of its first byte in the catalog, and its error, a clause.
    struct Row: Sendable {
        var byteOffset = 0
        var error: String?

        /// The index at which its JSON begins.
        var start = 0

        /// The number of its cells so far, and that up to its last cell after the heading's with a text.
        fileprivate var cellCount = 0
        fileprivate var surplusCount = 0
    }

    /// The byte between cells.
    let separator: UInt8

    /// The index after the heading, and the line that it is on.
    private let headingEnd: Int
    let line: Int

    /// The columns under the heading's names.
    let columns: RecordPiece.Columns

    /// The row that the heading would be, without blanks: `["id","name"]`.
    private var headingRow: [UInt8] = []

    /// Reads the heading that stands at a range of a catalog's beginning.
    init(headingAt range: Range<Int>, of bytes: [UInt8], separator: UInt8) throws(CatalogSyntaxError) {
        let first = 1 + bytes.span.lineEndCount(in: 0..<range.lowerBound)
        let piece = RecordPiece(bytes: bytes, range: range, start: .line, line: first)
        (self.separator, headingEnd, line) = (separator, range.upperBound, piece.line(at: range.upperBound))
        var cells = CSVCells(separator: separator, from: piece.range.lowerBound)
        var ranges = cells.row(in: bytes.span, isWhole: true) ?? []
        func tooLarge(_ limit: Int, _ unit: String) -> CatalogSyntaxError {
            piece.malformedCSV(at: piece.range.lowerBound, "the heading has more than \(Count.formatted(limit, unit))")
        }
        // A sheet may be saved over its whole width.
        while ranges.count > Self.columnLimit, ranges.last?.isEmpty == true { ranges.removeLast() }
        if ranges.count > Self.columnLimit { throw tooLarge(Self.columnLimit, "column") }
        if piece.range.upperBound > Self.headingByteLimit { throw tooLarge(Self.headingByteLimit, "byte") }
        if cells.isQuoted { throw piece.malformedCSV(at: cells.start, Self.neverClosed) }
        var (names, row): ([String], [UInt8]) = ([], [])
        if let index = piece.bytes[piece.range].firstIndex(of: 0) {
            throw piece.malformedCSV(at: index, Self.noText(0))
        }
        for cell in ranges {
            var name: [UInt8] = []
            _ = try Self.append(cell, of: piece, to: &name)
            names.append((JSONText.text(name.span, hasEscapes: true) ?? "").trimmed)
            row += (names.count == 1 ? #"[""# : #"",""#).utf8 + name
        }
        if let error = piece.encodingError(in: piece.range) { throw piece.malformedCSV(at: error.index, error.clause) }
        columns = RecordPiece.Columns(names)
        headingRow = (row + Self.closing).filter { $0 != 0x20 }
    }

    private static let closing = Array(#""]"#.utf8)
    private static func noText(_ byte: UInt8) -> String { "expected text, found \(CatalogSyntaxError.name(of: byte))" }
    private static let neverClosed = "the quotation mark there is never closed"

    /// Appends a cell's text as that of a string in JSON.
    ///
    /// - Returns: a clause if its quotation marks are wrong: text follows the closing one, or there is none.
    private static func append(
        _ cell: Range<Int>, of piece: RecordPiece, to json: inout [UInt8]
    ) throws(CatalogSyntaxError) -> String? {
        let text = piece.bytes.span.extracting(cell)
        var (index, error, jsonStart) = (text.openingQuoteEnd, String?.none, json.count)
        var isQuoted = index > 0
        while index < text.count {
            let stop = text.firstStringStop(from: index)
            json.append(addingCapacity: stop &- index) { $0.append(copying: text.extracting(index..<stop)) }
            guard stop < text.count else { break }
            let byte = text[stop]
            if isQuoted, byte == UInt8(ascii: "\"") {
                guard stop + 1 < text.count, !text.extracting((stop + 1)...).isBlank else {
                    json.unwrapFormula(from: jsonStart)
                    return error
                }
                guard text[stop + 1] == byte else {
                    (index, isQuoted) = (stop + 1, false)
                    error = "expected a separator after a closing quotation mark, found other text"
                    continue
                }
            }
            if byte == 0x00 { error = error ?? Self.noText(byte) }
            // A snapshot has it between its pages.
            if byte == .recordSeparator {
                throw piece.malformedCSV(at: cell.lowerBound + stop, Self.noText(byte))
            }
            let scalar = Unicode.Scalar(byte)
            json.append(contentsOf: (byte < 0x20 ? scalar.escapedForJSON : "\\\(scalar)").utf8)
            index = stop + (isQuoted && byte == UInt8(ascii: "\"") ? 2 : 1)
        }
        return isQuoted ? "expected a closing quotation mark, found none" : error
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

        /// The first quotation mark, backslash or control character of the piece from the last cell's text on.
        fileprivate var stop = -1

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
    }

    /// Reads the rows of a piece.
    func rows(of piece: RecordPiece) -> Rows {
        var end = piece.range.upperBound
        // DOS ended so.
        while piece.isLast, end > piece.range.lowerBound, piece.bytes[end - 1] == 0x1a { end -= 1 }
        var (result, row) = (Rows(of: piece), Row())
        var cells = CSVCells(separator: separator, from: piece.range.lowerBound)
        do throws(CatalogSyntaxError) {
            while let (cell, endsRow) = cells.next(in: piece.bytes.span), cell.upperBound < end {
                try append(cell, endsRow, of: piece, &row, to: &result)
            }
            guard piece.isLast, cells.start < end || row.cellCount > 0 else { return result }
            if cells.isQuoted {
                _ = try Self.append(cells.start..<end, of: piece, to: &result.json)
                throw piece.malformedCSV(at: cells.start, Self.neverClosed)
            }
            try append(cells.start..<end, true, of: piece, &row, to: &result)
        } catch {
            result.error = error
        }
        return result
    }

    /// Appends a cell of a row.
    @inline(__always)
    private func append(
        _ cell: Range<Int>, _ endsRow: Bool, of piece: RecordPiece, _ row: inout Row, to rows: inout Rows
    ) throws(CatalogSyntaxError) {
        let bytes = piece.bytes.span
        var cell = cell
        if row.cellCount == 0 {
            if !cell.isEmpty { cell = bytes.passingMarks(cell) }
            if endsRow, cell.isEmpty { return }
            row = Row(byteOffset: piece.byteOffset + cell.lowerBound, start: rows.json.count)
        }
        let (isFirst, isNamed, start) = (row.cellCount == 0, row.cellCount < columns.names.count, rows.json.count)
        row.cellCount += 1
        let margin = cell.count > 1 && bytes[cell.lowerBound] == 0x22 && bytes[cell.upperBound - 1] == 0x22 ? 1 : 0
        let range = cell.lowerBound + margin..<cell.upperBound - margin
        if rows.stop < range.lowerBound { rows.stop = bytes.firstStringStop(from: range.lowerBound) }
        // Most cells are their text as it is, perhaps in quotation marks.
        let (text, isPlain) = (bytes.extracting(range), rows.stop >= range.upperBound)
        rows.json.append(addingCapacity: text.count + 3) {
            if isNamed {
                $0.append(UInt8(ascii: isFirst ? "[" : "\""))
                if !isFirst { $0.append(UInt8(ascii: ",")) }
                $0.append(UInt8(ascii: "\""))
            }
            if isPlain { $0.append(copying: text) }
        }
        if !isPlain, let error = try Self.append(cell, of: piece, to: &rows.json), row.error == nil {
            row.error = "\(error) in cell \(row.cellCount)"
        }
        if !isNamed {
            if !text.isBlank, !rows.json.span.extracting(start...).isBlank { row.surplusCount = row.cellCount }
            rows.json.removeSubrange(start...)
        }
        guard endsRow else { return }
        let whole = row.byteOffset - piece.byteOffset..<cell.upperBound
        row.error = row.error ?? piece.encodingError(in: whole)?.clause
        end(&row, bytes.extracting(whole), in: &rows)
    }

    /// Ends a row that is some bytes.
    private func end(_ row: inout Row, _ bytes: Span<UInt8>, in rows: inout Rows) {
        for _ in columns.names.dropFirst(row.cellCount) { rows.json.append(contentsOf: #"",""#.utf8) }
        row.cellCount = 0
        rows.json.append(contentsOf: Self.closing)
        // From the end on, since every row begins as the heading does.
        if isWithoutValue(bytes, isFirst: row.byteOffset <= headingEnd + 2)
            || rows.json[row.start...].reversed().lazy.filter({ $0 != 0x20 }).elementsEqual(headingRow.reversed())
        {
            return rows.json.removeSubrange(row.start...)
        }
        if row.error == nil, row.surplusCount > 0 {
            row.error = "expected \(columns.names.count) cells as in the heading, found \(row.surplusCount)"
        }
        rows.rows.append(row)
        if row.error != nil { rows.json.removeSubrange(row.start...) }
        rows.json.append(0x0a)
    }

    /// A row has separators and blanks alone, names the separator where another file begins, or is the first one and
    /// the line that is drawn under a heading.
    private func isWithoutValue(_ row: Span<UInt8>, isFirst: Bool) -> Bool {
        for index in row.indices
        where !row[index].isBlank && row[index] != separator && row[index] != UInt8(ascii: "\"")
            && !(isFirst && "-:+=".utf8.contains(row[index]))
        {
            return row.count <= 7 && Self.separator(named: Array(copying: row)[...]) == separator
        }
        return true
    }
}

extension [UInt8] {
    /// Makes the text of a formula that is one, as `="00123"`, of the string's end in JSON.
    fileprivate mutating func unwrapFormula(from start: Int) {
        guard count - start >= 5, self[start] == UInt8(ascii: "="), self[(start + 1)...].starts(with: #"\""#.utf8),
            self[(count - 2)...].elementsEqual(#"\""#.utf8),
            !self[(start + 3)..<(count - 2)].contains(UInt8(ascii: "\""))
        else { return }
        removeLast(2)
        removeSubrange(start..<(start + 3))
    }
}
