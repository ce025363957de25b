/// Where the columns of a list for people are: laid out once, from the width and the first suppliers.
struct LineLayout: Sendable, Hashable {
    /// The columns of text that initials take, with the gap after them.
    static let initialsWidth = 4

    /// The gap between columns.
    static let gap = 2

    /// From left to right. The last one takes what is left of its line.
    let columns: [ListColumn]

    /// Initials come before them.
    let hasInitials: Bool

    /// A word after them says that a supplier is edited: if lines may have any length and no columns were asked for.
    let marksEdits: Bool

    /// The width of each column.
    private(set) var widths: [Int]

    /// How much of a cell is shown: the last one ends with the line. `nil` if lines may have any length.
    private(set) var limits: [Int]?

    /// The width of an id that is never cut.
    static let wholeIDWidth = 8

    /// The most columns that a cell is padded to if lines may have any length.
    private static let greatestPadding = 24

    /// Lays columns out.
    ///
    /// A column is as wide as its longest cell. If there is room, it is wide enough for the cells that later suppliers
    /// usually have; if there is not, the widest columns give way first.
    ///
    /// - Parameters:
    ///   - chosen: the columns that were asked for; `nil` for those that the width has room for.
    ///   - width: how long a line may be; `nil` for any length.
    ///   - hasInitials: whether initials come first. Default `nil`: if there is room and no columns were asked for.
    ///   - longest: the width of a column's longest cell among the first suppliers.
    init(of chosen: [ListColumn]?, width: Int?, hasInitials: Bool? = nil, longest: (ListColumn) -> Int) {
        self.hasInitials = hasInitials ?? (chosen == nil && width ?? 0 >= 40)
        marksEdits = chosen == nil && width == nil
        guard let width else {
            columns = chosen ?? Self.columns(for: nil)
            widths = columns.map { min(max(longest($0), $0.usualWidth), Self.greatestPadding) }
            return
        }
        let start = self.hasInitials ? Self.initialsWidth : 0
        // Ids of later suppliers may be longer.
        func need(_ column: ListColumn) -> Int {
            max(longest(column), column == .id ? Self.wholeIDWidth : column.title.utf8.count)
        }
        let needed = start + need(.name) + need(.company) + Self.wholeIDWidth + 2 * Self.gap
        let columns = chosen ?? Self.columns(for: width, needing: needed)
        let wanted = columns.map(need)
        let shown = Self.fitting(wanted, into: width - start)
        self.columns = Array(columns[..<shown])
        widths = Array(wanted[..<shown])
        // A long id is cut at the end of its line; it takes room from other columns only on a wide terminal.
        if columns[shown - 1] == .id { widths[shown - 1] = min(widths[shown - 1], width < 160 ? 10 : 36) }
        let room = width - start - Self.gap * (shown - 1)
        share(room)
        limits = widths
        limits?[shown - 1] = room - widths.dropLast().reduce(0, +)
    }

    /// The columns that a width has room for, if they are of usual widths. A narrow line has a whole name rather than
    /// two halves.
    ///
    /// - Parameter needed: the width in which no name and no company is cut. Default 0.
    private static func columns(for width: Int?, needing needed: Int = 0) -> [ListColumn] {
        switch width ?? .max {
        case ..<28: [.name, .id]
        case ..<min(48, needed): [.name, .id]
        case ..<100: [.name, .company, .id]
        case ..<130: [.name, .company, .phone, .id]
        default: [.name, .company, .phone, .email, .id]
        }
    }

    /// How many columns have room for eight columns of text each, or for the widths that they want; at least one.
    private static func fitting(_ wanted: [Int], into room: Int) -> Int {
        var end = 0
        let ends = wanted.map { width in
            end += min(width, 8) + gap
            return end - gap
        }
        return max(1, ends.prefix { $0 <= room }.count)
    }

    /// Widens or narrows the columns to fit.
    private mutating func share(_ room: Int) {
        widths = widths.map { min($0, room) }
        var rest = room - widths.reduce(0, +)
        let fair = room / columns.count
        for index in columns.indices.dropLast() where rest > 0 {
            let growth = min(rest, max(0, min(columns[index].usualWidth, fair) - widths[index]))
            widths[index] += growth
            rest -= growth
        }
        while rest < 0, let widest = widths.max(), let index = widths.lastIndex(of: widest) {
            widths[index] -= 1
            rest += 1
        }
    }
}
