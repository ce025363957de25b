/// Splits a catalog in CSV into pieces of whole rows; ``CSVTable`` makes records of them when they are decoded.
/// ``CatalogSplitter`` has found the heading and, by the heading, the separator.
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
        let bytes = buffer.bytes
        cells.endChunk(bytes.span)
        cells.move(by: buffer.append(chunk, isApart: table != nil))
        if table != nil { splitRows() } else { try readHeading(isWhole: false) }
    }

    /// Reads the heading, if it has ended, and splits what follows.
    private mutating func readHeading(isWhole: Bool) throws(CatalogSyntaxError) {
        var piece = RecordPiece(bytes: buffer.bytes, byteOffset: buffer.byteOffset, start: .line, isLast: isWhole)
        piece.line = line
        guard let (table, end) = try CSVTable.reading(piece, separator: separator) else { return }
        if let path = shape.records { throw .noRecords(path: path.text, names: table.names) }
        try shape.checkColumns(table.names)
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

/// Finds the ends of cells and rows in CSV that comes in chunks, by its quotation marks and separators, 64 bytes at a
/// time.
///
/// A quotation mark inside a cell that does not begin with one is text. Blanks may stand before the first one, and
/// after them `=`, which Excel writes before text that looks like a number. A byte-order mark or 0x1A is there if files
/// were joined.
struct CSVCells {
    private static let quote = UInt8(ascii: "\"")

    private let separator: UInt8

    /// The index at which the cell begins that has not ended yet.
    private(set) var start: Int

    /// That cell is in quotation marks which are open.
    private(set) var isQuoted = false

    /// The last quotation mark that closed a cell, unless another one follows it.
    private var closing = -2

    /// The part of a cell before its opening quotation mark.
    private enum Lead { case blanks, equals, text }

    /// The part of that cell in the chunks before.
    private var begun = Lead.blanks

    /// The bytes that may end cells among those that were looked at, a bit for each, and the first and the end of
    /// these.
    private var marks: UInt64 = 0
    private var (marksStart, marksEnd): (Int, Int)

    init(separator: UInt8, from start: Int) {
        (self.separator, self.start, marksStart, marksEnd) = (separator, start, start, start)
    }

    /// The next cell, without its separator, and whether a row ends with it; `nil` if it does not end among the bytes.
    @inline(__always)
    mutating func next(in bytes: Span<UInt8>) -> (cell: Range<Int>, endsRow: Bool)? {
        while true {
            while marks == 0 {
                guard marksEnd < bytes.count else { return nil }
                marksStart = marksEnd
                marks =
                    bytes.mask(of: separator, from: marksStart) | bytes.mask(of: Self.quote, from: marksStart)
                    | bytes.mask(of: 0x0a, from: marksStart) | bytes.mask(of: 0x0d, from: marksStart)
                marksEnd = min(bytes.count, marksStart &+ 64)
            }
            let index = marksStart &+ marks.trailingZeroBitCount
            marks &= marks &- 1
            if bytes[index] == Self.quote {
                if isQuoted {
                    (isQuoted, closing) = (false, index)
                } else if index == start || index == closing &+ 1 || lead(in: bytes.extracting(..<index)) != .text {
                    isQuoted = true
                }
            } else if !isQuoted {
                let cell = start..<index
                start = index &+ 1
                return (cell, bytes[index] != separator)
            }
        }
    }

    /// The part of the cell that the bytes end with.
    private func lead(in bytes: Span<UInt8>) -> Lead {
        var lead = start < 0 ? begun : .blanks
        for index in max(0, start)..<bytes.count {
            switch bytes[index] {
            case 0x20, 0x09, 0x1a, 0xef, 0xbb, 0xbf: if lead == .equals { return .text }
            case UInt8(ascii: "=") where lead == .blanks: lead = .equals
            default: return .text
            }
        }
        return lead
    }

    /// Keeps what has to be known of a chunk's bytes when the next one has come.
    mutating func endChunk(_ bytes: Span<UInt8>) {
        begun = lead(in: bytes)
    }

    /// Moves to where the bytes are after some before them were dropped.
    mutating func move(by count: Int) {
        start -= count
        closing -= count
        marksStart -= count
        marksEnd -= count
    }
}

extension Span<UInt8> {
    /// All bytes are white space.
    var isBlank: Bool { passingBlanks(from: 0) == count }

    /// The index after the quotation mark that opens a cell, which blanks and `=` may stand before; 0 if there is none.
    @inline(__always)
    var openingQuoteEnd: Int {
        guard !isEmpty, self[0] != UInt8(ascii: "\"") else { return isEmpty ? 0 : 1 }
        guard self[0] <= 0x20 || self[0] == UInt8(ascii: "=") else { return 0 }
        let start = passingBlanks(from: 0)
        let quote = start < count && self[start] == UInt8(ascii: "=") ? start + 1 : start
        return quote < count && self[quote] == UInt8(ascii: "\"") ? quote + 1 : 0
    }

    /// A row's first cell without what joined files have between them: byte-order marks, and 0x1A for a file's end.
    @inline(__always)
    func passingMarks(_ cell: Range<Int>) -> Range<Int> {
        var start = cell.lowerBound
        while start < cell.upperBound, self[start] == 0x1a || self[start] == 0xef {
            let isMark = self[start] == 0xef
            let mark = JSONDocument.byteOrderMark
            guard !isMark || start + 3 <= cell.upperBound && extracting(start..<start + 3).isEqual(to: mark.span) else {
                break
            }
            start += isMark ? 3 : 1
        }
        return start..<cell.upperBound
    }
}

extension Span<UInt8> {
    /// The number of lines that end in a range: with a line feed, a carriage return, or both.
    func lineEndCount(in range: Range<Int>) -> Int {
        var (count, index) = (0, range.lowerBound)
        while index < range.upperBound {
            let width = Swift.min(64, range.upperBound - index)
            let within = UInt64.max >> UInt64(64 - width)
            let returns = mask(of: 0x0d, from: index) & within
            let follows: UInt64 = index > 0 && self[index - 1] == 0x0d ? 1 : 0
            let feeds = mask(of: 0x0a, from: index) & within & ~(returns << 1 | follows)
            count += returns.nonzeroBitCount + feeds.nonzeroBitCount
            index += width
        }
        return count
    }
}
