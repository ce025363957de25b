/// Splits a catalog into pieces of whole records, as its bytes come in chunks of any size: in JSON (``JSONSplitter``)
/// or in CSV (``CSVSplitter``).
///
/// CSV is a document that begins with none of `[`, `{` and `<`, and has a heading: the first of its first 21 lines with
/// at least two cells that are not empty. They are separated by whichever of comma, semicolon, tab and bar the line has
/// most; a first line `sep=;` names the separator.
struct CatalogSplitter {
    private let shape: CatalogShape
    private var json: JSONSplitter
    private var csv: CSVSplitter?

    /// The document's beginning, until its form is known.
    private var beginning: [UInt8]? = []

    /// The number of lines before a table's heading, without empty ones.
    private var skippedLineCount = 0

    init(shape: CatalogShape = .plain) {
        (self.shape, json) = (shape, JSONSplitter(shape: shape))
    }

    /// The members around the records that were read so far.
    var envelope: CatalogEnvelope {
        var envelope = json.envelope
        if csv != nil { envelope.form = .csv }
        envelope.skippedLineCount = skippedLineCount
        return envelope
    }

    /// Takes the pieces that are complete.
    mutating func takePieces() -> [RecordPiece] { csv?.takePieces() ?? json.takePieces() }

    /// Splits the next chunk. What is complete can then be taken, even if an error is thrown.
    mutating func split(_ bytes: [UInt8]) throws(CatalogSyntaxError) {
        // Offsets in a piece are of 32 bits.
        for start in stride(from: 0, to: bytes.count, by: 1 << 30) {
            try splitPart(bytes.count <= 1 << 30 ? bytes : Array(bytes[start...].prefix(1 << 30)))
        }
    }

    private mutating func splitPart(_ bytes: [UInt8]) throws(CatalogSyntaxError) {
        guard let beginning else {
            try csv?.split(bytes)
            return csv == nil ? try json.split(bytes) : ()
        }
        let start = beginning + bytes
        self.beginning = start
        try decideForm(of: start, isWhole: start.count > CSVTable.headingByteLimit)
    }

    /// Ends the catalog.
    mutating func finish() throws(CatalogSyntaxError) {
        if let beginning { try decideForm(of: beginning, isWhole: true) }
        if csv == nil { try json.finish() } else { csv?.finish() }
    }

    /// Decides the form by the document's beginning, and splits that.
    ///
    /// - Parameter isWhole: the form is to be decided even if the heading has not ended.
    private mutating func decideForm(of bytes: [UInt8], isWhole: Bool) throws(CatalogSyntaxError) {
        switch try Self.checkedForm(of: bytes, isWhole: isWhole) {
        case .unknown: return
        case .json:
            beginning = nil
            try json.split(bytes)
        case .csv(let heading, let separator, let skippedLineCount):
            (beginning, self.skippedLineCount) = (nil, skippedLineCount)
            var splitter = try Self.splitter(of: bytes, heading, separator, shape)
            defer { csv = splitter }
            try splitter.split(Array(bytes[heading.upperBound...]))
        }
    }

    /// The splitter of a table whose heading was found, and which has the columns of a shape if there is one.
    private static func splitter(
        of bytes: [UInt8], _ heading: Range<Int>, _ separator: UInt8, _ shape: CatalogShape? = nil
    ) throws(CatalogSyntaxError) -> CSVSplitter {
        var piece = RecordPiece(bytes: bytes, range: heading, start: .line)
        piece.line = 1 + bytes.span.lineEndCount(in: 0..<heading.lowerBound)
        let table = try CSVTable(piece, separator: separator)
        if let path = shape?.records { throw .noRecords(path: path.text, names: table.columns.names) }
        try shape?.checkColumns(table.columns.names)
        return CSVSplitter(
            table: table, byteOffset: heading.upperBound, line: piece.line + bytes.span.lineEndCount(in: heading))
    }

    /// The names and the rows at the beginning of a document in CSV as lines of JSON; `nil` for JSON.
    ///
    /// - Throws: also the error of the first row, if all are bad.
    static func lines(of bytes: [UInt8], isWhole: Bool) throws(CatalogSyntaxError) -> [UInt8]? {
        guard case .csv(let heading, let separator, _) = try checkedForm(of: bytes, isWhole: isWhole) else {
            return nil
        }
        var splitter = try splitter(of: bytes, heading, separator)
        try splitter.split(Array(bytes[heading.upperBound...]))
        if isWhole { splitter.finish() }
        var (lines, hasRow, firstError): ([UInt8], Bool, CatalogSyntaxError?) = ([], false, nil)
        for piece in splitter.takePieces() {
            guard let table = piece.table, case let rows = table.rows(of: piece) else { continue }
            for row in rows.rows {
                let error = row.error.map { piece.malformedCSV(at: row.byteOffset - piece.byteOffset, $0) }
                (hasRow, firstError) = (hasRow || error == nil, firstError ?? error)
            }
            if let error = rows.error { throw error }
            if lines.isEmpty { lines += "[\(table.columns.names.map(\.quotedForJSON).joined(separator: ","))]\n".utf8 }
            lines += rows.json
        }
        if let firstError, !hasRow { throw firstError }
        return lines
    }

    private enum Form {
        case unknown, json
        case csv(_ heading: Range<Int>, separator: UInt8, skippedLineCount: Int)
    }

    /// The form of a document that is not of another format, nor a text.
    private static func checkedForm(of bytes: [UInt8], isWhole: Bool) throws(CatalogSyntaxError) -> Form {
        guard try CatalogBeginning.check(bytes, isWhole: isWhole) else { return .unknown }
        let form = form(of: bytes, isWhole: isWhole)
        if case .json = form, let line = CatalogSyntaxError.line(of: bytes) { throw .text(line) }
        return form
    }

    private static func form(of bytes: [UInt8], isWhole: Bool) -> Form {
        var (start, separators, skippedLineCount) = (bytes.byteOrderMarkEnd, Array(",;\t|".utf8), 0)
        for line in 0..<21 {
            let first = bytes.span.passingBlanks(from: start)
            guard first < bytes.count else { return isWhole ? .json : .unknown }
            let next = bytes.span.passingBlanks(from: first + 1)
            // A title may have brackets.
            let isJSON = skippedLineCount == 0 || next < bytes.count && "[{\"".utf8.contains(bytes[next])
            guard !isJSON || !"[{<)\u{1e}".utf8.contains(bytes[first]) else { return .json }
            if line == 0, let end = bytes[first...].firstIndex(where: \.endsLine),
                let separator = separator(named: bytes[first..<end])
            {
                (start, separators) = (end, [separator])
            } else {
                let rows = separators.compactMap { firstRow(in: bytes, from: start, by: $0, isWhole) }
                guard rows.count == separators.count else { return .unknown }
                guard let row = Self.heading(among: rows, of: bytes, by: separators, isWhole) else { return .unknown }
                let heading = rows[row]
                if heading.valueCount > 1 {
                    return .csv(heading.range, separator: separators[row], skippedLineCount: skippedLineCount)
                }
                skippedLineCount += heading.valueCount
                start = heading.range.upperBound
            }
            guard start < bytes.count else { return isWhole ? .json : .unknown }
            if start + 1 == bytes.count, bytes[start] == 0x0d, !isWhole { return .unknown }
            start += bytes[start...].starts(with: [0x0d, 0x0a]) ? 2 : 1
        }
        return .json
    }

    /// The row, of those that each separator makes of one line, that may be the heading: it has the most cells. `nil`
    /// if it takes more bytes to tell.
    ///
    /// Of equal ones the next row has as many cells, and no cell begins with a blank.
    private static func heading(
        among rows: [Row], of bytes: [UInt8], by separators: [UInt8], _ isWhole: Bool
    ) -> Int? {
        // A character that would cut a quoted name is no separator, however many there are.
        func rank(_ row: Int) -> (Int, Int) { (rows[row].cutsNames ? 0 : 1, rows[row].cellCount) }
        let most = rows.indices.map(rank).max { $0 < $1 } ?? (0, 0)
        let best = rows.indices.filter { rank($0) == most }
        let end = rows[best[0]].range.upperBound
        guard rows[best[0]].valueCount > 1, best.count > 1 else { return best[0] }
        let next = bytes[end...].firstIndex { !$0.endsLine } ?? bytes.count
        let after = best.map { firstRow(in: bytes, from: next, by: separators[$0], isWhole)?.cellCount }
        if !isWhole, after.contains(nil) { return nil }
        func fit(_ place: Int) -> (Int, Int, Int) {
            (after[place] == most.1 ? 1 : 0, -rows[best[place]].spacedCount, -place)
        }
        return best.indices.max { fit($0) < fit($1) }.map { best[$0] }
    }

    /// The separator that a line such as `sep=;` names.
    static func separator(named line: ArraySlice<UInt8>) -> UInt8? {
        var line = line
        if line.count > 5, line.first == UInt8(ascii: "\""), line.last == line.first {
            line = line.dropFirst().dropLast()
        }
        let isNamed = line.count == 5 && line.last != UInt8(ascii: "\"")
        return isNamed && Array(line.dropLast()).span.isEqualIgnoringCase(to: "sep=".utf8.span) ? line.last : nil
    }

    /// A row, its cells and those of them with a value and with a blank before it; a separator may cut quoted names.
    private typealias Row = (range: Range<Int>, cellCount: Int, valueCount: Int, spacedCount: Int, cutsNames: Bool)

    /// The row that begins at an index; `nil` if its end is not among the bytes.
    private static func firstRow(in bytes: [UInt8], from start: Int, by separator: UInt8, _ isWhole: Bool) -> Row? {
        var cells = CSVCells(separator: separator, from: start)
        var row: Row = (start..<bytes.count, 0, 0, 0, false)
        func add(_ cell: Range<Int>) {
            row.cellCount += 1
            let text = bytes[cell].drop { $0.isBlank }
            row.cutsNames = row.cutsNames || text.first != UInt8(ascii: "\"") && text.contains(UInt8(ascii: "\""))
            if bytes[cell].first == UInt8(ascii: " ") { row.spacedCount += 1 }
            if !bytes[cell].allSatisfy({ $0.isBlank || $0 == UInt8(ascii: "\"") }) { row.valueCount += 1 }
        }
        while let (cell, endsRow) = cells.next(in: bytes.span) {
            add(cell)
            row.range = start..<cell.upperBound
            if endsRow { return row }
        }
        guard isWhole else { return nil }
        add(cells.start..<bytes.count)
        row.range = start..<bytes.count
        return row
    }

    /// The beginning of a catalog in CSV up to its first row; `nil` for JSON.
    static func heading(of bytes: [UInt8]) -> [UInt8]? {
        guard case .csv(let heading, let separator, _) = form(of: bytes, isWhole: true) else { return nil }
        // One row does not tell the separator again.
        return Array("sep=".utf8) + [separator, 0x0a] + bytes[heading] + [0x0a]
    }
}
