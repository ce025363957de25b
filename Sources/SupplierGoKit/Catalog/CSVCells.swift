/// Finds the ends of cells and rows in CSV, by its quotation marks and separators, 64 bytes at a time.
///
/// A quotation mark inside a cell that does not begin with one is text. Blanks may stand before the first one, and
/// after them `=`, which Excel writes before text that looks like a number. A byte-order mark or 0x1A is there if files
/// were joined. A mark that opens a cell and is never closed costs its own row alone: it would close at the next one,
/// which opens another cell.
struct CSVCells {
    private static let quote = UInt8(ascii: "\"")

    private let separator: UInt8

    /// The index at which the cell begins that has not ended yet.
    private(set) var start: Int

    /// That cell is in quotation marks which are open.
    private(set) var isQuoted = false

    /// The last quotation mark that closed a cell, unless another one follows it.
    private var closing = -2

    /// The index at which the last cell began that has text before a quotation mark.
    private var plainStart = -1

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
                    if index &+ 1 < bytes.count, bytes[index &+ 1] != separator, let end = unclosedLineEnd(in: bytes) {
                        defer { (start, marks, marksEnd) = (end &+ 1, 0, end &+ 1) }
                        return (start..<end, true)
                    }
                } else if index == start || index == closing &+ 1
                    || plainStart != start && Self.opensCell(bytes.extracting(bytes.passingMarks(start..<index &+ 1)))
                {
                    isQuoted = true
                } else {
                    plainStart = start
                }
            } else if !isQuoted {
                let cell = start..<index
                start = index &+ 1
                return (cell, bytes[index] != separator)
            }
        }
    }

    /// The cells of the next row; `nil` if its end is not among the bytes, unless these are all.
    mutating func row(in bytes: Span<UInt8>, isWhole: Bool) -> [Range<Int>]? {
        var row: [Range<Int>] = []
        while let (cell, endsRow) = next(in: bytes) {
            row.append(cell)
            if endsRow { return row }
        }
        return isWhole ? row + [start..<bytes.count] : nil
    }

    /// The end of the first line of the cell that was just closed, if that is on another line, text follows, and the
    /// mark stands where a cell may begin. No valid table has such a cell (RFC 4180, section 2).
    @inline(never)
    private func unclosedLineEnd(in bytes: Span<UInt8>) -> Int? {
        let next = (closing + 1..<bytes.count).first { bytes[$0] != 0x20 } ?? closing
        let isEscaped = next == closing + 1 && bytes[next] == Self.quote
        guard bytes[next] > 0x20, bytes[next] != separator, next > closing, !isEscaped else { return nil }
        let before = (start..<closing).last { bytes[$0] != 0x20 && bytes[$0] != UInt8(ascii: "=") }
        guard let before, bytes[before] == separator || bytes[before].endsLine else { return nil }
        return (start..<closing).first { bytes[$0].endsLine }
    }

    /// The last one of a cell's first bytes is a quotation mark that opens the cell.
    private static func opensCell(_ lead: Span<UInt8>) -> Bool { lead.openingQuoteEnd == lead.count }
}

extension Span<UInt8> {
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
            let mark = self[start] == 0x1a ? [0x1a] : JSONDocument.byteOrderMark
            guard extracting(start..<cell.upperBound).holds(mark, at: 0) else { break }
            start += mark.count
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
