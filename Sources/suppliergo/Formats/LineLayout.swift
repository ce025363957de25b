/// Where the columns of a list for people are: laid out once, from the width and the first suppliers.
struct LineLayout: Sendable, Hashable {
    /// The columns of text that initials take, with the gap after them.
    static let initialsWidth = 4

    /// The gap between columns.
    static let gap = 2

    /// From left to right. The last one takes what is left of its line.
    let columns: [ListColumn]

    /// Whether initials come before them.
    let hasInitials: Bool

    /// The width of each column.
    private(set) var widths: [Int]

    /// How much of a cell is shown: the last one ends with the line. `nil` where lines may have any length.
    private(set) var limits: [Int]?

    /// Lays columns out.
    ///
    /// A column is as wide as its longest cell. Where there is room, it is wide enough for the cells that later suppliers
    /// usually have; where there is not, the widest columns give way first.
    ///
    /// - Parameters:
    ///   - chosen: the columns that were asked for; `nil` for those that the width has room for.
    ///   - width: how long a line may be; `nil` for any length.
    ///   - longest: the width of a column's longest cell among the first suppliers.
    init(of chosen: [ListColumn]?, width: Int?, longest: (ListColumn) -> Int) {
        hasInitials = chosen == nil && width ?? 0 >= 40
        let columns = chosen ?? Self.columns(for: width)
        guard let width else {
            self.columns = columns
            widths = columns.map { min(max(longest($0), $0.usualWidth), $0.greatestWidth) }
            return
        }
        let start = hasInitials ? Self.initialsWidth : 0
        let wanted = columns.map { max(longest($0), $0.title.utf8.count) }
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

    /// The columns that a width has room for, if they are of usual widths.
    private static func columns(for width: Int?) -> [ListColumn] {
        switch width ?? .max {
        case ..<28: [.name, .id]
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

extension ListColumn {
    /// The width that most cells fit.
    fileprivate var usualWidth: Int {
        switch self {
        case .name: 20
        case .company: 24
        case .phone: 16
        case .email: 28
        case .created: 17
        case .id, .avatar, .file, .other: 0
        }
    }

    /// The most that cells are padded to where lines may have any length.
    fileprivate var greatestWidth: Int { max(36, 2 * usualWidth) }
}
