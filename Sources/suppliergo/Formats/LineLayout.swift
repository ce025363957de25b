/// The positions of a list's columns, for people: laid out once, from the width and the first suppliers.
struct LineLayout: Sendable, Hashable {
    /// The columns of text that initials take, with the gap after them.
    static let initialsWidth = 4

    /// The gap between columns.
    static let gap = 2

    /// The columns from left to right. The last one takes the rest of its line.
    let columns: [ListColumn]

    let hasInitials: Bool

    /// True if a word at the end of a line says that its supplier is edited: if lines may have any length and no
    /// columns were asked for.
    let marksEdits: Bool

    /// The width of each column.
    private(set) var widths: [Int]

    /// The shown widths of cells: the last one ends with the line. `nil` if lines may have any length.
    private(set) var limits: [Int]?

    /// The most columns of an id that take room from others: in a list it is known by its beginning.
    private static let greatestIDWidth = 10

    /// The least columns of text that a longer cell is cut to.
    private static let leastWidth = 8

    /// The most columns that a cell is padded to if lines may have any length.
    private static let greatestPadding = 24

    /// Lays columns out.
    ///
    /// A column is as wide as its longest cell. If there is room, it is wide enough for the cells that later suppliers
    /// usually have; if there is not, the widest columns give way first.
    ///
    /// - Parameters:
    ///   - chosen: the columns that were asked for; `nil` for those that the width has room for.
    ///   - width: the most columns of a line; `nil` for any number.
    ///   - widths: the widths of a column's cells among the first suppliers.
    init(of chosen: [ListColumn]?, width: Int?, widths cellWidths: (ListColumn) -> CellWidths) {
        hasInitials = chosen == nil && width ?? 0 >= 40
        marksEdits = chosen == nil && width == nil
        guard let width else {
            columns = chosen ?? Self.everyColumn
            widths = columns.map { min(max(cellWidths($0).longest, $0.usualWidth), Self.greatestPadding) }
            return
        }
        func need(_ column: ListColumn, _ width: Int) -> Int {
            let needed = max(width, column.title.utf8.count)
            return column == .id ? min(needed, Self.greatestIDWidth) : needed
        }
        // Half an id identifies no supplier.
        func usualNeed(_ column: ListColumn) -> Int {
            need(column, column == .id ? cellWidths(column).longest : cellWidths(column).usual)
        }
        let start = hasInitials ? Self.initialsWidth : 0
        let columns =
            chosen
            ?? Self.columns(fitting: width - start) { cellWidths($0).longest == 0 ? nil : usualNeed($0) }
        let wanted = columns.map { need($0, cellWidths($0).longest) }
        let shown = Self.fitting(wanted, into: width - start)
        self.columns = Array(columns[..<shown])
        widths = Array(wanted[..<shown])
        let room = width - start - Self.gap * (shown - 1)
        let most = columns.map { max($0.usualWidth, cellWidths($0).longest) }
        share(room, keeping: columns.map(usualNeed), growingTo: most)
        limits = widths
        limits?[shown - 1] = room - widths.dropLast().reduce(0, +)
    }

    /// The columns of which a list has those that there is room for.
    static let everyColumn: [ListColumn] = [.name, .company, .phone, .email, .id]

    /// Name, company and id, as far as there is room for some of each; then phone and e-mail, if most of all values are
    /// whole with them.
    ///
    /// - Parameter need: the width that most of a column's cells need; `nil` if all of them are empty.
    private static func columns(fitting room: Int, need: (ListColumn) -> Int?) -> [ListColumn] {
        var columns: Set<ListColumn> = [.name, .id]
        if need(.company) != nil, room >= 3 * leastWidth + 2 * gap { columns.insert(.company) }
        for column in [ListColumn.phone, .email] where need(column) != nil {
            // Later suppliers of usual widths have room too.
            let widths = columns.union([column]).map { max(need($0) ?? 0, $0.usualWidth) }
            if widths.reduce(gap * (widths.count - 1), +) <= room { columns.insert(column) }
        }
        return everyColumn.filter(columns.contains)
    }

    /// The number of columns that get ``leastWidth`` each, or their wanted widths; at least one.
    private static func fitting(_ wanted: [Int], into room: Int) -> Int {
        var end = 0
        let ends = wanted.map { width in
            end += min(width, leastWidth) + gap
            return end - gap
        }
        return max(1, ends.prefix { $0 <= room }.count)
    }

    /// Widens or narrows the columns to fit: the widest first, but not below the width that most of its cells need as
    /// long as there is another one.
    private mutating func share(_ room: Int, keeping usual: [Int], growingTo most: [Int]) {
        widths = widths.map { min($0, room) }
        var rest = room - widths.reduce(0, +)
        let fair = room / columns.count
        for index in columns.indices.dropLast() where rest > 0 {
            let growth = min(rest, max(0, min(most[index], fair) - widths[index]))
            widths[index] += growth
            rest -= growth
        }
        while rest < 0 {
            let wide = widths.indices.filter { widths[$0] > usual[$0] }
            let candidates = wide.isEmpty ? Array(widths.indices) : wide
            guard let index = candidates.max(by: { widths[$0] <= widths[$1] }) else { return }
            widths[index] -= 1
            rest += 1
        }
    }
}

/// The widths of a column's cells.
struct CellWidths: Sendable, Hashable {
    /// The width of the longest, and the width that nine of ten cells do not exceed; 0 without cells.
    var longest = 0, usual = 0

    /// Measures cells by their widths.
    init(_ widths: [Int] = []) {
        guard let last = widths.max() else { return }
        (longest, usual) = (last, widths.sorted()[(widths.count - 1) * 9 / 10])
    }
}
