/// The lines of a list: rows in an order, in sections if they are grouped.
///
/// All rows in the catalog's order take no memory, others 4 bytes a row.
struct RowSelection: Sendable {
    /// A line of the list.
    enum Line: Sendable, Hashable {
        case row(Row)

        /// The heading of the section with this index.
        case heading(Int)
    }

    /// Rows of one company.
    struct Section: Sendable, Hashable {
        /// The first of its rows, which names the company.
        let firstRow: Row

        /// The number of its rows.
        let rowCount: Int

        /// Whether only its heading is shown.
        let isFolded: Bool
    }

    private struct Sections: Sendable {
        /// The index of each section's first row, and the number of rows.
        let starts: [UInt32]

        /// The line of each section's heading, and the number of lines.
        var lines: [UInt32] = []
        var folded: Set<Int> { didSet { layOut() } }

        init(starts: [UInt32], folded: Set<Int>) {
            self.starts = starts
            self.folded = folded
            layOut()
        }

        var count: Int { starts.count - 1 }

        mutating func layOut() {
            lines = [0]
            lines.reserveCapacity(starts.count)
            for section in 0..<count {
                let rowCount = folded.contains(section) ? 0 : starts[section + 1] - starts[section]
                lines.append(lines[section] + 1 + rowCount)
            }
        }
    }

    /// The number of rows, in folded sections too.
    let rowCount: Int

    /// The rows in their order; `nil` for the first rows of the table.
    private let order: [UInt32]?
    private var sections: Sections?

    /// The first `count` rows of a table, in the catalog's order.
    static func all(_ count: Int) -> RowSelection { RowSelection(rowCount: count) }

    /// Creates a selection of some rows in any order.
    ///
    /// - Parameters:
    ///   - rows: the rows of a table, each once.
    ///   - starts: the index of each section's first row, and the number of rows; `nil` for no sections.
    ///   - folded: the indices of the sections that are folded.
    init(_ rows: [UInt32], starts: [UInt32]? = nil, folded: Set<Int> = []) {
        rowCount = rows.count
        order = rows
        sections = starts.map { Sections(starts: $0, folded: folded) }
    }

    private init(rowCount: Int) {
        self.rowCount = rowCount
        order = nil
    }

    // MARK: Rows

    /// The rows in their order, in folded sections too.
    var rows: some RandomAccessCollection<Row> { (0..<rowCount).lazy.map { row(at: $0) } }

    private func row(at index: Int) -> Row { order.map { Int($0[index]) } ?? index }

    // MARK: Lines

    /// The number of lines: rows and headings, without the rows of folded sections.
    var lineCount: Int { sections.map { Int($0.lines[$0.count]) } ?? rowCount }

    /// The content of a line.
    subscript(line: Int) -> Line {
        guard let sections else { return .row(row(at: line)) }
        let section = sections.lines.lastIndex(upTo: UInt32(line))
        let offset = line - Int(sections.lines[section])
        return offset == 0 ? .heading(section) : .row(row(at: Int(sections.starts[section]) + offset - 1))
    }

    /// The line of a row, or of its section's heading if that is folded; `nil` if the list does not have the row.
    ///
    /// Takes O(n), which is less than a millisecond for a million rows.
    func line(of row: Row) -> Int? {
        guard let index = order.map({ $0.firstIndex(of: UInt32(row)) }) ?? (row < rowCount ? row : nil) else {
            return nil
        }
        guard let sections else { return index }
        let section = sections.starts.lastIndex(upTo: UInt32(index))
        let heading = Int(sections.lines[section])
        return sections.folded.contains(section) ? heading : heading + 1 + index - Int(sections.starts[section])
    }

    // MARK: Sections

    /// A section of a grouped list.
    func section(at index: Int) -> Section? {
        guard let sections, (0..<sections.count).contains(index) else { return nil }
        let range = Int(sections.starts[index])..<Int(sections.starts[index + 1])
        return Section(
            firstRow: row(at: range.lowerBound), rowCount: range.count, isFolded: sections.folded.contains(index))
    }

    /// The index of the section that a line belongs to; `nil` if the list is not grouped.
    func section(ofLine line: Int) -> Int? {
        sections.map { $0.lines.lastIndex(upTo: UInt32(line)) }
    }

    /// The line of a section's heading; `nil` if the list is not grouped.
    func line(ofSection section: Int) -> Int? { sections.map { Int($0.lines[section]) } }

    /// Folds a section, or unfolds it; takes time by the number of sections.
    mutating func setFolded(_ section: Int, _ isFolded: Bool) {
        if isFolded { sections?.folded.insert(section) } else { sections?.folded.remove(section) }
    }
}

extension [UInt32] {
    /// Whether a number is one of numbers that increase; takes O(log n).
    func containsInIncreasing(_ number: UInt32) -> Bool {
        let index = firstIndex(from: number)
        return index < count && self[index] == number
    }

    /// The index of the first number that is not less than a value, of numbers that increase.
    private func firstIndex(from value: UInt32) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if self[middle] < value { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// The index of the last number that is not greater than a value, but for the array's last, of numbers that increase
    /// from 0.
    fileprivate func lastIndex(upTo value: UInt32) -> Int {
        let next = firstIndex(from: value + 1)
        return Swift.max(0, Swift.min(next, count - 1) - 1)
    }
}
