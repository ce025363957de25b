/// Finds the ends of cells and rows in CSV that comes in chunks, by its quotation marks and separators, 64 bytes at a
/// time.
///
/// A quotation mark inside a cell that does not begin with one is text.
struct CSVCells {
    private static let quote = UInt8(ascii: "\"")

    private let separator: UInt8

    /// The index at which the cell begins that has not ended yet.
    private(set) var start: Int

    /// That cell is in quotation marks which are open.
    private(set) var isQuoted = false

    /// The last quotation mark that closed a cell, unless another one follows it.
    private var closing = -2

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
                } else if index == start || index == closing &+ 1 {
                    isQuoted = true
                }
            } else if !isQuoted {
                let cell = start..<index
                start = index &+ 1
                return (cell, bytes[index] != separator)
            }
        }
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
