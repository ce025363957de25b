/// A sixel graphic as a terminal draws it (DEC STD 070, chapter 9): the pixels that it paints.
struct SixelDrawing {
    /// The size that the graphic says it has.
    private(set) var width = 0, height = 0

    /// The painted pixels, row by row.
    private(set) var rows: [[Bool]] = []

    /// The number of colours that it defines.
    private(set) var colorCount = 0

    /// Reads a control string without its introducer and end; `nil` if it is not a sixel graphic.
    init?(_ content: String) {
        guard let start = content.firstIndex(of: "q") else { return nil }
        var rest = content[content.index(after: start)...]
        var (column, band, count) = (0, 0, 1)
        while let sign = rest.popFirst() {
            let numbers = rest.prefix { $0.isNumber || $0 == ";" }
            let parameters = numbers.split(separator: ";").compactMap { Int($0) }
            switch sign {
            case "\"":
                guard parameters.count == 4 else { return nil }
                (width, height) = (parameters[2], parameters[3])
            case "#": colorCount += parameters.count == 5 ? 1 : 0
            case "!": count = parameters.first ?? 1
            case "$": column = 0
            case "-": (column, band) = (0, band + 1)
            case "?"..."~":
                let bits = Int(sign.asciiValue ?? 63) - 63
                paint(bits, count: count, at: column, in: band)
                (column, count) = (column + count, 1)
            default: return nil
            }
            if ["\"", "#", "!"].contains(sign) { rest = rest[numbers.endIndex...] }
        }
    }

    private mutating func paint(_ bits: Int, count: Int, at column: Int, in band: Int) {
        for bit in 0..<6 where bits >> bit & 1 == 1 {
            let row = band * 6 + bit
            while rows.count <= row { rows.append([]) }
            let missing = column + count - rows[row].count
            if missing > 0 { rows[row] += Array(repeating: false, count: missing) }
            for painted in column..<column + count { rows[row][painted] = true }
        }
    }
}
