/// Rewrites the rows of a catalog in CSV (RFC 4180, with a heading) as lines of JSON: objects of strings under the heading's names.
///
/// The document comes in chunks of any size; a row is taken once it is complete. Empty lines are skipped. A quotation mark inside
/// a cell that does not begin with one is text. A row that is not usable is null, and its error is among ``rows``.
struct CSVScanner {
    private enum State { case rowStart, cellStart, plain, quoted, afterQuote }

    /// The longest heading, in bytes: 1 MiB. So many are read to find out if a document is in CSV at all.
    static let headingByteLimit = 1 << 20

    /// The maximum number of columns.
    private static let columnLimit = 10_000

    private static let quote = UInt8(ascii: "\"")

    /// The heading's names; `nil` before its end.
    private(set) var names: [String]?

    private let separator: UInt8
    private var state = State.rowStart

    /// The text before each cell of a row: the end of the cell before, the name, and an opening quotation mark.
    private var openings: [[UInt8]] = []

    /// The rows that were not taken, the open one last, and where that one begins.
    private var json: [UInt8] = []
    private var rowStart = 0

    /// The positions and errors of the complete rows among them, and of the open one.
    private var rows: [RecordBlock.Row] = []
    private var row = RecordBlock.Row(line: 1, byteOffset: 0)

    /// The number of cells of the open row, and where the last one begins.
    private var cellCount = 0
    private var cellStart = 0

    /// The last quotation mark that opened a cell.
    private var opened = RecordBlock.Row(line: 1, byteOffset: 0)
    private var line: Int
    private var returnOffset = -2
    private var chunkOffset: Int

    /// The beginning of a character that the last chunk broke off.
    private var brokenCharacter: [UInt8] = []

    /// Creates a scanner of a document from its heading on, which is on a line and begins at an offset.
    init(separator: UInt8, byteOffset: Int, line: Int) {
        (self.separator, chunkOffset, self.line) = (separator, byteOffset, line)
    }

    /// Takes the complete rows.
    mutating func takeRows() -> (json: [UInt8], rows: [RecordBlock.Row]) {
        let open = Array(json[rowStart...])
        json.removeSubrange(rowStart...)
        defer { (json, rows, rowStart, cellStart) = (open, [], 0, cellStart - rowStart) }
        return (json, rows)
    }

    /// Scans the next chunk. The rows before an error can be taken.
    mutating func scan(_ bytes: [UInt8]) throws(CatalogSyntaxError) {
        let text = brokenCharacter.isEmpty ? bytes : brokenCharacter + bytes
        let end = text.span.isASCII ? text.count : text.span.utf8Count
        let isBroken = text.span.extracting(end...).isBrokenCharacter
        brokenCharacter = isBroken ? Array(text[end...]) : []
        try run(through: text.span.extracting(..<end))
        chunkOffset += end
        if names == nil, chunkOffset - row.byteOffset > Self.headingByteLimit {
            throw tooLarge(Count.formatted(Self.headingByteLimit, "byte"))
        }
        if end < text.count, !isBroken { throw wrongEncoding(text[end]) }
    }

    /// Ends the document.
    mutating func finish() throws(CatalogSyntaxError) {
        if let byte = brokenCharacter.first { throw wrongEncoding(byte) }
        if state == .quoted {
            throw .malformedCSV(
                line: opened.line, byteOffset: opened.byteOffset, reason: "the quotation mark there is never closed")
        }
        if state != .rowStart { endRow() }
    }

    private func tooLarge(_ limit: String) -> CatalogSyntaxError {
        .malformedCSV(line: row.line, byteOffset: row.byteOffset, reason: "the heading has more than \(limit)")
    }

    private func wrongEncoding(_ byte: UInt8) -> CatalogSyntaxError {
        .malformedCSV(
            line: line, byteOffset: chunkOffset,
            reason: "expected text in UTF-8, found \(CatalogSyntaxError.name(of: byte)); "
                + "if that is Latin-1, convert it with 'iconv -f LATIN1 -t UTF-8'")
    }

    // MARK: Bytes

    private mutating func run(through bytes: Span<UInt8>) throws(CatalogSyntaxError) {
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            switch state {
            case .rowStart where byte == 0x0a || byte == 0x0d:
                countLine(byte, at: index)
            case .rowStart:
                row = RecordBlock.Row(line: line, byteOffset: chunkOffset + index)
                try beginCell()
                continue
            case .cellStart where byte == Self.quote:
                opened = RecordBlock.Row(line: line, byteOffset: chunkOffset + index)
                state = .quoted
            case .cellStart:
                state = .plain
                continue
            case .plain, .quoted:
                let end = textEnd(in: bytes, from: index)
                append(bytes.extracting(index..<end))
                index = end
                guard index < bytes.count else { return }
                try scanSpecial(bytes[index], at: index)
            case .afterQuote where byte == Self.quote:
                append(escaping: byte)
                state = .quoted
            case .afterQuote:
                state = .plain
                if byte != separator, byte != 0x0a, byte != 0x0d, row.error == nil {
                    row.error = "expected a separator after a closing quotation mark, found other text"
                }
                continue
            }
            index += 1
        }
    }

    /// The end of the text from an index on that is the same in JSON.
    private func textEnd(in bytes: Span<UInt8>, from start: Int) -> Int {
        let stop = state == .quoted ? Self.quote : separator
        var index = start
        while index < bytes.count {
            let byte = bytes[index]
            if byte < 0x20 || byte == stop || byte == Self.quote || byte == UInt8(ascii: "\\") { break }
            index &+= 1
        }
        return index
    }

    /// Scans a byte that separates cells or rows, or is escaped in JSON.
    private mutating func scanSpecial(_ byte: UInt8, at index: Int) throws(CatalogSyntaxError) {
        switch byte {
        case Self.quote where state == .quoted: state = .afterQuote
        case separator where state == .plain: try beginCell()
        case 0x0a where state == .plain, 0x0d where state == .plain:
            endRow()
            countLine(byte, at: index)
        // A snapshot has U+001E between its pages.
        case 0x00, 0x1e:
            throw .malformedCSV(
                line: line, byteOffset: chunkOffset + index,
                reason: "expected text, found \(CatalogSyntaxError.name(of: byte))")
        default:
            if byte == 0x0a || byte == 0x0d { countLine(byte, at: index) }
            append(escaping: byte)
        }
    }

    /// Counts a line feed, a carriage return, or both as one line's end.
    private mutating func countLine(_ byte: UInt8, at index: Int) {
        if byte == 0x0d || returnOffset != chunkOffset + index - 1 { line += 1 }
        if byte == 0x0d { returnOffset = chunkOffset + index }
    }

    // MARK: Cells and rows

    private mutating func beginCell() throws(CatalogSyntaxError) {
        if names == nil, cellCount == Self.columnLimit { throw tooLarge(Count.formatted(Self.columnLimit, "column")) }
        if names == nil, cellCount > 0 { endName() }
        if cellCount < openings.count { json.append(contentsOf: openings[cellCount]) }
        cellCount += 1
        cellStart = json.count
        state = .cellStart
    }

    private mutating func append(escaping byte: UInt8) {
        let scalar = Unicode.Scalar(byte)
        append(Array((byte < 0x20 ? scalar.escapedForJSON : "\\\(scalar)").utf8).span)
    }

    /// Appends text to the cell. A row that is too long loses it.
    private mutating func append(_ text: Span<UInt8>) {
        if json.count - rowStart + text.count > RecordScanner.recordByteLimit {
            row.error = "expected a row of at most \(RecordScanner.recordByteLimit) bytes, found a longer one"
            json.removeSubrange(rowStart...)
            cellStart = rowStart
        } else {
            json.append(addingCapacity: text.count) { $0.append(copying: text) }
        }
    }

    private mutating func endRow() {
        state = .rowStart
        defer { (rowStart, cellCount) = (json.count, 0) }
        guard let names else { return endHeading() }
        if row.error == nil, cellCount != names.count {
            row.error = "expected \(names.count) cells as in the heading, found \(cellCount)"
        }
        if row.error == nil {
            json.append(contentsOf: "\"}\n".utf8)
        } else {
            json.removeSubrange(rowStart...)
            json.append(contentsOf: "null\n".utf8)
        }
        rows.append(row)
    }

    /// Adds the name that has ended to the openings.
    private mutating func endName() {
        let start = openings.isEmpty ? "{\"" : "\",\""
        openings.append(Array(start.utf8) + json[cellStart...] + Array("\":\"".utf8))
    }

    private mutating func endHeading() {
        endName()
        let line = openings.joined() + Array("\"}".utf8)
        names = JSONObject(line[...])?.names ?? []
        json = []
    }
}

extension Span<UInt8> {
    /// Whether more bytes could make a character of these.
    fileprivate var isBrokenCharacter: Bool {
        guard count > 0, count < 4 else { return false }
        let length = self[0] >= 0xf0 ? 4 : self[0] >= 0xe0 ? 3 : self[0] >= 0xc2 ? 2 : 0
        guard count < length, self[0] <= 0xf4 else { return false }
        for index in 1..<count where self[index] & 0xc0 != 0x80 { return false }
        return true
    }
}
